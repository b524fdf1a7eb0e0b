/** A call as code in six languages, using only the standard library of each. With the reader's own key it runs unchanged. */

export const LANGUAGES = ['curl', 'typescript', 'python', 'php', 'go', 'ruby'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_TITLES: Record<Language, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  ruby: 'Ruby',
}

export interface Sample {
  method: string
  url: string
  /** key: HTTP Basic with an API key. bearer: a session's token. none: no credentials. */
  credentials: 'key' | 'bearer' | 'none'
  /** The reader's own key, instead of placeholders. */
  key?: { clientId: string; secret: string } | undefined
  headers: Record<string, string>
  body?: unknown
}

export function sampleCode(language: Language, sample: Sample): string {
  return WRITERS[language](sample)
}

const WRITERS: Record<Language, (sample: Sample) => string> = { curl, typescript, python, php, go, ruby }

function headersOf({ headers, credentials, body }: Sample): [string, string][] {
  return [
    ...(credentials === 'bearer' ? ([['Authorization', 'Bearer $TOKEN']] as [string, string][]) : []),
    ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ...Object.entries(headers),
  ]
}

function json(body: unknown): string {
  return JSON.stringify(body, null, 2)
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`)
}

function curl(sample: Sample): string {
  const { method, url, credentials, key, body } = sample
  return [
    `curl -X ${method} '${url}'`,
    ...(credentials === 'key' ? [`-u ${key ? `'${key.clientId}:${key.secret}'` : '"$CLIENT_ID:$SECRET"'}`] : []),
    ...headersOf(sample).map(([name, value]) => `-H "${name}: ${value}"`),
    // In a shell, a single quote inside single quotes has to be closed, escaped and reopened.
    ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ')
}

function typescript(sample: Sample): string {
  const { method, url, credentials, key: own, body } = sample
  const pair = own ? `'${own.clientId}:${own.secret}'` : '`${CLIENT_ID}:${SECRET}`'
  const key = credentials === 'key' ? [`Authorization: 'Basic ' + btoa(${pair}),`] : []
  const lines = headersOf(sample).map(([name, value]) => {
    const written = value.includes('$TOKEN') ? '`Bearer ${TOKEN}`' : `'${value}'`
    return /^\w+$/.test(name) ? `${name}: ${written},` : `'${name}': ${written},`
  })
  return [
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    ...(key.length + lines.length > 0
      ? ['  headers: {', ...[...key, ...lines].map(line => `    ${line}`), '  },']
      : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body), '  ')}),`]),
    '})',
    'console.log(response.status, await response.json())',
  ].join('\n')
}

/** A value as a literal of Python or Ruby. */
function literal(value: unknown, words: { true: string; false: string; null: string; pair: string }, by = ''): string {
  const inner = `${by}    `
  if (value === null) return words.null
  if (typeof value === 'boolean') return words[`${value}`]
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map(each => inner + literal(each, words, inner)).join(',\n')},\n${by}]`
  }
  if (typeof value !== 'object') return quoted(value)
  const fields = Object.entries(value).map(
    ([name, each]) => `${inner}${quoted(name)}${words.pair}${literal(each, words, inner)}`,
  )
  if (fields.length === 0) return '{}'
  return `{\n${fields.join(',\n')},\n${by}}`
}

/** Escapes `#{`, which starts an interpolation in Ruby. Python reads the escape as well. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll('#{', String.raw`\u0023{`)
}

const PYTHON = { true: 'True', false: 'False', null: 'None', pair: ': ' }
const RUBY = { true: 'true', false: 'false', null: 'nil', pair: ' => ' }

function python(sample: Sample): string {
  const { method, url, credentials, key: own, body } = sample
  const pair = own ? `b"${own.clientId}:${own.secret}"` : 'f"{CLIENT_ID}:{SECRET}".encode()'
  const key = credentials === 'key' ? [`"Authorization": "Basic " + base64.b64encode(${pair}).decode(),`] : []
  const lines = headersOf(sample).map(
    ([name, value]) => `"${name}": ${value.includes('$TOKEN') ? 'f"Bearer {TOKEN}"' : `"${value}"`},`,
  )
  return [
    `import ${credentials === 'key' ? 'base64, ' : ''}json, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    ...(key.length + lines.length > 0
      ? ['    headers={', ...[...key, ...lines].map(line => `        ${line}`), '    },']
      : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, PYTHON, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n')
}

function php(sample: Sample): string {
  const { method, url, credentials, key, body } = sample
  const pair = key ? `'${key.clientId}:${key.secret}'` : '"$clientId:$secret"'
  const lines = headersOf(sample).map(([name, value]) =>
    value.includes('$TOKEN') ? `"${name}: Bearer $token",` : `'${name}: ${value}',`,
  )
  return [
    '<?php',
    `$call = curl_init('${url}');`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(credentials === 'key' ? [`    CURLOPT_USERPWD => ${pair},`] : []),
    ...(lines.length > 0 ? [`    CURLOPT_HTTPHEADER => [${lines.join(' ').replace(/,$/, '')}],`] : []),
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => <<<'JSON'\n${indented(`        ${json(body)}`, '        ')}\n        JSON,`]),
    ']);',
    'echo curl_exec($call);',
  ].join('\n')
}

function go(sample: Sample): string {
  const { method, url, credentials, key, body } = sample
  const pair = key ? `"${key.clientId}", "${key.secret}"` : 'clientID, secret'
  const packages = ['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['strings'])]
  const lines = headersOf(sample).map(
    ([name, value]) => `request.Header.Set("${name}", ${value.includes('$TOKEN') ? '"Bearer "+token' : `"${value}"`})`,
  )
  const statements = [
    ...(body === undefined ? [] : [`body := strings.NewReader(\`${json(body).replaceAll('`', '\\u0060')}\`)`]),
    `request, err := http.NewRequest("${method}", "${url}", ${body === undefined ? 'nil' : 'body'})`,
    'if err != nil {',
    '    log.Fatal(err)',
    '}',
    ...(credentials === 'key' ? [`request.SetBasicAuth(${pair})`] : []),
    ...lines,
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '    log.Fatal(err)',
    '}',
    'defer response.Body.Close()',
    'answer, _ := io.ReadAll(response.Body)',
    'fmt.Println(response.Status, string(answer))',
  ]
  return [
    'package main',
    '',
    'import (',
    ...packages.map(name => `    "${name}"`),
    ')',
    '',
    'func main() {',
    ...statements.map(line => `    ${line}`),
    '}',
  ].join('\n')
}

function ruby(sample: Sample): string {
  const { method, url, credentials, key, body } = sample
  const pair = key ? `"${key.clientId}", "${key.secret}"` : 'client_id, secret'
  const lines = headersOf(sample).map(
    ([name, value]) => `request["${name}"] = ${value.includes('$TOKEN') ? '"Bearer #{token}"' : `"${value}"`}`,
  )
  const kind = method.charAt(0) + method.slice(1).toLowerCase()
  return [
    'require "json"',
    'require "net/http"',
    '',
    `uri = URI("${url}")`,
    `request = Net::HTTP::${kind}.new(uri)`,
    ...(credentials === 'key' ? [`request.basic_auth(${pair})`] : []),
    ...lines,
    ...(body === undefined ? [] : [`request.body = ${literal(body, RUBY)}.to_json`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    'puts response.code, response.body',
  ].join('\n')
}

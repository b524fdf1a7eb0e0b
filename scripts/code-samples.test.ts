/** Code that the dashboard offers for pasting, run as its readers run it: against a server that writes down what arrives. */
import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const WEB = new URL('../web/src/', import.meta.url)

interface Sample {
  method: string
  url: string
  credentials: 'key'
  key: { clientId: string; secret: string }
  headers: Record<string, string>
  body?: unknown
}

const { LANGUAGES, sampleCode } = (await import(new URL('components/samples/samples.ts', WEB).href)) as {
  LANGUAGES: readonly string[]
  sampleCode: (language: string, sample: Sample) => string
}
const { VERIFY_SAMPLES } = (await import(new URL('features/developers/verify-samples.ts', WEB).href)) as {
  VERIFY_SAMPLES: Record<string, string>
}

/** What runs a file of code. Only curl, TypeScript and Python are everywhere where this is checked. */
const RUNNERS: Record<string, { program: string; args?: string[]; file: string }> = {
  curl: { program: 'sh', file: 'call.sh' },
  typescript: { program: process.execPath, file: 'call.mts' },
  python: { program: 'python3', file: 'call.py' },
  php: { program: 'php', file: 'call.php' },
  go: { program: 'go', args: ['run'], file: 'call.go' },
  ruby: { program: 'ruby', file: 'call.rb' },
}

/** Go compiles its library first. */
const SLOW = { timeout: 60_000 }

const isThere = (program: string): boolean =>
  program.startsWith('/') || (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))

const languages = LANGUAGES.filter(name => {
  const program = name === 'curl' ? 'curl' : RUNNERS[name]?.program
  return program !== undefined && isThere(program)
})

async function runCode(language: string, code: string): Promise<string> {
  const { program = '', args = [], file = '' } = RUNNERS[language] ?? {}
  const folder = await mkdtemp(join(tmpdir(), 'notifly-sample-'))
  try {
    await writeFile(join(folder, file), code)
    const env = { ...process.env, GOCACHE: join(folder, 'cache') }
    return (await run(program, [...args, file], { cwd: folder, env })).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Arrived {
  method: string | undefined
  url: string | undefined
  headers: Record<string, unknown>
  body: unknown
}

const arrived: Arrived[] = []
const server = createServer((request, response) => {
  void (async () => {
    const { method, url, headers } = request
    const body = Number(headers['content-length'] ?? 0) > 0 ? await json(request) : undefined
    arrived.push({ method, url, headers, body })
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}')
  })()
})
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
})

const key = { clientId: '0198c0de-0000-7000-8000-0000000000c1', secret: 'E_usidZIdYzgYVe5jPSkKypjDEXcHo-1Dqj-nmJgQ-o' }
const authorization = `Basic ${Buffer.from(`${key.clientId}:${key.secret}`).toString('base64')}`

test('at least a shell’s calls and those of Node can be run here', () => {
  expect(languages).toEqual(expect.arrayContaining(['typescript']))
})

test.for(languages)('a call in %s arrives as it was meant, whatever its texts hold', SLOW, async language => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = {
    channel: 'email',
    content: { subject: `It's "50 %" off`, text: 'Hi {{ name }} #{name} $name ${name} `name`\nà bientôt — 你好 \\ /' },
    merge: { count: 3, price: 49.9, isNew: true, none: null, list: [1, 'two'], empty: {}, nothing: [] },
  }
  const call = { credentials: 'key', key } as const
  const post = {
    ...call,
    method: 'POST',
    url: `${origin}/api/v1/messages`,
    headers: { 'Idempotency-Key': 'a-1' },
    body,
  }
  const get = { ...call, method: 'GET', url: `${origin}/api/v1/messages?tag=a&limit=2`, headers: {} }
  arrived.length = 0
  for (const sample of [post, get]) expect(await runCode(language, sampleCode(language, sample))).toContain('success')
  expect(arrived).toMatchObject([
    {
      method: 'POST',
      url: '/api/v1/messages',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'a-1' },
      body,
    },
    { method: 'GET', url: '/api/v1/messages?tag=a&limit=2', headers: { authorization }, body: undefined },
  ])
})

/** A program that prints what the sample says of each request. */
const CHECKS: Record<string, (sample: string, asked: readonly string[][]) => string> = {
  typescript: (sample, asked) =>
    `${sample}\nfor (const [secret, id, at, signature, body] of ${JSON.stringify(asked)}) console.log(verify(secret, new Headers({
       'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }), body))`,
  python: (sample, asked) =>
    `${sample}\nfor secret, id, at, signature, body in ${JSON.stringify(asked)}:\n    print(str(verify(secret, {"webhook-id": id, ` +
    `"webhook-timestamp": at, "webhook-signature": signature}, body.encode())).lower())`,
  php: (sample, asked) =>
    `${sample}\nforeach (json_decode(<<<'JSON'\n${JSON.stringify(asked)}\nJSON) as [$secret, $id, $at, $signature, $body]) echo json_encode(` +
    `verify($secret, ['webhook-id' => $id, 'webhook-timestamp' => $at, 'webhook-signature' => $signature], $body)), "\\n";`,
  go: (sample, asked) =>
    `package main\nimport ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/json"; "fmt"; "net/http"; "strconv"; "strings"; "time")\n` +
    `${sample}\nfunc main() {\n  var asked [][]string\n  json.Unmarshal([]byte(${JSON.stringify(JSON.stringify(asked))}), &asked)\n` +
    `  for _, each := range asked {\n    headers := http.Header{}\n    headers.Set("webhook-id", each[1])\n    headers.Set("webhook-timestamp", each[2])\n` +
    `    headers.Set("webhook-signature", each[3])\n    fmt.Println(verify(each[0], headers, []byte(each[4])))\n  }\n}`,
  ruby: (sample, asked) =>
    `${sample}\nfor secret, id, at, signature, body in ${JSON.stringify(asked)} do puts verify(secret, {"webhook-id" => id, ` +
    `"webhook-timestamp" => at, "webhook-signature" => signature}, body) end`,
}

test.for(languages.filter(name => name in CHECKS))(
  'a webhook is verified in %s, and what is not ours is not',
  SLOW,
  async language => {
    const [right, wrong] = [randomBytes(24), randomBytes(24)].map(bytes => `whsec_${bytes.toString('base64')}`)
    const [now, longAgo] = [0, -600].map(seconds => String(Math.floor(Date.now() / 1000) + seconds))
    const body = '{"type":"message.sent","data":{"to":"ana@example.com"}}'
    const signed = (secret = '', at = '', text = body): string => {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', bytes).update(`msg_1.${at}.${text}`).digest('base64')}`
    }
    const good = signed(right, now)
    const asked = [
      [right, 'msg_1', now, good, body],
      // While a secret is replaced, both sign.
      [right, 'msg_1', now, `${signed(wrong, now)} ${good}`, body],
      [right, 'msg_1', now, signed(wrong, now), body],
      [right, 'msg_1', now, good, `${body} `],
      [right, 'msg_2', now, good, body],
      [right, 'msg_1', longAgo, signed(right, longAgo), body],
    ] as string[][]
    const said = await runCode(language, CHECKS[language]?.(VERIFY_SAMPLES[language] ?? '', asked) ?? '')
    expect(said.trim().split('\n')).toEqual(['true', 'true', 'false', 'false', 'false', 'false'])
  },
)

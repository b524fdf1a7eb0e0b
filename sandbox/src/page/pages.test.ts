import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { html } from './html.ts'

async function page(sandbox: TestSandbox, path: string) {
  const answer = await fetch(sandbox.url + path)
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    text: await answer.text(),
  }
}

async function newestId(sandbox: TestSandbox): Promise<string> {
  return (await sandbox.get('/api/messages')).body.data[0].id
}

test('what is put into markup is escaped, markup is not', () => {
  expect(html`<p title="${`"'<&>`}">${html`<b>${1}</b>`}${[html`<i></i>`, '<']}${false}${undefined}</p>`.markup).toBe(
    '<p title="&quot;&#39;&lt;&amp;&gt;"><b>1</b><i></i>&lt;</p>',
  )
})

test('the inbox lists what has arrived and waits while nothing has', async () => {
  const sandbox = await testSandbox()
  const empty = await page(sandbox, '/')
  expect(empty.text).toContain('<title>Sandbox inbox</title>')
  expect(empty.text).toContain('Waiting for the first email')
  await sandbox.send({ to: 'a@x.example', subject: 'Hello <script>alert(1)</script>' })
  const { text } = await page(sandbox, '/')
  expect(text).toContain('a@x.example')
  // Times say their zone.
  expect(text).toMatch(/<time [^>]*title="[^"]+ [AP]M [A-Z][\w+:-]+"/)
  expect(text).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;')
  expect((await page(sandbox, '/?search=nothing-like-it')).text).toContain('Nothing matches “nothing-like-it”')
})

test('every token of the style sheets has a value', async () => {
  const sandbox = await testSandbox()
  const assets = globSync('*.css', { cwd: join(import.meta.dirname, 'assets') })
  const sheets = await Promise.all(
    ['tokens.css', ...assets].map(async name => (await fetch(`${sandbox.url}/assets/${name}`)).text()),
  )
  const all = sheets.join('\n')
  const namesIn = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, name = '']) => name))
  const defined = namesIn(/^ {2,4}(--[\w-]+):/gm)
  const used = namesIn(/var\((--[\w-]+)\)/g)
  expect(used.size).toBeGreaterThan(40)
  expect([...used].filter(name => !defined.has(name))).toEqual([])
})

test('the pages run and load only what is theirs', async () => {
  const sandbox = await testSandbox()
  for (const path of ['/', '/phone', '/desktop', '/whatsapp', '/ses', '/dns', '/webhooks', '/payments', '/faults']) {
    const { policy, text } = await page(sandbox, path)
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(text).not.toMatch(/<script(?![^>]*src=)|style="|\son[a-z]+=/)
    for (const [, asset] of text.matchAll(/(?:src|href)="(\/(?:assets|fonts)\/[^"]+)"/g)) {
      expect([asset, (await fetch(sandbox.url + (asset ?? ''))).status]).toEqual([asset, 200])
    }
  }
})

test('each part of a message has its view', async () => {
  const sandbox = await testSandbox()
  await sandbox.send({
    to: 'a@x.example',
    subject: 'Parts',
    text: 'Plain <words>',
    html: '<p>Rich <a href="http://localhost:3000/x">link</a></p>',
    attachments: [{ filename: 'file.txt', content: 'x' }],
  })
  const id = await newestId(sandbox)
  const view = async (name: string) => (await page(sandbox, `/?id=${id}&view=${name}`)).text
  expect(await view('html')).toMatch(/<iframe\s[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(await view('text')).toContain('Plain &lt;words&gt;')
  expect(await view('source')).toContain('Content-Type: multipart/mixed')
  expect(await view('headers')).toContain('<dt>Message-ID</dt>')
  expect(await view('links')).toContain('href="http://localhost:3000/x"')
  expect(await view('attachments')).toContain('file.txt')
  expect((await page(sandbox, `/?id=${id}`)).text).toContain('<title>Parts · Sandbox inbox</title>')
  expect((await page(sandbox, '/?id=gone')).text).toContain('This message is gone')
})

test('the HTML of a mail can run nothing, even when opened by itself', async () => {
  const sandbox = await testSandbox()
  await sandbox.send({ to: 'a@x.example', html: '<script>alert(1)</script><a href="/x">y</a>' })
  const { policy, text } = await page(sandbox, `/messages/${await newestId(sandbox)}/html`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(text).toContain('<base target="_blank">')
})

test('a page that is open hears of new messages', async () => {
  const sandbox = await testSandbox()
  const stopped = new AbortController()
  const answer = await fetch(`${sandbox.url}/changes`, { signal: stopped.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('data: {"count":0,"newest":0}\n\n')
  await sandbox.send({ to: 'a@x.example' })
  expect((await reader?.read())?.value).toBe('data: {"count":1,"newest":1}\n\n')
  stopped.abort()
})

test('the page of faults shows the dials as they stand and every special address', async () => {
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/email', { open_rate: 0.375 })
  const { text } = await page(sandbox, '/faults')
  expect(text).toContain('value="37.5"')
  for (const prefix of ['bounce-hard', 'bounce-soft', 'bounce-late', 'defer', 'slow', 'complain']) {
    expect(text).toContain(`${prefix}@…`)
  }
  expect((await page(sandbox, '/')).text).toContain('1 on')
  await sandbox.put('/api/faults/sso', { latency_ms: 1250 })
  expect((await page(sandbox, '/faults')).text).toContain('value="1250"')
  expect((await page(sandbox, '/')).text).toContain('2 on')
  await sandbox.put('/api/faults/whatsapp', { pair_rate: 0.625 })
  const all = (await page(sandbox, '/faults')).text
  expect(all).toContain('data-dials="/api/faults/whatsapp"')
  expect(all).toContain('value="62.5"')
  const ids = [...all.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect((await page(sandbox, '/')).text).toContain('3 on')
})

test('a link fills a webhook address in, and nothing is set before somebody saves it', async () => {
  const sandbox = await testSandbox()
  const hook = 'http://localhost:3000/hooks/x/"y"'
  for (const path of ['/phone?karix=', '/phone?twilio=', '/whatsapp?url=', '/ses?endpoint=']) {
    const { text } = await page(sandbox, path + encodeURIComponent(hook))
    expect(text).toContain('value="http://localhost:3000/hooks/x/&quot;y&quot;"')
    expect(text).toContain('to confirm.')
    expect((await page(sandbox, path.split('?')[0] ?? '')).text).not.toContain('hooks/x')
  }
  expect((await sandbox.get('/providers/karix/_settings')).body.data).toEqual([])
  expect((await sandbox.get('/api/whatsapp/webhooks')).body.data.webhooks).toEqual([])
})

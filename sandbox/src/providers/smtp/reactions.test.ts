import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { startSilentServer } from '../../testing/silent-server.ts'
import { startMailbox } from '../../testing/mailbox.ts'
import { testSandbox } from '../../testing/test-sandbox.ts'

const VERP = { from: 'b.token7@bounce.localhost' }
const TO = (to: string) => ({ envelope: { ...VERP, to }, to })

/** A web server that notes who calls, and redirects what looks like a click. */
async function startSite() {
  const calls: { path: string; method: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    calls.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers })
    if (request.url?.startsWith('/t/c/')) response.writeHead(302, { location: '/landing' })
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, calls }
}

test('a late bounce goes to the envelope sender as a delivery report', async () => {
  const mailbox = await startMailbox()
  const sandbox = await testSandbox({ bounce: { host: '127.0.0.1', port: mailbox.port } })
  await sandbox.send({ ...TO('bounce-late@x.example'), headers: { 'X-Run': '42' } })
  await expect.poll(() => mailbox.mails).toMatchObject([{ sender: '', to: [VERP.from] }])

  const raw = mailbox.mails[0]?.raw ?? Buffer.alloc(0)
  expect(raw.toString()).toMatch(/content-type: multipart\/report; report-type=delivery-status/i)
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')?.content
  expect(report).toContain('Final-Recipient: rfc822; bounce-late@x.example')
  expect(report).toContain('Action: failed')
  expect(report).toContain('Status: 5.1.1')
  expect(report).toContain('Diagnostic-Code: smtp; 550 5.1.1')
  expect(raw.toString()).toContain('X-Run: 42')
})

test('a complaint is a feedback report with the headers of the mail', async () => {
  const mailbox = await startMailbox()
  const sandbox = await testSandbox({ bounce: { host: '127.0.0.1', port: mailbox.port } })
  await sandbox.send(TO('complain@x.example'))
  await expect.poll(() => mailbox.mails.length).toBe(1)
  const text = mailbox.mails[0]?.raw.toString() ?? ''
  expect(text).toMatch(/report-type=feedback-report/)
  expect(text).toContain('Feedback-Type: abuse')
  expect(text).toContain('Original-Mail-From: <b.token7@bounce.localhost>')
  expect(text).toContain('To: complain@x.example')
})

test('a report that is put off is tried again, one that is refused is not', async () => {
  const tries: string[] = []
  const mailbox = await startMailbox(to => {
    tries.push(to)
    if (to.startsWith('refused')) return 550
    return tries.length === 1 ? 451 : undefined
  })
  const errors: unknown[] = []
  const log = (level: string) => void (level === 'error' && errors.push(level))
  const sandbox = await testSandbox({ bounce: { host: '127.0.0.1', port: mailbox.port }, log })
  await sandbox.send(TO('bounce-late@x.example'))
  await expect.poll(() => mailbox.mails.length).toBe(1)
  await sandbox.send({ envelope: { from: 'refused@bounce.localhost', to: 'bounce-late@x.example' } })
  await expect.poll(() => errors.length).toBe(1)
  expect(tries).toEqual([VERP.from, VERP.from, 'refused@bounce.localhost'])
})

test('bounces of mail from the null sender are refusals, for nobody could be told later', async () => {
  const mailbox = await startMailbox()
  const sandbox = await testSandbox({ bounce: { host: '127.0.0.1', port: mailbox.port } })
  await sandbox.put('/api/faults/email', { hard_bounce_rate: 1 })
  for (let i = 0; i < 8; i++) {
    const mail = { envelope: { from: '', to: `p${i}@x.example` } }
    await expect(sandbox.send(mail)).rejects.toMatchObject({ responseCode: 550 })
  }
})

test('readers load the images and follow one visible link, all on this machine', async () => {
  const site = await startSite()
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/email', { open_rate: 1, click_rate: 1 })
  await sandbox.send({
    to: 'reader@x.example',
    headers: { 'List-Unsubscribe': `<${site.url}/u/one>` },
    html: `<a href="${site.url}/t/c/shop">Shop</a> <a href="${site.url}/trap" style="display:none">x</a>
      <a href="${site.url}/u/one">Leave</a> <a href="${site.url}/u/two">Unsubscribe</a>
      <a href="http://192.0.2.1/outside">Outside</a> <a href="http://localhost.example.com/">Outside</a>
      <img src="http://192.0.2.1/pixel"><img src="${site.url}/t/o/pixel">`,
  })
  await expect.poll(() => site.calls.map(({ path }) => path).sort()).toEqual(['/t/c/shop', '/t/o/pixel'])
  for (const { method, headers } of site.calls) {
    expect(method).toBe('GET')
    expect(headers['user-agent']).toMatch(/^Mozilla\/5\.0 /)
  }
})

test('the share of readers is the one on the dial, the same people at every run', async () => {
  const site = await startSite()
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/email', { open_rate: 0.5, seed: 3 })
  const send = async (run: string) => {
    for (let i = 0; i < 40; i++) {
      await sandbox.send({ to: `p${i}@x.example`, html: `<img src="${site.url}/${run}/${i}">` })
    }
  }
  const openers = (run: string) => {
    const paths = site.calls.map(({ path }) => path).filter(path => path.startsWith(`/${run}/`))
    return paths.map(path => Number(path.split('/')[2])).sort((a, b) => a - b)
  }
  await send('a')
  await expect.poll(() => openers('a').length).toBeGreaterThan(10)
  await send('b')
  await expect.poll(() => openers('b')).toEqual(openers('a'))
  expect(openers('a').length).toBeLessThan(30)
})

test('a mail whose pictures are on a server that answers none holds up no reader of another author', async () => {
  const silence = await startSilentServer()
  const site = await startSite()
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/email', { open_rate: 1 })
  const html = `<img src="${silence}/pixel">`
  await Promise.all(Array.from({ length: 40 }, (_, i) => sandbox.send({ to: `p${i}@x.example`, html })))
  await sandbox.send({ from: 'other@shop.example', to: 'reader@x.example', html: `<img src="${site.url}/pixel">` })
  await expect.poll(() => site.calls.length, { timeout: 5000 }).toBe(1)
})

import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { CERTIFICATE } from '../../testing/certificate.ts'
import { openSmtpTalk } from '../../testing/smtp-talk.ts'
import { testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

const ENVELOPE = 'MAIL FROM:<s@x.example>\r\nRCPT TO:<a@x.example>\r\nDATA\r\n'

async function talk(sandbox: TestSandbox) {
  const client = await openSmtpTalk(sandbox.smtpPort)
  client.write('EHLO me\r\n')
  const [hello = ''] = await client.replies(1)
  return { ...client, hello }
}

async function texts(sandbox: TestSandbox): Promise<string[]> {
  const { body } = await sandbox.get('/api/messages?per_page=100')
  return body.data.map(({ text }: { text: string }) => text)
}

test('the greeting offers what a fast client needs', async () => {
  const { hello } = await talk(await testSandbox())
  expect(hello.split('\n').map(line => line.slice(4))).toEqual([
    'sandbox.localhost',
    'PIPELINING',
    '8BITMIME',
    'SMTPUTF8',
    'ENHANCEDSTATUSCODES',
    'SIZE 26214400',
    'AUTH PLAIN LOGIN',
  ])
})

test('commands in one write are answered in order, also the next envelope behind the dot', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  client.write(ENVELOPE)
  expect((await client.replies(3)).map(reply => reply.slice(0, 3))).toEqual(['250', '250', '354'])
  client.write(`\r\nfirst\r\n.\r\n${ENVELOPE}`)
  expect((await client.replies(4)).map(reply => reply.slice(0, 3))).toEqual(['250', '250', '250', '354'])
  client.write('\r\n..second\r\n.\r\nQUIT\r\n')
  expect((await client.replies(2)).map(reply => reply.slice(0, 3))).toEqual(['250', '221'])
  await client.closed
  expect(await texts(sandbox)).toEqual(['.second', 'first'])
})

test('a conversation cut into single bytes is understood all the same', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  client.socket.setNoDelay(true)
  for (const letter of `${ENVELOPE}\r\nslow\r\ntyping\r\n.\r\nQUIT\r\n`) client.write(letter)
  expect((await client.replies(5)).map(reply => reply.slice(0, 3))).toEqual(['250', '250', '354', '250', '221'])
  expect(await texts(sandbox)).toEqual(['slow\ntyping'])
})

test('a refused recipient leaves the others in place, and none at all stops DATA', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  client.write('MAIL FROM:<>\r\nRCPT TO:<bounce-hard@x.example>\r\nRCPT TO:<a@x.example>\r\nDATA\r\n')
  expect(await client.replies(4)).toEqual([
    '250 2.1.0 OK',
    '550 5.1.1 No such mailbox here',
    '250 2.1.5 OK',
    '354 End with a lone dot',
  ])
  client.write('\r\nhello\r\n.\r\nMAIL FROM:<>\r\nRCPT TO:<bounce-soft@x.example>\r\nDATA\r\nRSET\r\n')
  expect(await client.replies(5)).toEqual([
    '250 2.0.0 Kept',
    '250 2.1.0 OK',
    '552 5.2.2 Mailbox full',
    '554 5.5.1 No valid recipients',
    '250 2.0.0 Reset',
  ])
  const { body } = await sandbox.get('/api/messages')
  expect(body.data).toMatchObject([{ to: 'a@x.example', envelope_from: '' }])
})

test.each([
  ['MAIL FROM:<s@x.example>', '503', 'before EHLO'],
  ['EHLO x\r\nRCPT TO:<a@x.example>', '503', 'a recipient without a mail'],
  ['EHLO x\r\nDATA', '503', 'content without a mail'],
  ['EHLO x\r\nMAIL FROM:s@x.example', '501', 'a path without brackets'],
  ['EHLO x\r\nMAIL FROM:<s@x.example>\r\nRCPT TO:<>', '501', 'an empty recipient'],
  ['EHLO x\r\nMAIL FROM:<s@x.example>\r\nRCPT TO:<a b@x.example>', '501', 'a space in an address'],
  ['EHLO x\r\nMAIL FROM:<s@x.example> SIZE=999999999', '552', 'a mail announced as too large'],
  ['EHLO x\r\nSTARTTLS', '502', 'encryption that is not offered'],
  ['EHLO x\r\nMAKE COFFEE', '500', 'an unknown command'],
])('%s is answered %s (%s)', async (lines, code) => {
  const sandbox = await testSandbox()
  const client = await openSmtpTalk(sandbox.smtpPort)
  client.write(`${lines}\r\n`)
  const replies = await client.replies(lines.split('\r\n').length)
  expect(replies.at(-1)?.slice(0, 3)).toBe(code)
})

test('a line without end is refused and the connection closed', async () => {
  const client = await openSmtpTalk((await testSandbox()).smtpPort)
  client.write('X'.repeat(10_000))
  expect(await client.replies(1)).toEqual(['500 5.5.6 Line too long'])
  await client.closed
})

test('a mail whose client goes away in the middle is not kept', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  client.write(`${ENVELOPE}\r\nhalf a mail`)
  await client.replies(3)
  client.socket.destroy()
  await client.closed
  await sandbox.send({ to: 'next@x.example', text: 'whole' })
  expect(await texts(sandbox)).toEqual(['whole'])
})

test('a mail above the limit is answered 552 and the connection goes on', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  client.write(ENVELOPE)
  await client.replies(3)
  const megabyte = `${'x'.repeat(1022)}\r\n`.repeat(1024)
  for (let i = 0; i < 26; i++) client.write(megabyte)
  client.write(`.\r\n${ENVELOPE}`)
  expect((await client.replies(4)).map(reply => reply.slice(0, 3))).toEqual(['552', '250', '250', '354'])
})

test('any login is taken but the one for showing a wrong password', async () => {
  const sandbox = await testSandbox()
  const login = (user: string, pass: string, method: string) => {
    const transport = createTransport({
      port: sandbox.smtpPort,
      host: '127.0.0.1',
      authMethod: method,
      auth: { user, pass },
    })
    onTestFinished(() => transport.close())
    return transport.verify()
  }
  for (const method of ['PLAIN', 'LOGIN']) {
    await expect(login('someone', 'anything', method)).resolves.toBe(true)
    await expect(login('someone', 'wrong', method)).rejects.toMatchObject({ responseCode: 535 })
    await expect(login('wrong', 'anything', method)).rejects.toMatchObject({ responseCode: 535 })
  }
})

test('with a certificate mail can be sent encrypted, and nothing said before counts', async () => {
  const sandbox = await testSandbox({ starttls: CERTIFICATE })
  const transport = createTransport({
    port: sandbox.smtpPort,
    host: '127.0.0.1',
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'a', pass: 'b' },
  })
  onTestFinished(() => transport.close())
  await transport.sendMail({ from: 's@x.example', to: 'a@x.example', text: 'secret', subject: 'Hello' })
  expect(await texts(sandbox)).toEqual(['secret'])

  const client = await talk(sandbox)
  expect(client.hello).toContain('STARTTLS')
  client.write(`STARTTLS\r\n${ENVELOPE}`)
  expect(await client.replies(1)).toEqual(['220 2.0.0 Go ahead'])
})

test('stopping ends the open conversations', async () => {
  const sandbox = await testSandbox()
  const client = await talk(sandbox)
  const stopped = sandbox.stop()
  expect(await client.replies(1)).toEqual(['421 4.3.2 The sandbox is stopping'])
  await stopped
  await client.closed
})

import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { SELF_SIGNED } from '../../../testing/channels/certificates.ts'
import { startMisbehavingSmtp } from '../../../testing/channels/misbehaving-smtp.ts'
import { sendBatch, type NumberedMail } from '../../../testing/channels/smtp-batch.ts'
import { compileMail } from '../compose/compile-mail.ts'
import { composeMail } from '../compose/compose-mail.ts'
import { bytesOf } from '../compose/composed-mail.ts'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()))
})

const MAIL = compileMail({
  from: { address: 'shop@example.test' },
  subject: [{ static: 'Mail ' }, { slot: 0 }],
  text: [{ static: 'Dear ' }, { slot: 0 }, { static: ',\n.a line with a dot, '.repeat(1000) }, { slot: 0 }],
})

/** Composed mails of some 20 KB, each with its number at both ends. */
function composedMails(count: number): NumberedMail[] {
  return Array.from({ length: count }, (_, number) => {
    const headers = {
      to: { address: `user${number}@example.test` },
      messageId: `${number}@example.test`,
      date: new Date(0),
    }
    const content = composeMail(MAIL, { slots: [`number ${number}`] }, headers)
    return { number, envelopeFrom: 'b@bounce.test', recipient: `user${number}@example.test`, content }
  })
}

const TLS = { security: 'tls' as const, host: 'localhost', certificateAuthorities: [SELF_SIGNED.cert] }

test.each([
  ['with pipelining', {}, {}],
  ['without pipelining', { ehlo: '250 test server' }, {}],
  ['encrypted', { implicitTls: true }, TLS],
])('composed mails share their memory, and each arrives as it was composed, %s', async (_, script, settings) => {
  const server = await startMisbehavingSmtp(script)
  closing.push(() => server.close())
  const messages = composedMails(300)
  const { end } = await sendBatch({ port: server.port, messages, settings: { maxConnections: 4, ...settings } })
  expect(end).toEqual({ end: 'done' })
  const arrived = new Map(server.mails.map(({ to, content }) => [to, content.trimEnd()]))
  expect(arrived.size).toBe(300)
  for (const { recipient, content } of messages)
    expect(arrived.get(recipient)).toBe(bytesOf(content).toString('latin1').trimEnd())
})

test('what the system did not take at once is not overwritten by the next mail', async () => {
  const { promise: connected, resolve } = Promise.withResolvers<Socket>()
  const server = createServer(resolve)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise(closed => server.close(closed)))
  const messages = composedMails(400)
  const sent = sendBatch({
    port: (server.address() as AddressInfo).port,
    messages,
    hooks: {
      // Each mail is answered before it is read, so that they pile up.
      turn: (_, next) => {
        const isLast = next?.number === messages.length - 1
        void connected.then(socket => {
          if (next !== undefined) socket.write(`250 ok\r\n${isLast ? '' : ENVELOPE_TAKEN}`)
          if (isLast) socket.resume()
        })
        return true
      },
    },
  })
  const socket = await connected
  let arrived = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    arrived += text
    if (text.startsWith('EHLO')) socket.write('250-server\r\n250 PIPELINING\r\n')
    if (arrived.endsWith('DATA\r\n') && arrived.split('DATA\r\n').length === 2) socket.pause().write(ENVELOPE_TAKEN)
  })
  const ended = new Promise(done => socket.once('end', done))
  socket.write('220 server\r\n')
  expect((await sent).end).toEqual({ end: 'done' })
  await ended
  socket.destroy()
  const contents = arrived.split('DATA\r\n').slice(1)
  expect(contents).toHaveLength(messages.length)
  for (const [index, { content }] of messages.entries())
    expect(contents[index]?.startsWith(`${bytesOf(content).toString('latin1')}.\r\n`)).toBe(true)
})

const ENVELOPE_TAKEN = '250 ok\r\n250 ok\r\n354 go\r\n'

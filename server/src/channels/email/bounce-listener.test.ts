import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Outcome } from '../provider.ts'
import { sendBatch, numberedMails } from '../../testing/channels/smtp-batch.ts'
import { startBounceListener } from './bounce-listener.ts'
import type { BounceListener } from './bounce-listener.ts'

let listener: BounceListener | undefined
const taken: { raw: string; token: string }[] = []

async function start(onMail?: () => Promise<void>, lifeMs?: number) {
  taken.length = 0
  listener = await startBounceListener({
    domain: 'bounce.test',
    host: '127.0.0.1',
    port: 0,
    ...(lifeMs !== undefined && { lifeMs }),
    onMail: async (raw, token) => {
      await onMail?.()
      taken.push({ raw: raw.toString(), token })
    },
  })
  return listener.port
}

async function send(
  port: number,
  recipient: string,
  content = 'Subject: report\r\n\r\nHi\r\n',
): Promise<Outcome | undefined> {
  const [mail] = numberedMails(1, content)
  const record = await sendBatch({
    port,
    messages: mail === undefined ? [] : [{ ...mail, envelopeFrom: '', recipient }],
  })
  return record.outcomes.get(0)?.[0]
}

afterEach(() => listener?.close())

test('a report to one of our addresses is taken with its token', async () => {
  const port = await start()
  expect(await send(port, 'b.Tok-1@Bounce.test')).toMatchObject({ kind: 'sent' })
  expect(taken).toEqual([{ token: 'tok-1', raw: 'Subject: report\r\n\r\nHi\r\n' }])
})

test.each([
  ['another domain', 'b.x@example.test', 'relay_denied'],
  ['a domain that only ends alike', 'b.x@notbounce.test', 'relay_denied'],
  ['any other mailbox', 'postmaster@bounce.test', 'mailbox_missing'],
])('mail for %s is refused', async (_, recipient, reason) => {
  expect(await send(await start(), recipient)).toMatchObject({ reason })
  expect(taken).toEqual([])
})

test('a mail above 1 MB is refused', async () => {
  const line = `${'x'.repeat(76)}\r\n`
  expect(await send(await start(), 'b.x@bounce.test', `Subject: x\r\n\r\n${line.repeat(14_000)}`)).toMatchObject({
    reason: 'message_too_large',
  })
  expect(taken).toEqual([])
})

test('a report that cannot be stored is asked for again', async () => {
  const port = await start(() => Promise.reject(new Error('no database')))
  expect(await send(port, 'b.x@bounce.test')).toMatchObject({ kind: 'deferred' })
})

test('twenty connections of one network are served at a time, a further one is turned away for now', async () => {
  let waiting = 0
  const gate = Promise.withResolvers<void>()
  const full = Promise.withResolvers<void>()
  const port = await start(() => {
    if (++waiting === 20) full.resolve()
    return gate.promise
  })
  const sent = Array.from({ length: 20 }, (_, index) => send(port, `b.${index}@bounce.test`))
  await full.promise
  const record = await sendBatch({ port, count: 1 })
  expect(record.end).toMatchObject({ end: 'rejected', rejection: { reason: 'server_closing', temporary: true } })
  gate.resolve()
  expect((await Promise.all(sent)).map(outcome => outcome?.kind)).toEqual(Array.from({ length: 20 }, () => 'sent'))
})

test('a connection that says a byte now and then ends all the same', async () => {
  const port = await start(undefined, 300)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  const drip = setInterval(() => socket.write('N'), 20)
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(drip)
  expect(await send(port, 'b.x@bounce.test')).toMatchObject({ kind: 'sent' })
})

test('a port in use is reported', async () => {
  const port = await start()
  const second = startBounceListener({
    domain: 'bounce.test',
    host: '127.0.0.1',
    port,
    onMail: () => Promise.resolve(),
  })
  await expect(second).rejects.toThrow('EADDRINUSE')
})

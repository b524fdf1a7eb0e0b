/** Servers that do not bear what RFC 2920 allows: the next envelope in one piece with the end of a message. */
import { afterEach, expect, test } from 'vitest'
import {
  DOVECOT_2_3,
  HARAKA_3_3,
  startMisbehavingSmtp,
  type MisbehavingSmtp,
  type SmtpScript,
} from '../../../testing/channels/misbehaving-smtp.ts'
import { type BatchRecord, numberedMails, sendBatch, testSettings } from '../../../testing/channels/smtp-batch.ts'
import { BehindDot } from './behind-dot.ts'
import { openSmtpSender } from './hand-over.ts'

let server: MisbehavingSmtp | undefined

afterEach(() => server?.close())

async function send(script: SmtpScript, count: number, settings: object = {}): Promise<BatchRecord> {
  server = await startMisbehavingSmtp(script)
  return sendBatch({ port: server.port, count, settings })
}

const kinds = ({ outcomes }: BatchRecord) => Object.groupBy([...outcomes.values()], ([first]) => first?.kind ?? 'none')
const copies = () => (server?.mails.length ?? 0) - new Set(server?.mails.map(mail => mail.to)).size

const ONE_AT_A_TIME = { one_at_a_time: 'yes' }

test('a server that breaks down over them leaves one mail in doubt, however many connections there are', async () => {
  const record = await send(DOVECOT_2_3, 300, { maxConnections: 20 })
  expect(record.end).toEqual({ end: 'done' })
  expect([kinds(record).sent?.length, kinds(record).unknown?.length]).toEqual([299, 1])
  expect([server?.mails.length, copies()]).toEqual([300, 0])
  expect(record.learnt).toEqual([ONE_AT_A_TIME])
})

test('a server that refuses them gets each mail by itself, and no one is refused or in doubt', async () => {
  const record = await send(HARAKA_3_3, 300, { maxConnections: 20 })
  expect(record.end).toEqual({ end: 'done' })
  expect(kinds(record).sent).toHaveLength(300)
  expect([server?.mails.length, copies()]).toEqual([300, 0])
  expect(record.learnt).toEqual([ONE_AT_A_TIME])
  expect(server?.commands.filter(line => line.startsWith('MAIL'))).toHaveLength(300)
})

test.each<[string, SmtpScript]>([
  ['drops them without a word', { behindDot: 'ignore' }],
  ['closes the connection over them', { mail: afterFirst('421 4.7.0 improper command pipelining') }],
  ['refuses them in words of its own', { mail: afterFirst('554 5.5.0 SMTP protocol synchronization') }],
  ['takes them for unknown commands', { mail: afterFirst('500 5.5.2 unrecognized command') }],
  ['refuses only the last of them', { data: afterFirst('503 5.5.1 bad sequence of commands') }],
  ['puts them off each time', { mail: afterFirst('450 4.7.0 not now') }],
])('so does one that %s', async (_, script) => {
  const record = await send(script, 30, { maxConnections: 3, timeouts: { commandMs: 100 } })
  expect(record.end).toEqual({ end: 'done' })
  expect(kinds(record).sent).toHaveLength(30)
  expect([server?.mails.length, copies()]).toEqual([30, 0])
  expect(record.learnt).toEqual([ONE_AT_A_TIME])
})

test('what is known from before is not tried again', async () => {
  const record = await send(DOVECOT_2_3, 50, { maxConnections: 5, oneAtATime: true })
  expect(kinds(record).sent).toHaveLength(50)
  expect([copies(), record.learnt]).toEqual([0, []])
})

test('what one batch has learnt holds for the next ones', async () => {
  server = await startMisbehavingSmtp(DOVECOT_2_3)
  const sender = openSmtpSender(testSettings(server.port, { maxConnections: 3 }))
  const ended: string[] = []
  const hooks = {
    turn: (settled: readonly { outcome: { kind: string } }[]) =>
      ended.push(...settled.map(({ outcome }) => outcome.kind)) >= 0,
    commit: () => undefined,
    mayStillSend: () => true,
  }
  for (let batch = 0; batch < 3; batch++) await sender.handOver(numberedMails(40), hooks)
  await sender.close()
  expect([ended.length, ended.filter(kind => kind === 'unknown').length]).toEqual([120, 1])
})

test('a bad sequence that nothing of ours explains is neither the sender nor the recipient', async () => {
  const record = await send({ mail: '503 5.5.1 bad sequence of commands' }, 2)
  expect(record.end).toMatchObject({
    end: 'rejected',
    rejection: { reason: 'bad_sequence', code: '503 5.5.1', answer: '503 5.5.1 bad sequence of commands' },
  })
  const unsigned = await send({ mail: '503 5.5.1 authenticate first' }, 1)
  expect(unsigned.end).toMatchObject({ end: 'rejected', rejection: { reason: 'sign_in_needed' } })
})

test('one loss of a server that has taken hundreds makes it be tried again, a second one soon after ends that', () => {
  const server = new BehindDot('unknown')
  const next = () => {
    const trial = server.begin(true)
    if (trial === undefined) throw new Error('no trial')
    return trial
  }
  expect(server.begin(false)).toBeUndefined()
  server.end(next(), 'taken')
  for (let message = 0; message < 200; message++) server.end(next(), 'taken')
  const [lost, lostWithIt] = [next(), next()]
  expect(server.end(lost, 'failed')).toBe(false)
  // The other connections broke at the same time: that is no second loss.
  expect(server.end(lostWithIt, 'failed')).toBe(false)
  const again = next()
  expect([again.isProven, server.begin(true)]).toEqual([false, undefined])
  server.end(again, 'taken')
  expect(server.end(next(), 'failed')).toBe(true)
  expect([server.hasFailed, server.begin(true)]).toEqual([true, undefined])
})

/** The answer to whatever arrives in one piece with the end of a message; what comes by itself is taken. */
function afterFirst(answer: string): NonNullable<SmtpScript['mail']> {
  const usual = answer.startsWith('503') ? '354 go ahead' : '250 ok'
  return session => (session.isBehindDot ? answer : usual)
}

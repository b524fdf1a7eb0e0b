import { afterEach, expect, test, vi } from 'vitest'
import type { Deferred, Outcome } from '../../provider.ts'
import { startMisbehavingSmtp } from '../../../testing/misbehaving-smtp.ts'
import { sendBatch } from '../../../testing/smtp-batch.ts'
import { Pace } from '../../pace.ts'

afterEach(() => vi.useRealTimers())

const sent: Outcome = { kind: 'sent', answer: '250 ok' }
const deferred = (reason: string): Deferred => ({ kind: 'deferred', reason, code: '451', answer: '451 later' })

function answer(pace: Pace, times: number, outcome: Outcome): number {
  for (let time = 0; time < times; time++) pace.answered(outcome)
  return pace.connections
}

test('more than a tenth of slow-downs halves the connections, each clean round brings one back', () => {
  const pace = new Pace(20, () => undefined)
  answer(pace, 36, sent)
  expect(answer(pace, 4, deferred('rate_limited'))).toBe(20)
  answer(pace, 35, sent)
  expect(answer(pace, 5, deferred('rate_limited'))).toBe(10)
  expect(answer(pace, 19, sent)).toBe(10)
  expect(answer(pace, 1, sent)).toBe(11)
  expect(answer(pace, 1000, sent)).toBe(20)
})

test('whoever throttles one in twenty, whatever the pace, gets all connections back', () => {
  const pace = new Pace(20, () => undefined)
  answer(pace, 400, deferred('rate_limited'))
  pace.end()
  for (let round = 0; round < 100; round++) {
    answer(pace, 19, sent)
    answer(pace, 1, deferred('rate_limited'))
  }
  expect(pace.connections).toBe(20)
})

test('greylisting and full mailboxes say nothing of the pace; a server that is in trouble for most does', () => {
  const pace = new Pace(8, () => undefined)
  answer(pace, 160, deferred('greylisted'))
  expect(answer(pace, 160, deferred('mailbox_full'))).toBe(8)
  answer(pace, 8, sent)
  expect(answer(pace, 8, deferred('temporary_failure'))).toBe(8)
  answer(pace, 6, sent)
  expect(answer(pace, 10, deferred('temporary_failure'))).toBe(4)
})

test('where one connection is too much it pauses, longer each time, and goes on as the first answer is good', () => {
  vi.useFakeTimers()
  let calls = 0
  const pace = new Pace(1, () => calls++)
  for (const pauseMs of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
    expect(answer(pace, 10, deferred('rate_limited'))).toBe(0)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(pace.connections).toBe(0)
    vi.advanceTimersByTime(1)
    expect(pace.connections).toBe(1)
  }
  expect(calls).toBe(6)
  answer(pace, 10, sent)
  answer(pace, 10, deferred('rate_limited'))
  vi.advanceTimersByTime(1000)
  expect(pace.connections).toBe(1)
})

test('what the configuration allows can change meanwhile', () => {
  const pace = new Pace(20, () => undefined)
  pace.setMost(8)
  expect(pace.connections).toBe(8)
  answer(pace, 16, deferred('rate_limited'))
  pace.setMost(20)
  expect(pace.connections).toBe(4)
  expect(answer(pace, 2000, sent)).toBe(20)
})

test.each([
  ['451 at the recipient', { rcpt: '451 4.7.28 too many messages, slow down' }],
  ['451 at the end', { dot: '451 4.7.0 rate limit reached' }],
  ['421, which hangs up', { dot: '421 4.7.0 too fast' }],
])(
  'a server that answers %s gets few mails until it takes them again, and then all of them',
  async (_, storm) => {
    let refused = 0
    const takers: number[] = []
    const server = await startMisbehavingSmtp({
      ...('rcpt' in storm && {
        rcpt: session => {
          if (refused < 88) return (refused++, storm.rcpt)
          return session.notes.has('sender accepted') ? '250 ok' : '503 MAIL first'
        },
      }),
      dot: session => {
        if ('dot' in storm && refused < 88) {
          session.hangUpNext = storm.dot.startsWith('421')
          return (refused++, storm.dot)
        }
        takers.push(session.connection)
        return '250 ok'
      },
    })
    const record = await sendBatch({ port: server.port, count: 1000, settings: { maxConnections: 20 } })
    expect(record.end).toEqual({ end: 'done' })
    const kinds = [...record.outcomes.values()].map(([outcome]) => outcome?.kind)
    // Whose connection was hung up on three times over is put off as well.
    expect(kinds.filter(kind => kind === 'sent').length).toBeGreaterThanOrEqual(1000 - refused - 20)
    expect(new Set(kinds)).toEqual(new Set(['sent', 'deferred']))
    expect(refused).toBe(88)
    // One at first, and more and more of them: at the end as many as at the beginning.
    expect(new Set(takers.slice(0, 10)).size).toBe(1)
    expect(new Set(takers.slice(-200)).size).toBeGreaterThan(10)
    await server.close()
  },
  20_000,
)

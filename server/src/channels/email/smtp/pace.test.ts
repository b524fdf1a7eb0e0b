import { afterEach, expect, test, vi } from 'vitest'
import type { Deferred, Outcome } from '../../provider.ts'
import { startMisbehavingSmtp } from '../../../testing/channels/misbehaving-smtp.ts'
import { sendBatch } from '../../../testing/channels/smtp-batch.ts'
import { Pace } from '../../feed.ts'

/** Park and Miller: the same numbers from 0 to 1 for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

afterEach(() => vi.useRealTimers())

const sent: Outcome = { kind: 'sent', answer: '250 ok' }
const deferred = (reason: string, retryAfterMs?: number): Deferred => ({
  kind: 'deferred',
  reason,
  code: '451',
  answer: '451 later',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

function answer(pace: Pace, times: number, outcome: Outcome): number {
  for (let time = 0; time < times; time++) pace.answered(outcome)
  return pace.connections
}

test('slow-downs in a row halve the connections, those under way count once, and answers bring one after the other back', () => {
  const pace = new Pace(20, () => undefined)
  expect(answer(pace, 6, deferred('rate_limited'))).toBe(20)
  expect(answer(pace, 1, deferred('rate_limited'))).toBe(10)
  expect(answer(pace, 20, deferred('rate_limited'))).toBe(10)
  expect(answer(pace, 19, sent)).toBe(10)
  expect(answer(pace, 1, sent)).toBe(11)
  expect(answer(pace, 1000, sent)).toBe(20)
})

test('whoever throttles and fails one in twenty each, whatever the pace, keeps most connections busy', () => {
  const pace = new Pace(40, () => undefined)
  const random = generator(5)
  let all = 0
  for (let n = 0; n < 20_000; n++) {
    const chance = random()
    const outcome = chance < 0.05 ? deferred('rate_limited', 1000) : deferred('temporary_failure')
    all += answer(pace, 1, chance < 0.1 ? outcome : sent)
  }
  expect(all / 20_000).toBeGreaterThan(28)
})

test('greylisting and full mailboxes say nothing of the pace; a server that is in trouble for most does', () => {
  const pace = new Pace(8, () => undefined)
  answer(pace, 160, deferred('greylisted'))
  expect(answer(pace, 160, deferred('mailbox_full'))).toBe(8)
  for (let n = 0; n < 200; n++) answer(pace, 1, n % 5 < 2 ? deferred('temporary_failure') : sent)
  expect(pace.connections).toBe(8)
  expect(answer(pace, 20, deferred('temporary_failure'))).toBe(4)
})

test('where one connection gets nothing through it pauses, longer each time, until an answer is good', () => {
  vi.useFakeTimers()
  let calls = 0
  const pace = new Pace(1, () => calls++)
  answer(pace, 6, deferred('rate_limited'))
  for (const pauseMs of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
    expect(answer(pace, 1, deferred('rate_limited'))).toBe(0)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(pace.connections).toBe(0)
    vi.advanceTimersByTime(1)
    expect(pace.connections).toBe(1)
  }
  expect(calls).toBe(6)
  answer(pace, 100, sent)
  answer(pace, 7, deferred('rate_limited'))
  vi.advanceTimersByTime(1000)
  expect(pace.connections).toBe(1)
})

test('when every answer names a time, nothing leaves before it', () => {
  vi.useFakeTimers()
  const pace = new Pace(20, () => undefined)
  expect(answer(pace, 7, deferred('rate_limited', 5000))).toBe(0)
  vi.advanceTimersByTime(4999)
  expect(pace.connections).toBe(0)
  vi.advanceTimersByTime(1)
  expect(pace.connections).toBe(10)
})

test('what the configuration allows can change meanwhile', () => {
  const pace = new Pace(20, () => undefined)
  pace.setMost(8)
  expect(pace.connections).toBe(8)
  answer(pace, 7, deferred('rate_limited'))
  pace.setMost(20)
  expect(pace.connections).toBe(4)
  expect(answer(pace, 2000, sent)).toBe(20)
})

// So many refusals bring twenty connections down to one. Each further one lets that one wait, twice as long every time: with two
// more, 421 takes a quarter of a minute.
test.each([
  ['451 at the recipient', { rcpt: '451 4.7.28 too many messages, slow down', refusals: 56 }],
  ['451 at the end', { dot: '451 4.7.0 rate limit reached', refusals: 56 }],
  ['421, which hangs up', { dot: '421 4.7.0 too fast', refusals: 54 }],
])(
  'a server that answers %s gets few mails until it takes them again, and then all of them',
  async (_, storm) => {
    let refused = 0
    const takers: number[] = []
    const server = await startMisbehavingSmtp({
      ...('rcpt' in storm && {
        rcpt: session => {
          if (refused < storm.refusals) return (refused++, storm.rcpt)
          return session.notes.has('sender accepted') ? '250 ok' : '503 MAIL first'
        },
      }),
      dot: session => {
        if ('dot' in storm && refused < storm.refusals) {
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
    expect(refused).toBe(storm.refusals)
    // One at first, and more and more of them: at the end as many as at the beginning.
    expect(new Set(takers.slice(0, 10)).size).toBe(1)
    expect(new Set(takers.slice(-200)).size).toBeGreaterThan(10)
    await server.close()
  },
  20_000,
)

import { expect, test } from 'vitest'
import { createKeptCounts } from './kept-counts.ts'

function counting(freshMs: number) {
  const time = { nowMs: 0 }
  let counts = 0
  const kept = createKeptCounts<number>(freshMs, { nowMs: () => time.nowMs })
  const count = (tookMs: number) => () => {
    time.nowMs += tookMs
    return Promise.resolve(++counts)
  }
  return { time, kept, count }
}

test('a count is kept for its time, and for twenty times of what it cost where that is longer', async () => {
  const { time, kept, count } = counting(1000)
  const ask = () => kept({ key: 'a' }, count(100))
  expect(await ask()).toBe(1)
  time.nowMs = 100 + 1999
  expect(await ask()).toBe(1)
  time.nowMs = 100 + 2001
  expect(await ask()).toBe(2)
  expect(await kept({ key: 'b' }, count(0))).toBe(3)
})

test('while nothing has moved it stands; once the run has ended, what moved is counted at once', async () => {
  const { time, kept, count } = counting(1000)
  const ask = (standing: string, hasEnded: boolean) => kept({ key: 'a', standing, hasEnded }, count(0))
  expect(await ask('1 2', false)).toBe(1)
  time.nowMs = 1_000_000
  expect(await ask('1 2', true)).toBe(1)
  expect(await ask('1 3', true)).toBe(2)
  expect(await ask('1 4', false)).toBe(2)
  expect(await ask('1 4', true)).toBe(3)
})

test('those who ask at the same time wait for one count, and a failed one is done again', async () => {
  const kept = createKeptCounts<string>(1000)
  const { promise, reject } = Promise.withResolvers<string>()
  const asked = [kept({ key: 'a' }, () => promise), kept({ key: 'a' }, () => Promise.resolve('another'))]
  reject(new Error('the database is away'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await kept({ key: 'a' }, () => Promise.resolve('there'))).toBe('there')
})

test('a failure is told to those who ask again, for as long as it took', async () => {
  const time = { nowMs: 0 }
  const kept = createKeptCounts<string>(1000, { nowMs: () => time.nowMs, tellsFailures: true })
  const ask = (count: () => Promise<string>) => kept({ key: 'a' }, count).catch(() => 'failed')
  const fail = (tookMs: number) => () => {
    time.nowMs += tookMs
    return Promise.reject(new Error('it took too long'))
  }
  expect(await ask(fail(5000))).toBe('failed')
  time.nowMs = 9999
  expect(await ask(() => Promise.resolve('there'))).toBe('failed')
  time.nowMs = 10_001
  expect(await ask(fail(0))).toBe('failed')
  expect(await ask(() => Promise.resolve('there'))).toBe('there')
})

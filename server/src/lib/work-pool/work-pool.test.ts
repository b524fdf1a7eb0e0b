import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import type * as tasks from '../../testing/pool-work.ts'
import { AppError } from '../app-error.ts'
import { workOf } from './work.ts'
import { createWorkPool } from './work-pool.ts'

const limits = {
  timeMs: 300,
  inputMax: 1000,
  outputMax: 1000,
  refusal: (reason: string) => new Error(`stopped for its ${reason}`),
}
const work = workOf<typeof tasks>(new URL('../../testing/pool-work.ts', import.meta.url))

function poolOf(places: number, placesPerKey = places, warmMb?: number) {
  const pool = createWorkPool({
    ...(warmMb !== undefined && { warmMb }),
    memoryMb: 32,
    warmThreads: places,
    places,
    placesPerKey,
    waitingPerKey: 4,
    waitingMax: 8,
    waitMs: 60_000,
  })
  afterAll(() => pool.close())
  return pool
}

test('answers from a thread, which is kept for the next work', async () => {
  const pool = poolOf(1)
  expect(await pool.run(work('double', limits), 'a', 21)).toBe(42)
  const which = work('whichThread', limits)
  const first = await pool.run(which, 'a', null)
  expect(first).toBeGreaterThan(0)
  expect(await pool.run(which, 'b', null)).toBe(first)
})

test('a thread that waits is ended when that is asked for, and the next work is done by another one', async () => {
  const pool = poolOf(1)
  const which = work('whichThread', limits)
  const first = await pool.run(which, 'a', null)
  await pool.endIdle()
  expect(await pool.run(which, 'a', null)).not.toBe(first)
})

test('a thread that holds much after its work is not kept', async () => {
  const pool = poolOf(1, 1, 20)
  const which = work('whichThread', limits)
  const first = await pool.run(which, 'a', null)
  expect(await pool.run(which, 'b', null)).toBe(first)
  expect(await pool.run(work('keepMemory', limits), 'a', 20)).toBe(20)
  expect(await pool.run(which, 'a', null)).not.toBe(first)
})

test.runIf(process.platform === 'linux')('threads leave the processor to whoever answers requests', async () => {
  const own = getPriority()
  expect(await poolOf(1).run(work('whichPriority', limits), 'a', null)).toBe(10)
  expect(getPriority()).toBe(own)
})

test('work without an end is stopped when its processor time is over, and another thread takes its place', async () => {
  const pool = poolOf(1)
  const which = work('whichThread', limits)
  const first = await pool.run(which, 'a', null)
  await expect(pool.run(work('loopForEver', limits), 'a', null)).rejects.toThrow('stopped for its time')
  expect(await pool.run(which, 'a', null)).not.toBe(first)
})

test('while one application has nothing but endless work, another one is answered', async () => {
  const pool = poolOf(2, 1)
  const endless = Array.from({ length: 5 }, () =>
    pool.run(work('loopForEver', { ...limits, timeMs: 3_600_000 }), 'a', null),
  )
  const refusals = Promise.allSettled(endless)
  expect(await pool.run(work('double', limits), 'b', 4)).toBe(8)
  await expect(pool.run(work('double', limits), 'a', 4)).rejects.toMatchObject({
    error: 'tooManyRequests',
    retryAfterSeconds: 2,
  })
  await pool.close()
  for (const end of await refusals) expect(end.status).toBe('rejected')
})

test('work that fills the memory ends alone', async () => {
  const pool = poolOf(1)
  const greedy = work('fillMemory', { ...limits, timeMs: 60_000 })
  await expect(pool.run(greedy, 'a', null)).rejects.toThrow('stopped for its memory')
  expect(await pool.run(work('double', limits), 'a', 1)).toBe(2)
})

test('input and answer are bounded', async () => {
  const pool = poolOf(1)
  await expect(pool.run(work('refuse', limits), 'a', 'x'.repeat(1001))).rejects.toThrow('stopped for its size')
  await expect(pool.run(work('say', limits), 'a', 1001)).rejects.toThrow('stopped for its size')
  expect(await pool.run(work('say', limits), 'a', 1000)).toHaveLength(1000)
})

test('an expected failure arrives as it was thrown, a defect as a defect', async () => {
  const pool = poolOf(1)
  await expect(pool.run(work('refuse', limits), 'a', 'html')).rejects.toMatchObject({
    name: 'AppError',
    error: 'invalidInput',
    sentence: { key: 'fields.format' },
    errors: [{ field: 'html', key: 'fields.format' }],
  })
  const later = pool.run(work('refuseLater', limits), 'a', null)
  await expect(later).rejects.toBeInstanceOf(AppError)
  await expect(pool.run(work('fail', limits), 'a', null)).rejects.toThrow(TypeError)
})

test('a stream hands over its pieces one by one, and takes buffers back', async () => {
  const pool = poolOf(1)
  const returned = (piece: { bytes: Uint8Array<ArrayBuffer> }): ArrayBuffer => piece.bytes.buffer
  const stream = pool.stream(work('buffers', limits), 'a', 20, { returned })
  const seen: (number | undefined)[] = []
  let next = await stream.next()
  for (; next.done !== true; next = await stream.next()) seen.push(next.value.bytes[0])
  expect(seen).toEqual(Array.from({ length: 20 }, (_, no) => no))
  expect(next.value.reused).toBeGreaterThan(0)
})

test('whoever leaves a stream early stops it and frees its place', async () => {
  const pool = poolOf(1)
  for await (const no of pool.stream(work('withoutEnd', limits), 'a', null)) if (no === 10) break
  expect(await pool.run(work('double', limits), 'b', 3)).toBe(6)
})

test('a closed pool refuses work', async () => {
  const pool = poolOf(1)
  await pool.close()
  await expect(pool.run(work('double', limits), 'a', 1)).rejects.toMatchObject({ error: 'unavailable' })
})

import { expect, test } from 'vitest'
import { uuidv7, uuidv7Floor, uuidv7Time } from './uuid.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids have the form of version 7 and carry the time of their making', () => {
  const before = Date.now()
  const id = uuidv7()
  expect(id).toMatch(form)
  expect(uuidv7Time(id).getTime()).toBeGreaterThanOrEqual(before)
})

test('the example of RFC 9562, appendix A.6, has the same time', () => {
  expect(uuidv7Time('017F22E2-79B0-7CC3-98C4-DC0C0C07398F').toISOString()).toBe('2022-02-22T19:22:22.000Z')
})

test('a hundred thousand ids in a row are distinct and already sorted', () => {
  const ids = Array.from({ length: 100_000 }, () => uuidv7())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every(id => form.test(id))).toBe(true)
})

test('a given time is kept to the millisecond, in whatever order times are given', () => {
  const times = [1_700_000_000_000, 5, 1_800_000_000_123, 1_700_000_000_000]
  expect(times.map(ms => uuidv7Time(uuidv7(ms)).getTime())).toEqual(times)
  expect(uuidv7Time(uuidv7(new Date('2026-01-31T23:59:59.999Z'))).toISOString()).toBe('2026-01-31T23:59:59.999Z')
})

test('ids of the same given millisecond are sorted too', () => {
  const ids = Array.from({ length: 1000 }, () => uuidv7(1_790_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})

test('the floor of a time is not above its ids, and above those of the millisecond before', () => {
  const date = new Date('2026-03-01T00:00:00Z')
  const floor = uuidv7Floor(date)
  expect(floor).toMatch(form)
  expect(Array.from({ length: 1000 }, () => uuidv7(date)).every(id => id >= floor)).toBe(true)
  expect(Array.from({ length: 1000 }, () => uuidv7(date.getTime() - 1)).every(id => id < floor)).toBe(true)
})

import { expect, test } from 'vitest'
import { recentRate, thin, type Sample } from './course.ts'

const START = new Date('2026-11-20T10:00:00Z')
const at = (seconds: number, done: number): Sample => ({
  at: new Date(START.getTime() + seconds * 1000),
  done,
  sent: done,
  delivered: 0,
  opened: 0,
  clicked: 0,
})

test('the speed is what happened in the last half minute', () => {
  const samples = [at(0, 0), at(10, 1000), at(20, 2000), at(30, 2000), at(40, 2000)]
  expect(recentRate(samples, at(50, 2600), START)).toBeCloseTo(20)
})

test('the speed of a young run is that since its start, and of a run of this moment unknown', () => {
  expect(recentRate([], at(4, 200), START)).toBe(50)
  expect(recentRate([at(3.5, 100)], at(4, 200), START)).toBe(50)
  expect(recentRate([], at(0.2, 10), START)).toBeNull()
  expect(recentRate([], at(4, 0), null)).toBeNull()
})

test('a chart has sixty points at most, among them the first and the last', () => {
  const samples = Array.from({ length: 1000 }, (_, index) => at(index, index))
  const points = thin(samples)
  expect(points.length).toBeLessThanOrEqual(60)
  expect(points.length).toBeGreaterThan(50)
  expect([points[0], points.at(-1)]).toEqual([samples[0], samples.at(-1)])
  expect(thin(samples.slice(0, 60))).toHaveLength(60)
})

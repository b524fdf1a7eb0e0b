import { expect, test } from 'vitest'
import { firstHours, recentRate, downsample, untilSettled, completeSamples } from './course.ts'
import type { Sample } from './course-queries.ts'

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
  const points = downsample(samples)
  expect(points.length).toBeLessThanOrEqual(60)
  expect(points.length).toBeGreaterThan(50)
  expect([points[0], points.at(-1)]).toEqual([samples[0], samples.at(-1)])
  expect(downsample(samples.slice(0, 60))).toHaveLength(60)
})

const course = (...rows: [seconds: number, sent: number, delivered: number, opened: number][]): Sample[] =>
  rows.map(([seconds, sent, delivered, opened]) => ({ ...at(seconds, sent), delivered, opened }))

test('the course of a run that has ended ends there, however long opens go on', () => {
  const samples = course([0, 0, 0, 0], [100, 80, 0, 10], [300, 100, 0, 30], [90_000, 100, 0, 70])
  expect(untilSettled(samples, at(200, 0).at)).toEqual([...samples.slice(0, 2), ...course([200, 100, 0, 20])])
})

test('where deliveries are reported it goes on until nearly all of them are', () => {
  const during = course([0, 0, 0, 0], [9, 90, 0, 0], [10, 100, 0, 0])
  const reported = course([15, 100, 60, 0], [20, 100, 96, 0])
  const last = course([9000, 100, 100, 0])
  const end = at(10, 0).at
  expect(untilSettled([...during, ...reported, ...last], end)).toEqual([...during, ...reported])
  const late = course([200_000, 100, 50, 0], [400_000, 100, 100, 0])
  expect(untilSettled([...during, ...late], end)).toEqual([...during, ...late.slice(0, 1)])
})

test('a run that ended after its last sample is drawn up to its end', () => {
  expect(untilSettled(course([0, 0, 0, 0], [10, 100, 0, 5]), at(20, 0).at).at(-1)).toEqual(course([20, 100, 0, 5])[0])
})

test('readers are followed from the start to the present, and in its first two days by themselves', () => {
  const opens = course([1, 100, 0, 0], [3600, 100, 0, 40], [400_000, 100, 0, 70])
  const whole = completeSamples(START, opens, at(900_000, 100))
  expect(whole.map(sample => sample.at)).toEqual([0, 1, 3600, 400_000, 900_000].map(seconds => at(seconds, 0).at))
  expect(firstHours(whole)).toEqual([whole[0], ...opens.slice(0, 2), ...course([172_800, 100, 0, 40])])
  const young = completeSamples(START, opens.slice(0, 1), at(60, 100))
  expect(firstHours(young)).toEqual(young)
})

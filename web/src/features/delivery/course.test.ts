import type { RunProgress } from '@notifly/contracts/deliveries'
import { expect, test } from 'vitest'
import { courseOf } from './course.ts'

const sample = (at: number, sent: number, opened: number) => ({ at, sent, delivered: sent, opened, clicked: 0 })
const over_time = [sample(1000, 0, 0), sample(1100, 80, 10), sample(1300, 100, 30), sample(90_000, 100, 70)]

function run(change: Partial<RunProgress>): RunProgress {
  const base = {
    status: 'sent',
    reports_delivery: false,
    seconds_left: null,
    sent: 100,
    recipients: 100,
    done: 100,
    ab_test: null,
  }
  return { notification_type: 'email', ...base, over_time, ended_on: null, ...change } as RunProgress
}

const points = (change: Partial<RunProgress>) =>
  courseOf(run(change)).series.map(({ id, points: line }) => [id, line.map(({ x, y }) => [x / 1000, y])])

test('the chart of a run that has ended ends there, however long opens go on', () => {
  expect(points({ ended_on: 1200 })).toEqual([
    [
      'handedOver',
      [
        [1000, 0],
        [1100, 80],
        [1200, 100],
      ],
    ],
    [
      'opened',
      [
        [1000, 0],
        [1100, 10],
        [1200, 20],
      ],
    ],
  ])
})

test('a run that ended after its last sample is drawn up to its end', () => {
  const [sent] = courseOf(run({ ended_on: 90_100 })).series
  expect(sent?.points.at(-1)).toEqual({ x: 90_100_000, y: 100 })
})

test('a run that goes on is drawn up to its last sample', () => {
  const [sent] = courseOf(run({})).series
  expect(sent?.points.map(point => point.x)).toEqual(over_time.map(({ at }) => at * 1000))
})

test('a run that still tests its variants has no end to be expected', () => {
  const moving: Partial<RunProgress> = { status: 'executing', seconds_left: 60, recipients: 200 }
  expect(courseOf(run(moving), 0).expected).toEqual({ x: 60_000, y: 200 })
  const testing = { state: 'running' } as NonNullable<RunProgress['ab_test']>
  expect(courseOf(run({ ...moving, ab_test: testing }), 0).expected).toBeNull()
})

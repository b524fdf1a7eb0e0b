import type { RunProgress } from '@notifly/contracts/runs/deliveries'
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

test('a run is drawn up to its last sample', () => {
  const [sent] = courseOf(run({})).series
  expect(sent?.points.map(point => point.x)).toEqual(over_time.map(({ at }) => at * 1000))
})

test('a run that still tests its variants has no end to be expected', () => {
  const moving: Partial<RunProgress> = { status: 'executing', seconds_left: 60, recipients: 200 }
  expect(courseOf(run(moving), 0).expected).toEqual({ x: 60_000, y: 200 })
  const testing = { state: 'running' } as NonNullable<RunProgress['ab_test']>
  expect(courseOf(run({ ...moving, ab_test: testing }), 0).expected).toBeNull()
})

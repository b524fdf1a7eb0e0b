import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { expect, test } from 'vitest'
import { courseOf, spansOf } from './course.ts'

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
  expect(courseOf(run(moving), { nowMs: 0 }).expected).toEqual({ x: 60_000, y: 200 })
  const testing = { state: 'running' } as NonNullable<RunProgress['ab_test']>
  expect(courseOf(run({ ...moving, ab_test: testing }), { nowMs: 0 }).expected).toBeNull()
})

test('a run that is over shows what readers did for as long as they do it, however fast it was sent', () => {
  const engagement = { hours: over_time.slice(0, 3), days: over_time }
  const over = run({ engagement, ended_on: 1100, over_time: over_time.slice(0, 1) })
  expect(spansOf(over, 5000 * 1000)).toEqual(['hours', 'sending'])
  expect(spansOf(over, 500_000 * 1000)).toEqual(['days', 'hours', 'sending'])
  const { series } = courseOf(over, { span: 'days' })
  expect(series.map(({ id, points }) => [id, points.at(-1)])).toEqual([
    ['opened', { x: 90_000_000, y: 70 }],
    ['clicked', { x: 90_000_000, y: 0 }],
  ])
  expect(spansOf(run({}))).toEqual(['sending'])
})

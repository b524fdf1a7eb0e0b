/** The runs that a campaign still has before it. Pure: the clock is passed in. */
import type { CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { epochSeconds } from '../../../lib/clock.ts'
import { laterRuns } from '../../schedules/schedules.ts'

export interface Planned {
  status: CampaignStatus
  schedule: Schedule
  nextRunAt: Date
  since: Date | null
  /** A person has paused it: moments that pass meanwhile are missed. */
  pausedAt: Date | null
  /** Runs so far. */
  made: number
}

interface Bounds {
  /** Epoch seconds, both included. */
  from?: number
  until?: number
  limit?: number
}

/** In these states the planned runs are still to come. */
export const HAS_RUNS_TO_COME: readonly CampaignStatus[] = ['scheduled', 'paused', 'pending', 'executing']

/** Epoch seconds, in order. A moment that has passed and waits for its tick counts as well. */
export function runsToCome(planned: Planned, view: { timezone: string; now: Date }, bounds: Bounds): number[] {
  const { status, schedule, nextRunAt, since, pausedAt, made } = planned
  if (!HAS_RUNS_TO_COME.includes(status)) return []
  const { from = -Infinity, until = Infinity, limit = Infinity } = bounds
  const next = epochSeconds(nextRunAt)
  const first = Math.max(from, pausedAt === null ? -Infinity : epochSeconds(view.now))
  // Counting needs all runs; otherwise the search starts with the next one.
  const isCounted = schedule.sunset?.type === 3
  const start = isCounted ? next : Math.max(next, first - 1)
  const later = laterRuns(
    schedule,
    {
      timezone: view.timezone,
      from: start,
      since: since === null ? undefined : epochSeconds(since),
      made: made + (isCounted ? 1 : 0),
    },
    { until, ...(!isCounted && { limit }) },
  )
  return [next, ...later].filter(run => run >= first && run <= until).slice(0, limit)
}

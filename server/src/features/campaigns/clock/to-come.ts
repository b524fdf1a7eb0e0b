/** The runs that a campaign has still before it. Pure: the questions to the schedule are here, the clock is passed in. */
import type { CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { epochSeconds } from '../../../lib/clock.ts'
import { laterRuns } from '../../schedules/schedules.ts'

export interface Planned {
  status: CampaignStatus
  schedule: Schedule
  nextRunAt: Date
  since: Date | null
  /** A person holds it back: what passes meanwhile is missed. */
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

/** These still have the runs before them that are planned. */
export const HAS_RUNS_TO_COME: readonly CampaignStatus[] = ['scheduled', 'paused', 'pending', 'executing']

/** Epoch seconds, in order. A moment that has come and waits for its turn counts as one to come. */
export function runsToCome(planned: Planned, view: { timezone: string; now: Date }, bounds: Bounds): number[] {
  const { status, schedule, nextRunAt, since, pausedAt, made } = planned
  if (!HAS_RUNS_TO_COME.includes(status)) return []
  const { from = -Infinity, until = Infinity, limit = Infinity } = bounds
  const next = epochSeconds(nextRunAt)
  const first = Math.max(from, pausedAt === null ? -Infinity : epochSeconds(view.now))
  // Runs are walked through from the next one only where they are counted.
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

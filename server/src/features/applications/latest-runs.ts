import { CHANNELS, type ApplicationOverview } from '@notifly/contracts/applications'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { COUNTER_NAMES, STATE } from '../../delivery/states.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { selectCounters, selectLatestRuns, type LatestRun } from './stats-queries.ts'

/** A run with its counters, by their number. */
export interface CountedRun extends LatestRun {
  counters: ReadonlyMap<number, number>
}

type OverviewRun = ApplicationOverview['runs'][number]

/** States in which a message was handed over, whatever came of it. */
const HANDED_OVER = [STATE.sent, STATE.delivered, STATE.bounced, STATE.complained]

/** A run's state in the words that campaigns use. */
const RUN_STATUS: Record<string, string> = {
  preparing: 'pending',
  executing: 'executing',
  paused: 'paused',
  cancelling: 'cancelled',
  done: 'sent',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** The newest runs of each application, newest first. */
export async function latestRuns(
  db: Kysely<Tables>,
  applicationIds: string[],
  perApplication: number,
): Promise<CountedRun[]> {
  const runs = await selectLatestRuns(db, applicationIds, perApplication)
  if (runs.length === 0) return []
  const counters = new Map(runs.map(run => [run.run_id, new Map<number, number>()]))
  for (const { run_id: id, state, n } of await selectCounters(db, runs)) counters.get(id)?.set(state, n)
  return runs.map(run => ({ ...run, counters: counters.get(run.run_id) ?? new Map() }))
}

export function presentRun(run: CountedRun): Omit<OverviewRun, 'notification_type' | 'counts'> {
  return {
    uuid: run.campaign_id,
    run_uuid: run.run_id,
    name: run.name,
    status: RUN_STATUS[run.state] ?? run.state,
    started_on: epochSeconds(run.started_at ?? run.created_at),
    sent: HANDED_OVER.reduce((sum, state) => sum + (run.counters.get(state) ?? 0), 0),
    recipients: run.recipients,
  }
}

/** With its counts by name; nothing for a channel that the wire does not know. */
export function presentCountedRun(run: CountedRun): OverviewRun[] {
  const channel = CHANNELS.find(each => each === run.channel)
  if (channel === undefined) return []
  const named = [...run.counters].flatMap(([state, n]) => {
    const name = COUNTER_NAMES[state]
    return name === undefined || n === 0 ? [] : [[name, n] as const]
  })
  return [{ ...presentRun(run), notification_type: channel, counts: Object.fromEntries(named) }]
}

/** SQL that reads the stored state of every recipient, and the figures recounted from attempts and events. */
import type { Database } from '@notifly/server/db/database'
import { PROCESS_ENDED } from '@notifly/server/engine/record/outcomes'
import { ATTEMPT, EVENT, ENGAGEMENT, type EngagementName, STATE } from '@notifly/server/engine/states'
import { numberOf } from '../../harness/postgres.ts'

export interface Recounted {
  address: string
  /** Of a device. */
  endpoint: string | null
  state: number
  attempts: number
  /** Attempts whose end is unknown. */
  inDoubt: number
  /** Of those the ones that a killed worker left. */
  orphaned: number
  /** The state that follows from attempts and events. */
  byEvents: number
  /** Counters of what the recipient did. */
  moments: number[]
}

const MOMENTS = (Object.keys(ENGAGEMENT) as EngagementName[])
  .map(name => `case when bool_or(kind = ${EVENT[name]}) then ${ENGAGEMENT[name]} end`)
  .join(', ')

export async function recount({ pool }: Pick<Database, 'pool'>, runId: string): Promise<Recounted[]> {
  const { rows } = await pool.query<Recounted>(
    `with tried as (
       select seq, max(case outcome when ${ATTEMPT.sent} then ${STATE.sent} when ${ATTEMPT.bounced} then ${STATE.bounced}
           when ${ATTEMPT.refused} then ${STATE.failed} when ${ATTEMPT.renderError} then ${STATE.failed} else ${STATE.pending} end) as state,
         count(*) filter (where outcome = ${ATTEMPT.inDoubt})::int as doubts,
         count(*) filter (where outcome = ${ATTEMPT.inDoubt} and answer = $2)::int as orphaned
       from attempt where run_id = $1 group by seq
     ), told as (
       select seq, max(case kind when ${EVENT.sent} then ${STATE.sent} when ${EVENT.delivered} then ${STATE.delivered} when ${EVENT.bounced} then ${STATE.bounced}
           when ${EVENT.complained} then ${STATE.complained} else ${STATE.pending} end) as state,
         array_remove(array[
           ${MOMENTS}], null) as moments
       from event where run_id = $1 and not bot group by seq
     )
     select d.address, v.endpoint, d.state::int, d.attempts::int, coalesce(tried.doubts, 0) as "inDoubt",
       coalesce(tried.orphaned, 0) as orphaned,
       greatest(tried.state, told.state)::int as "byEvents", coalesce(told.moments, '{}') as moments
     from delivery d left join tried using (seq) left join told using (seq)
     left join device v on v.application_id = d.application_id and v.device_id::text = d.address
     where d.run_id = $1`,
    [runId, PROCESS_ENDED],
  )
  return rows
}

/** Whether the provider with which the run began reports deliveries. */
export async function reportsDelivery(database: Pick<Database, 'pool'>, runId: string): Promise<boolean> {
  return (await numberOf(database, 'select reports_delivery::int from run where run_id = $1', runId)) === 1
}

/** Calls of hooks that are stored and not yet processed. */
export function openReports(database: Pick<Database, 'pool'>): Promise<number> {
  return numberOf(database, 'select count(*) from report where next_try_at is not null')
}

/** How many devices on this channel still receive messages. */
export function liveDevices(database: Pick<Database, 'pool'>, applicationId: string, channel: string): Promise<number> {
  const query = 'select count(*) from device where application_id = $1 and channel = $2 and retired_at is null'
  return numberOf(database, query, applicationId, channel)
}

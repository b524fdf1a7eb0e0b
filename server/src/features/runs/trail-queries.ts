/** SQL of everything that happened to one delivery. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface DeliveryKey {
  applicationId: string
  runId: string
  seq: number
}

export interface AttemptRow {
  n: number
  at: Date
  outcome: number
  code: number
  reason: string | null
  provider_message_id: string | null
  answer: string | null
}

export function selectAttempts(db: Db, { applicationId, runId, seq }: DeliveryKey): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempt')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId, seq }))
    .select(['n', 'at', 'outcome', 'code', 'reason', 'provider_message_id', 'answer'])
    .orderBy('at')
    .orderBy('n')
    .limit(200)
    .execute()
}

export interface EventRow {
  kind: number
  at: Date
  source: string
  bot: boolean
  detail: Record<string, unknown> | null
  url: string | null
}

/** With the URL of the clicked link, as in the campaign. */
export async function selectEvents(db: Db, { applicationId, runId, seq }: DeliveryKey): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.kind, e.at, e.source, e.bot, e.detail, l.url from event e
    left join run_link l on l.application_id = e.application_id and l.run_id = e.run_id
      and l.no = (e.detail ->> 'link')::int
    where e.application_id = ${applicationId} and e.run_id = ${runId} and e.seq = ${seq}
    order by e.at, e.event_id limit 500`.execute(db)
  return rows
}

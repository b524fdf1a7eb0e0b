import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { ATTEMPT, STATE } from '../../engine/states.ts'

interface Span {
  applicationId: string
  since: Date
  until: Date
}

/** Runs of SMS that may have sent something in a time span, without test sends. */
async function selectRunIds(db: Db, { applicationId, since, until }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, channel: 'sms', is_test: false }))
    .where('created_at', '<', until)
    .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', since)]))
    .select('run_id')
    .execute()
  return rows.map(row => row.run_id)
}

export interface DayFigures {
  day: string
  sent: number
  delivered: number
  failed: number
  segments: number
}

/** Days of the zone on which something happened, in order. */
export async function selectDays(db: Db, span: Span & { timezone: string }): Promise<DayFigures[]> {
  const { applicationId, since, until, timezone } = span
  const runIds = await selectRunIds(db, span)
  if (runIds.length === 0) return []
  const dayOf = (moment: string) => sql`to_char(${sql.ref(moment)} at time zone ${timezone}, 'YYYY-MM-DD')`
  // What never left counts on the day on which that was settled; what was in doubt until its report came, on that of the report.
  const { rows } = await sql<DayFigures>`
    with ended as (
      select case when sent_at > '-infinity' then sent_at when delivered_at > '-infinity' then delivered_at
          else last_event_at end as at,
        sent_at > '-infinity' or state in (${STATE.delivered}, ${STATE.complained}) as has_left, state
      from delivery
      where application_id = ${applicationId} and run_id = any (${runIds}::uuid[])
        and (sent_at > '-infinity' or state in (${STATE.failed}, ${STATE.bounced}, ${STATE.delivered}, ${STATE.complained}))
    ), messages as (
      select ${dayOf('at')} as day, count(*) filter (where has_left) as sent,
        count(*) filter (where has_left and state in (${STATE.delivered}, ${STATE.complained})) as delivered,
        count(*) filter (where state in (${STATE.failed}, ${STATE.bounced})) as failed, 0 as segments
      from ended where at >= ${since} and at < ${until} group by 1
    ), parts as (
      select ${dayOf('at')} as day, sum(code) as segments
      from attempt
      where application_id = ${applicationId} and run_id = any (${runIds}::uuid[])
        and outcome = ${ATTEMPT.sent} and at >= ${since} and at < ${until}
      group by 1
    )
    select day, coalesce(m.sent, 0)::int as sent, coalesce(m.delivered, 0)::int as delivered,
      coalesce(m.failed, 0)::int as failed, coalesce(p.segments, 0)::int as segments
    from messages m full join parts p using (day)
    order by day`.execute(db)
  return rows
}

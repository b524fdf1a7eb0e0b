/**
 * Notes in contact_sent on which days contacts were sent something, once a run is over: segments then need not read millions of deliveries,
 * and sending itself pays nothing for it. For runs that are not noted yet, rules read the deliveries.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'

interface OpenRun {
  application_id: string
  run_id: string
  sent_noted_to: number
  recipients: number
  timezone: string
}

/** Notes the next deliveries of a run that ended before `endedBefore`; returns false if there is none. One transaction. */
export async function noteNextPart(db: Db, part: { endedBefore: Date; deliveries: number }): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const run = await lockOpenRun(tx, part.endedBefore)
    if (run === undefined) return false
    const to = Math.min(run.sent_noted_to + part.deliveries, run.recipients)
    if (to > run.sent_noted_to) await noteDeliveries(tx, run, to)
    await tx
      .updateTable('run')
      .set({ sent_noted_to: to, sent_noted: to >= run.recipients })
      .where(eb => eb.and({ application_id: run.application_id, run_id: run.run_id }))
      .execute()
    return true
  })
}

async function lockOpenRun(tx: Db, endedBefore: Date): Promise<OpenRun | undefined> {
  const { rows } = await sql<OpenRun>`
    select r.application_id, r.run_id, r.sent_noted_to, r.recipients, coalesce(a.timezone, 'UTC') as timezone
    from run r left join application a on a.application_id = r.application_id
    where not r.sent_noted and r.state in ('done', 'cancelled', 'failed', 'missed')
      and coalesce(r.ended_at, r.created_at) < ${endedBefore}
    order by r.run_id limit 1 for update of r skip locked`.execute(tx)
  return rows[0]
}

/** Bit k of sent_days is k days before sent_on; seen from a later day the bits move up, and out beyond 62. */
const moved = (days: string, by: string): string =>
  `case when ${by} > 62 then 0 else (${days} << (${by})) & ${(2n ** 63n - 1n).toString()} end`

const NOTED = sql.raw(`
  on conflict (application_id, contact_id) do update set
    sent_days = case
      when excluded.sent_on >= t.sent_on then excluded.sent_days | ${moved('t.sent_days', 'excluded.sent_on - t.sent_on')}
      else t.sent_days | ${moved('excluded.sent_days', 't.sent_on - excluded.sent_on')} end,
    sent_on = greatest(t.sent_on, excluded.sent_on)`)

/** Only for contacts that exist: their rows are deleted with them. In the order of ids, like all writers of contacts. */
async function noteDeliveries(tx: Db, run: OpenRun, to: number): Promise<void> {
  await sql`
    insert into contact_sent as t (application_id, contact_id, sent_on, sent_days)
    select ${run.application_id}::uuid, contact_id, last_day,
      bit_or(case when last_day - day > 62 then 0 else 1::bigint << (last_day - day) end)
    from (
      select contact_id, day, max(day) over (partition by contact_id) as last_day
      from (
        select d.contact_id, day_of(d.sent_at, ${run.timezone}) as day
        from delivery d
        where d.application_id = ${run.application_id} and d.run_id = ${run.run_id}
          and d.seq > ${run.sent_noted_to} and d.seq <= ${to} and d.sent_at > '-infinity'
          and exists (select 1 from contact_slot s where s.application_id = ${run.application_id} and s.contact_id = d.contact_id)
      ) sent
    ) days
    group by contact_id, last_day order by contact_id ${NOTED}`.execute(tx)
}

/** By then, journals of workers that died as a run ended are stored. */
const SETTLED_MS = 10 * 60_000
/** Deliveries per part: a few tenths of a second. */
const PART_DELIVERIES = 20_000

/**
 * Notes the next part of a run that ended a while ago; returns false if there was none. Called once a second, it keeps up with a billion
 * messages a day and leaves the database to the senders. Several processes may run it at once.
 */
export function noteSent({ database, clock }: { database: Database; clock: Clock }): Promise<boolean> {
  const endedBefore = new Date(clock.now().getTime() - SETTLED_MS)
  return noteNextPart(database.kysely, { endedBefore, deliveries: PART_DELIVERIES })
}

/** SQL of runs whose details have expired. The month of a run is part of its id. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'

export interface Month {
  start: Date
  end: Date
}

const isOfMonth = ({ start, end }: Month) =>
  sql<boolean>`run_id >= ${uuidv7Floor(start)} and run_id < ${uuidv7Floor(end)}`

/** A run that waits for its day, or was paused and forgotten, still needs its deliveries. */
export async function hasOpenRun(db: Db, month: Month): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where('state', 'in', ['preparing', 'executing', 'paused', 'cancelling', 'idle'])
    .where(isOfMonth(month))
    .select('run_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Days for which short links of test messages work. */
export const TEST_LINK_DAYS = 7

export async function deleteOldTestLinks(db: Db, now: Date): Promise<void> {
  await sql`delete from test_link where created_at < ${now}::timestamptz - make_interval(days => ${TEST_LINK_DAYS})`.execute(
    db,
  )
}

/** Hours for which calls are known by their idempotency key. */
const CALL_HOURS = 24
const CALLS_AT_ONCE = 20_000

/** Deletes the idempotency keys of old calls, part by part. */
export async function deleteOldCalls(db: Db, now: Date): Promise<void> {
  for (let n = CALLS_AT_ONCE; n === CALLS_AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`
      delete from message_call where (application_id, key) in (
        select application_id, key from message_call
        where called_at < ${now}::timestamptz - make_interval(hours => ${CALL_HOURS}) order by called_at limit ${CALLS_AT_ONCE})`.execute(
      db,
    )
    n = Number(numAffectedRows)
  }
}

/** Keeps the recipient of each message that was sent, so that its links always let people unsubscribe. May be repeated. */
export async function keepRecipients(db: Db, month: Month): Promise<void> {
  const runs = await db
    .selectFrom('run')
    .where(isOfMonth(month))
    .where('details_removed_at', 'is', null)
    .select(['application_id as applicationId', 'run_id as runId'])
    .execute()
  for (const run of runs) await keepRecipientsOf(db, run)
}

async function keepRecipientsOf(db: Db, { applicationId, runId }: { applicationId: string; runId: string }) {
  const handedOver = sql`
    select seq, contact_id from delivery where application_id = ${applicationId} and run_id = ${runId} and attempts > 0`
  await sql`
    insert into kept_contact (application_id, contact_id)
    select distinct ${applicationId}::uuid, contact_id from (${handedOver}) d
    where not exists (select 1 from kept_contact k where k.application_id = ${applicationId} and k.contact_id = d.contact_id)
    on conflict do nothing`.execute(db)
  await sql`
    with d as materialized (
      select d.seq, k.no from (${handedOver}) d
      join kept_contact k on k.application_id = ${applicationId} and k.contact_id = d.contact_id
    )
    insert into kept_recipients (application_id, run_id, part, contacts)
    select ${applicationId}, ${runId}, p.part, array_agg(d.no order by place.seq)
    from (select distinct (seq - 1) / 1000 as part from d) p
    cross join generate_series(p.part * 1000 + 1, p.part * 1000 + 1000) place(seq)
    left join d on d.seq = place.seq
    group by p.part
    on conflict do nothing`.execute(db)
}

/** Marks every run of the month before its details are deleted: no page may show an empty list as the truth. */
export async function markRemoved(db: Db, month: Month, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ details_removed_at: now, counters_off: 0 })
    .where(isOfMonth(month))
    .where('details_removed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes what only sending needed: batches, and copies of attachments. */
export async function deleteWorkOf(db: Db, month: Month): Promise<void> {
  for (const table of ['batch', 'run_attachment']) {
    // By the keys of the month's runs: the tables lead with the application and have no index on the run alone.
    await sql`
      delete from ${sql.table(table)} t using run r
      where ${sql.ref('r.run_id')} >= ${uuidv7Floor(month.start)} and r.run_id < ${uuidv7Floor(month.end)}
        and t.application_id = r.application_id and t.run_id = r.run_id`.execute(db)
  }
}

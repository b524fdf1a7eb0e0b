/**
 * Updates what depends on contacts when they are written where there are no triggers (withTriggers): counts, columns of contact_slot, counts
 * of merge fields, events for webhooks.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { addSubjectNews } from '../../jobs/webhook-outbox.ts'
import { noteGrowth } from './growth.ts'

/** Ids of the contacts that a write may add, change or delete: a query of one column, or the ids themselves. */
export type Chosen = ReturnType<typeof sql> | readonly string[]

/** Ids in contracts/src/webhooks/events.ts; deletions add their own event. */
const CREATED = 601
const UPDATED = 602

/** Runs `write`, which writes contacts in the caller's transaction, and updates what depends on them. */
export async function withContactEffects<T>(
  db: Db,
  { applicationId, chosen, now }: { applicationId: string; chosen: Chosen; now: Date },
  write: () => Promise<T>,
): Promise<T> {
  const ids = await idsOf(db, chosen)
  const before = await selectPlaces(db, applicationId, ids)
  await addCounts(db, applicationId, [...before.keys()], -1)
  const result = await write()
  const after = await selectPlaces(db, applicationId, ids)
  const present = [...after.keys()]
  await addCounts(db, applicationId, present, 1)
  await writeSlots(db, applicationId, ids, present)
  const created = present.filter(id => !before.has(id))
  const updated = present.filter(id => before.has(id) && before.get(id) !== after.get(id))
  await noteGrowth(
    db,
    applicationId,
    'added',
    created.map(() => now),
  )
  await addSubjectNews(db, applicationId, [
    ...created.map(subjectId => ({ event: CREATED, subjectId, at: now })),
    ...updated.map(subjectId => ({ event: UPDATED, subjectId, at: now })),
  ])
  return result
}

async function idsOf(db: Db, chosen: Chosen): Promise<readonly string[]> {
  if (!('execute' in chosen)) return chosen
  const { rows } = await sql<{
    id: string
  }>`select distinct id from (${chosen}) as chosen(id) where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Row positions, which change with each write of a row; locks the rows. */
async function selectPlaces(db: Db, applicationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ contact_id: string; place: string }>`
    select contact_id, ctid::text as place from contact
    where application_id = ${applicationId} and contact_id = any(${[...ids]}::uuid[])
    order by contact_id for update`.execute(db)
  return new Map(rows.map(({ contact_id, place }) => [contact_id, place]))
}

/** Adds these contacts to the counts, or subtracts them. */
async function addCounts(db: Db, applicationId: string, ids: readonly string[], sign: 1 | -1): Promise<void> {
  if (ids.length === 0) return
  const these = sql`c.application_id = ${applicationId} and c.contact_id = any(${[...ids]}::uuid[])`
  await sql`
    insert into contact_count (application_id, added_hour, n, with_email, with_phone)
    select c.application_id, date_trunc('hour', c.added_at, 'UTC'), ${sql.lit(sign)} * count(*), ${sql.lit(sign)} * count(c.email_key),
      ${sql.lit(sign)} * count(c.phone_number)
    from contact c where ${these} group by 1, 2`.execute(db)
  await sql`
    insert into merge_field_delta (application_id, name, n)
    select f.application_id, f.name, ${sql.lit(sign)} * count(*)
    from merge_field f join contact c on c.application_id = f.application_id and c.merge_fields ->> f.name is not null
    where f.application_id = ${applicationId} and ${these} group by 1, 2`.execute(db)
}

/** Values of a contact `c`, in the columns by which rules know them. */
const OWN = {
  added_at: 'c.added_at',
  is_test: 'c.is_test',
  has_email: 'c.email_key is not null',
  has_phone: 'c.phone_number is not null',
  created_on: 'c.created_on',
  updated_on: 'c.updated_on',
  timezone_offset: 'c.timezone_offset',
  country: `nullif(lower(c.country), '')`,
  lang: `nullif(lower(c.lang), '')`,
  platform_type: `nullif(lower(c.platform_type), '')`,
  timezone: `nullif(lower(c.timezone), '')`,
}

/** Rewrites the rows of contact_slot with these ids, for those that are contacts. */
async function writeSlots(
  db: Db,
  applicationId: string,
  ids: readonly string[],
  present: readonly string[],
): Promise<void> {
  await sql`
    delete from contact_slot where application_id = ${applicationId} and contact_id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  if (present.length === 0) return
  const fields = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('slot', 'is not', null)
    .select(['name', 'type', 'slot'])
    .execute()
  const columns = [...Object.keys(OWN), ...fields.map(({ type, slot }) => `${type}_${slot}`)]
  const values = [
    ...Object.values(OWN).map(expression => sql.raw(expression)),
    ...fields.map(({ name, type }) => sql`${sql.raw(`field_${type}`)}(c.merge_fields, ${name}::text)`),
  ]
  await sql`
    insert into contact_slot (application_id, contact_id, ${sql.join(columns.map(column => sql.ref(column)))})
    select c.application_id, c.contact_id, ${sql.join(values)} from contact c
    where c.application_id = ${applicationId} and c.contact_id = any(${[...present]}::uuid[])`.execute(db)
}

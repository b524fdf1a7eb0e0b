/** The fields that contacts have: writers of contacts register merge fields, and triggers count who has each. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'

/** Names of all fields that contacts of this application can have: our own columns first, then merge fields. */
export async function knownFields(db: Db, applicationId: string): Promise<string[]> {
  return [...Object.keys(BUILT_IN_FIELDS), ...(await selectFieldNames(db, applicationId))]
}

/** Names of merge fields, in order, without those that are about to go. */
export async function selectFieldNames(db: Db, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, is_leaving: false }))
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

/** A field as a contact or a file brings it. */
export interface BroughtField {
  name: string
  type: string
  sample: string | null
}

/**
 * Registers the fields that contacts are about to have, before they have them: their values are then counted and kept by type.
 * Where a value is of another type than the field was, the field is text.
 */
export async function noteFields(
  db: Db,
  applicationId: string,
  fields: readonly BroughtField[],
  now: Date,
): Promise<void> {
  if (fields.length === 0) return
  await foldFieldCounts(db, applicationId)
  await db
    .insertInto('merge_field')
    .values(
      fields.map(({ name, type, sample }) => ({ application_id: applicationId, name, type, sample, created_at: now })),
    )
    .onConflict(conflict =>
      conflict.columns(['application_id', 'name']).doUpdateSet({
        type: sql`case when merge_field.type = excluded.type then merge_field.type else 'text' end`,
        sample: sql`coalesce(merge_field.sample, excluded.sample)`,
      }),
    )
    .execute()
}

/** Adds up what triggers counted since the last time. Readers add the rest, so that the figures are right at any moment. */
export async function foldFieldCounts(db: Db, applicationId: string): Promise<void> {
  await sql`
    with folded as (delete from merge_field_delta where application_id = ${applicationId} returning name, n),
    summed as (select name, sum(n)::int as n from folded group by name having sum(n) <> 0)
    update merge_field f set filled = greatest(f.filled + summed.n, 0) from summed
    where f.application_id = ${applicationId} and f.name = summed.name`.execute(db)
}

export interface FieldKey {
  applicationId: string
  name: string
}

function ofField(db: Db, { applicationId, name }: FieldKey) {
  return db.selectFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** Its fill as far as it is added up; undefined when the application has no such field. */
export function selectField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'is_leaving']).executeTakeFirst()
}

export function lockField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'sample', 'is_leaving']).forUpdate().executeTakeFirst()
}

/** Whether the values of another field are on their way into this one. */
export async function isTakingIn(db: Db, { applicationId, name }: FieldKey): Promise<boolean> {
  const row = await db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, leaving_into: name }))
    .select('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives the field another name, in the registry alone. Its values are counted anew as they move. */
export async function renameField(db: Db, { applicationId, name }: FieldKey, to: string): Promise<void> {
  await db
    .updateTable('merge_field')
    .set({ name: to, filled: 0 })
    .where(eb => eb.and({ application_id: applicationId, name }))
    .execute()
}

export async function deleteField(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  await db.deleteFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name).execute()
}

/** A field that takes in values of another type is text. */
export async function setTextType(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  await db
    .updateTable('merge_field')
    .set({ type: 'text' })
    .where(eb => eb.and({ application_id: applicationId, name }))
    .execute()
}

/** Contacts that new examples are looked for in: reading them all would take as long as there are many. */
const LOOKED_AT = 200

/**
 * Replaces the examples of merge fields by values of the newest contacts, or by none. Every one of them: whose value an example was
 * is not known, and the contact may have had it before its last change.
 */
export async function forgetSamples(db: Db, applicationId: string): Promise<void> {
  await sql`
    with newest as materialized (
      select merge_fields from contact where application_id = ${applicationId} order by contact_id desc limit ${LOOKED_AT}
    )
    update merge_field f set sample = (
      select n.merge_fields ->> f.name from newest n where n.merge_fields ->> f.name <> '' limit 1)
    where f.application_id = ${applicationId} and f.sample is not null`.execute(db)
}

/** SQL of sign-up forms. `people/sign-ups` stores what people submit with them. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { FormKey } from '../../people/sign-ups/sign-ups.ts'

export interface FormRow {
  form_id: string
  name: string
  content: unknown
  is_on: boolean
  submitted: number
  confirmed: number
  created_at: Date
  updated_at: Date
  pending: number
  /** Confirmation emails that did not go out, of sign-ups that still wait, and why the last one did not. */
  failures: number
  last_failure: string | null
}

interface FormFilter {
  applicationId: string
  now: Date
  search?: string | undefined
  formId?: string | undefined
  limit: number
  offset: number
}

/** Sorted by name; with `formId` only that one. */
export async function selectForms(db: Db, filter: FormFilter): Promise<{ rows: FormRow[]; total: number }> {
  const { applicationId, now, search = '', formId = null } = filter
  const matching = sql`f.application_id = ${applicationId} and (${formId}::uuid is null or f.form_id = ${formId})
    and (${search} = '' or position(lower(${search}) in lower(f.name)) > 0)`
  const { rows } = await sql<FormRow>`
    select f.form_id, f.name, f.content, f.is_on, f.submitted, f.confirmed, f.created_at, f.updated_at,
      s.pending, s.failures, s.last_failure
    from sign_up_form f
    cross join lateral (
      select count(*)::int as pending, count(failure)::int as failures,
        (array_agg(failure order by created_at desc) filter (where failure is not null))[1] as last_failure
      from sign_up s
      where s.application_id = f.application_id and s.form_id = f.form_id and s.confirmed_at is null and s.expires_at > ${now}
    ) s
    where ${matching}
    order by lower(f.name), f.form_id limit ${filter.limit} offset ${filter.offset}`.execute(db)
  const { rows: totals } = await sql<{ n: number }>`
    select count(*)::int as n from sign_up_form f where ${matching}`.execute(db)
  return { rows, total: totals[0]?.n ?? 0 }
}

/** A form's content, locked until the transaction ends. */
export function lockForm(db: Db, { applicationId, formId }: FormKey) {
  return db
    .selectFrom('sign_up_form')
    .where(eb => eb.and({ application_id: applicationId, form_id: formId }))
    .select(['name', 'content', 'is_on'])
    .forUpdate()
    .executeTakeFirst()
}

/** Lets one writer of an application's forms run at a time, so that their number stays within the limit. */
export async function lockForms(db: Db, applicationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up forms ${applicationId}`}, 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sign_up_form where application_id = ${applicationId}`.execute(db)
  return rows[0]?.n ?? 0
}

interface WrittenForm {
  name: string
  is_on: boolean
  content: object
}

/** Returns false if another form has the name (ignoring case). */
export async function insertForm(
  db: Db,
  { applicationId, formId }: FormKey,
  { name, is_on, content }: WrittenForm,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_up_form')
    .values({
      application_id: applicationId,
      form_id: formId,
      name,
      is_on,
      content: JSON.stringify(content),
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false if another form has the name. */
export async function updateForm(
  db: Db,
  { applicationId, formId }: FormKey,
  { name, is_on, content }: WrittenForm,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sign_up_form set name = ${name}, is_on = ${is_on}, content = ${JSON.stringify(content)}, updated_at = ${now}
    where application_id = ${applicationId} and form_id = ${formId}
      and not exists (select from sign_up_form other where other.application_id = ${applicationId}
        and other.form_id <> ${formId} and lower(other.name) = lower(${name}))`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteFormRow(db: Db, { applicationId, formId }: FormKey): Promise<void> {
  await db
    .deleteFrom('sign_up_form')
    .where(eb => eb.and({ application_id: applicationId, form_id: formId }))
    .execute()
}

/** Adds to the form's counts. */
export async function countUp(
  db: Db,
  { applicationId, formId }: FormKey,
  what: 'submitted' | 'confirmed',
): Promise<void> {
  await db
    .updateTable('sign_up_form')
    .set(eb => ({ [what]: eb(what, '+', 1) }))
    .where(eb => eb.and({ application_id: applicationId, form_id: formId }))
    .execute()
}

/** A form by the id in its public URL, with its owner; undefined if the application is deleted. */
export async function selectPublicForm(db: Db, formId: string) {
  return db
    .selectFrom('sign_up_form as f')
    .innerJoin('application as a', 'a.application_id', 'f.application_id')
    .innerJoin('organization as o', 'o.organization_id', 'a.organization_id')
    .where('f.form_id', '=', formId)
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .select(['f.application_id', 'f.name', 'f.content', 'f.is_on', 'f.updated_at', 'a.name as sender'])
    .executeTakeFirst()
}

export async function selectApplicationName(db: Db, applicationId: string): Promise<string> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('name')
    .executeTakeFirst()
  return row?.name ?? ''
}

/** Those of these topics that the application has. */
export function selectTopicsOf(db: Db, applicationId: string, topicIds: readonly string[]) {
  return db
    .selectFrom('topic')
    .where('application_id', '=', applicationId)
    .where('topic_id', 'in', [...topicIds])
    .select(['topic_id', 'name', 'description'])
    .execute()
}

/** Those of these merge fields that the application has, with their types. */
export function selectFieldsOf(db: Db, applicationId: string, names: readonly string[]) {
  return db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, is_leaving: false }))
    .where('name', 'in', [...names])
    .select(['name', 'type'])
    .execute()
}

/** Whether the application has this segment, and it is a static one. */
export async function hasStaticSegment(db: Db, applicationId: string, segmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('segment')
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId, kind: 'static' }))
    .select('segment_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The values that a contact already has. */
export function selectValues(db: Db, applicationId: string, contactId: string) {
  return db
    .selectFrom('contact')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select(['phone_number', 'lang', 'merge_fields'])
    .executeTakeFirstOrThrow()
}

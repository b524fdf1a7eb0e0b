/** Submitted sign-up forms, until they are confirmed or expire. Their personal data is stored here and nowhere else. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface SignUpKey {
  applicationId: string
  signUpId: string
}

export interface FormKey {
  applicationId: string
  formId: string
}

/** What a person typed and chose, and what they agreed to. */
export interface Answers {
  email: string
  /** E.164. */
  phone_number: string | null
  merge_fields: Readonly<Record<string, string>>
  /** Topics that were offered, and those of them that were chosen. */
  offered: readonly string[]
  topics: readonly string[]
  /** The text beside the box that was ticked. */
  consent_text: string
  /** The page with the form. */
  page: string | null
}

interface NewSignUp extends SignUpKey, FormKey {
  answers: Answers
  now: Date
  expiresAt: Date
}

export async function addSignUp(db: Db, signUp: NewSignUp): Promise<void> {
  await db
    .insertInto('sign_up')
    .values({
      application_id: signUp.applicationId,
      sign_up_id: signUp.signUpId,
      form_id: signUp.formId,
      email_key: signUp.answers.email.toLowerCase(),
      answers: JSON.stringify(signUp.answers),
      created_at: signUp.now,
      expires_at: signUp.expiresAt,
    })
    .execute()
}

/** A sign-up of a form; undefined once it has expired. */
export function readSignUp(db: Db, { applicationId, signUpId }: SignUpKey) {
  return db
    .selectFrom('sign_up')
    .where(eb => eb.and({ application_id: applicationId, sign_up_id: signUpId }))
    .select(['form_id', 'email_key', 'answers', 'created_at', 'expires_at', 'message_id', 'sent_at', 'confirmed_at'])
    .executeTakeFirst()
}

/** How many sign-ups of a form wait for confirmation, counted up to `most`. */
export async function countPending(
  db: Db,
  { applicationId, formId }: FormKey,
  now: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from sign_up where application_id = ${applicationId} and form_id = ${formId} and confirmed_at is null
        and expires_at > ${now} limit ${most}) pending`.execute(db)
  return rows[0]?.n ?? 0
}

/** Notes that its email is on its way. */
export async function noteMessage(db: Db, key: SignUpKey, messageId: string): Promise<void> {
  await db
    .updateTable('sign_up')
    .set({ message_id: messageId })
    .where(eb => eb.and({ application_id: key.applicationId, sign_up_id: key.signUpId }))
    .execute()
}

/** Notes what happened to its email: `failure` says why it was not sent. */
export async function noteMail(db: Db, key: SignUpKey, failure: string | null, now: Date): Promise<void> {
  await db
    .updateTable('sign_up')
    .set({ failure, ...(failure === null && { sent_at: now }) })
    .where(eb => eb.and({ application_id: key.applicationId, sign_up_id: key.signUpId }))
    .execute()
}

/** Marks it as confirmed, for its link; the personal data is the contact's from now on. */
export async function closeSignUp(db: Db, key: SignUpKey, now: Date): Promise<void> {
  await db
    .updateTable('sign_up')
    .set({ email_key: '', answers: '{}', failure: null, confirmed_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, sign_up_id: key.signUpId }))
    .execute()
}

export async function dropSignUp(db: Db, key: SignUpKey): Promise<void> {
  await db
    .deleteFrom('sign_up')
    .where(eb => eb.and({ application_id: key.applicationId, sign_up_id: key.signUpId }))
    .execute()
}

/** Deletes all sign-ups of a form. */
export async function dropSignUpsOf(db: Db, { applicationId, formId }: FormKey): Promise<void> {
  await db
    .deleteFrom('sign_up')
    .where(eb => eb.and({ application_id: applicationId, form_id: formId }))
    .execute()
}

/** Deletes all sign-ups with these normalized addresses. */
export async function dropSignUpsFrom(db: Db, applicationId: string, addresses: readonly string[]): Promise<void> {
  await sql`delete from sign_up where application_id = ${applicationId}
    and email_key = any(${[...addresses]}::text[])`.execute(db)
}

const AT_ONCE = 10_000

/** Deletes expired sign-ups. Returns "more" if there are others. */
export async function dropExpired(db: Db, now: Date): Promise<'more' | undefined> {
  const { numAffectedRows } = await sql`
    delete from sign_up where ctid = any(array(select ctid from sign_up where expires_at <= ${now} limit ${AT_ONCE}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) === AT_ONCE ? 'more' : undefined
}

/** Front door of sign-up forms: lists them, and reads and changes their content. */
import type { SignUpForm, SignUpFormBody, SignUpFormRow } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { SIGN_UP_FORMS_MAX } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { allowLongWrite } from '../../db/fair-places.ts'
import { rowRangeOf } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import type { Page } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { dropSignUpsOf, type FormKey } from '../../people/sign-ups/sign-ups.ts'
import { type CommandContext, openRequestsOn } from '../approvals/approvals.ts'
import { shownForm } from './hosted/shown-form.ts'
import { snippetsOf } from './hosted/snippets.ts'
import * as queries from './queries.ts'

/** What the audit trail and requests call a form. */
export const OBJECT = 'sign-up-form'

/** Merge fields that a form may ask for before any contact has them. */
const NEW_FIELDS: readonly string[] = ['first_name', 'last_name']

type Reader = Pick<Deps, 'database' | 'config' | 'clock'>

export async function listForms(
  { database: { kysely: db }, clock }: Reader,
  applicationId: string,
  { search, ...paging }: { page: number; per_page: number; search?: string | undefined },
): Promise<Page<SignUpFormRow>> {
  const filter = { applicationId, now: clock.now(), search, ...rowRangeOf(paging) }
  const { rows, total } = await queries.selectForms(db, filter)
  const ids = rows.map(row => row.form_id)
  const requests = await openRequestsOn(db, applicationId, OBJECT, ids)
  return { rows: rows.map(row => presentRow(row, requests)), total }
}

/** Throws notFound. */
export async function readForm(
  { database: { kysely: db }, config, clock }: Reader,
  { applicationId, formId }: FormKey,
): Promise<SignUpForm> {
  const { rows } = await queries.selectForms(db, { applicationId, formId, now: clock.now(), limit: 1, offset: 0 })
  const [row] = rows
  if (row === undefined) throw new AppError('notFound')
  const [requests, sender] = await Promise.all([
    openRequestsOn(db, applicationId, OBJECT, [formId]),
    queries.selectApplicationName(db, applicationId),
  ])
  const content = bodyOf(row)
  const shown = await shownForm(db, { applicationId, sender, content })
  const link = `${config.publicUrl}/f/${formId}`
  return { ...presentRow(row, requests), content, link, snippets: snippetsOf(shown, link) }
}

/** Throws at the field at fault, conflict beyond the number of forms per application. */
export async function createForm({ db, actor, now }: CommandContext, body: SignUpFormBody): Promise<{ uuid: string }> {
  const key = { applicationId: actor.applicationId, formId: uuidv7(now) }
  if ((await queries.lockForms(db, key.applicationId)) >= SIGN_UP_FORMS_MAX) {
    throw new AppError('conflict', sentence('signUpForms.full', { count: SIGN_UP_FORMS_MAX }))
  }
  await check(db, key.applicationId, body)
  if (!(await queries.insertForm(db, key, writtenOf(body), { by: actor.accountId, now }))) throw nameTaken()
  return { uuid: key.formId }
}

/** Throws notFound, and at the field at fault. */
export async function changeForm({ db, now }: CommandContext, key: FormKey, body: SignUpFormBody): Promise<void> {
  if ((await queries.lockForm(db, key)) === undefined) throw new AppError('notFound')
  await check(db, key.applicationId, body)
  if (!(await queries.updateForm(db, key, writtenOf(body), now))) throw nameTaken()
}

/** Throws notFound. Open confirmations become invalid; contacts stay. */
export async function removeForm({ db }: CommandContext, key: FormKey): Promise<void> {
  if ((await queries.lockForm(db, key)) === undefined) throw new AppError('notFound')
  await allowLongWrite(db)
  await dropSignUpsOf(db, key)
  await queries.deleteFormRow(db, key)
}

/** A form's present content; null if it does not exist. */
export async function contentOf(db: Db, key: FormKey): Promise<SignUpFormBody | null> {
  const row = await queries.lockForm(db, key)
  return row === undefined ? null : bodyOf(row)
}

/** Everything that it names must be this application's. */
async function check(db: Db, applicationId: string, { fields, topic_uuids: ids, segment_uuid }: SignUpFormBody) {
  const names = fields.map(({ name }) => name).filter(name => name !== 'email' && name !== 'phone_number')
  const known = names.length === 0 ? [] : await queries.selectFieldsOf(db, applicationId, names)
  const isKnown = (name: string) => NEW_FIELDS.includes(name) || known.some(field => field.name === name)
  const unknown = names.find(name => !isKnown(name))
  if (unknown !== undefined) throw invalidField('fields', sentence('signUpForms.unknownField', { name: unknown }))
  const topicIds = new Set(ids.map(id => id.toLowerCase()))
  const topics = topicIds.size === 0 ? [] : await queries.selectTopicsOf(db, applicationId, [...topicIds])
  if (topics.length < topicIds.size) throw invalidField('topic_uuids', sentence('consent.topicGone'))
  if (segment_uuid !== null && !(await queries.hasStaticSegment(db, applicationId, segment_uuid))) {
    throw invalidField('segment_uuid', sentence('signUpForms.segment'))
  }
}

function nameTaken(): AppError {
  return invalidField('name', sentence('signUpForms.nameTaken'))
}

function writtenOf({ name, is_on, ...content }: SignUpFormBody) {
  const topics = [...new Set(content.topic_uuids.map(id => id.toLowerCase()))]
  const segment_uuid = content.segment_uuid?.toLowerCase() ?? null
  return { name, is_on, content: { ...content, topic_uuids: topics, segment_uuid } }
}

/** A stored form with the fields of the API. */
export function bodyOf({ name, is_on, content }: { name: string; is_on: boolean; content: unknown }): SignUpFormBody {
  return { name, is_on, ...(content as Omit<SignUpFormBody, 'name' | 'is_on'>) }
}

function presentRow(row: queries.FormRow, requests: ReadonlyMap<string, string>): SignUpFormRow {
  const { language, double_opt_in } = bodyOf(row)
  const approvalId = requests.get(row.form_id)
  return {
    uuid: row.form_id,
    name: row.name,
    language,
    is_on: row.is_on,
    double_opt_in,
    submitted: row.submitted,
    confirmed: row.confirmed,
    pending: row.pending,
    mail_failure: row.last_failure === null ? null : { count: row.failures, ...inWords(readWords(row.last_failure)) },
    created_on: epochSeconds(row.created_at),
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

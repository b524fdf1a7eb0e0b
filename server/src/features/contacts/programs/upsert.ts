/** Contacts as programs send them: found by external id, added if there is none. Many are written together. */
import type { KeyCaller } from '../../../http/caller.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { lockContacts } from '../../../people/contacts/contact-total.ts'
import { changeContacts, type ContactValues, createContacts, ownersOf } from '../../../people/contacts/contacts.ts'
import type { ActContext } from '../../approvals/approvals.ts'
import { assertRoom } from '../../quotas/quotas.ts'
import { readFields, type SentFields } from '../contact-values.ts'
import { admitFields, assertSize, filledOf, taken, valuesOf, writer } from '../edit.ts'
import { selectFieldNamesOf } from '../field-queries.ts'

/** The context for a program's write, in a separate transaction. */
export function contextOf(deps: Deps, db: Db, { scopes: _, ...actor }: KeyCaller): ActContext {
  return { deps, db, actor, now: deps.clock.now() }
}

export interface SentContact extends SentFields {
  external_user_id: string
}

export interface Upserted {
  uuid: string
  created: boolean
}

/**
 * Adds each contact, or changes the fields that were sent. A contact with the email but without an external id, as after an import, gets
 * the id. Returns the results in order, with the refusal of each refused contact: invalidInput at its fields, conflict with ContactTaken,
 * quotaReached. No two of them may have the same id or email.
 */
export async function upsertContacts(
  context: ActContext,
  contacts: readonly SentContact[],
): Promise<(Upserted | AppError)[]> {
  const { db, actor } = context
  const { applicationId } = actor
  await lockContacts(db, applicationId)
  const known = await readKnown(db, applicationId, contacts)
  const names = contacts.flatMap(({ merge_fields: merge }) => Object.keys(merge ?? {}))
  const fieldNames = new Set(await selectFieldNamesOf(db, applicationId, [...new Set(names)]))
  const judged = contacts.map(each => orRefusal(() => judge(context, each, known, fieldNames)))
  const writes = judged.filter((each): each is Write => !(each instanceof AppError))
  const refusal = await admit(context, writes)
  if (refusal === null) {
    await changeContacts(writer(context), applicationId, writes.filter(isChange))
    await createContacts(writer(context), applicationId, writes.filter(isNew))
    return judged.map(each => (each instanceof AppError ? each : { uuid: each.contactId, created: each.isNew }))
  }
  if (contacts.length === 1) return [refusal]
  // There is no room for all of them: there may be for some.
  const results: (Upserted | AppError)[] = []
  for (const each of contacts) results.push(...(await upsertContacts(context, [each])))
  return results
}

type Row = Awaited<ReturnType<typeof ownersOf>>[number]

interface Known {
  byId: Map<string, Row>
  byEmail: Map<string, Row>
}

async function readKnown(db: Db, applicationId: string, contacts: readonly SentContact[]): Promise<Known> {
  const ids = contacts.map(each => each.external_user_id)
  const emails = contacts.flatMap(each => emailKeyOf(each) ?? [])
  const byId = await ownersOf(db, applicationId, 'external_user_id', ids)
  const byEmail = await ownersOf(db, applicationId, 'email_key', emails)
  return {
    byId: new Map(byId.map(row => [row.external_user_id ?? '', row])),
    byEmail: new Map(byEmail.map(row => [row.email_key ?? '', row])),
  }
}

/** The sent email in the form in which it is compared; null if there is none or it is invalid. */
export function emailKeyOf({ email }: SentFields): string | null {
  if (email === undefined || email === null) return null
  const read = orRefusal(() => readFields({ email }, () => false, null).email)
  return typeof read === 'string' ? read.toLowerCase() : null
}

interface Write {
  contactId: string
  isNew: boolean
  values: ContactValues
  merge: Record<string, string | null>
  /** Those of `merge` that have a value. */
  mergeFields: Record<string, string>
}

const isNew = (write: Write): boolean => write.isNew
const isChange = (write: Write): boolean => !write.isNew

/** Returns what to write, in order. Throws like createContact and updateContact. */
function judge(
  { now }: ActContext,
  sent: SentContact,
  { byId, byEmail }: Known,
  fieldNames: ReadonlySet<string>,
): Write {
  const { external_user_id: externalId, ...fields } = sent
  const email = emailKeyOf(sent)
  const owner = email === null ? undefined : byEmail.get(email)
  const row = byId.get(externalId) ?? (owner?.external_user_id === null ? owner : undefined)
  const named = row?.external_user_id === externalId ? fields : sent
  const read = readFields(named, name => fieldNames.has(name), row?.country ?? null)
  if (owner !== undefined && owner !== row && owner.contact_id !== row?.contact_id) throw taken('email', owner)
  const present = (row?.merge_fields ?? {}) as Record<string, unknown>
  const merge = read.merge_fields ?? {}
  assertSize(filledOf({ ...present, ...merge }), present)
  const values = valuesOf(read)
  if (row === undefined || values.is_test === null) values.is_test ??= false
  // Those after it may have the address that it gives up.
  if (row !== undefined && values.email !== undefined) byEmail.delete(row.email_key ?? '')
  const contactId = row?.contact_id ?? uuidv7(now)
  return { contactId, isNew: row === undefined, values, merge, mergeFields: filledOf(merge) }
}

/** Reserves the room that they need. Returns why there is none. */
async function admit(context: ActContext, writes: readonly Write[]): Promise<AppError | null> {
  try {
    await assertRoom(context, 'contacts', writes.filter(isNew).length)
    await admitFields(context, ...writes.map(write => write.mergeFields))
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function orRefusal<Result>(work: () => Result): Result | AppError {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** What follows a sign-up: its email, and finally a contact with a consent. */
import { MERGE_FIELDS_MAX_BYTES } from '@notifly/contracts/contacts/contacts'
import type { SignUpFormBody } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { mergeFieldBytes } from '../../lib/contact-fields.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { subscribeByForm } from '../../people/consent/by-form.ts'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { changeContacts, createContacts, ownerOf } from '../../people/contacts/contacts.ts'
import { noteFields } from '../../people/fields/fields.ts'
import { addContacts } from '../../people/segments/members.ts'
import { type Answers, closeSignUp, readSignUp, type SignUpKey } from '../../people/sign-ups/sign-ups.ts'
import { typeOf } from '../imports/imports.ts'
import { assertFields, assertRoom } from '../quotas/quotas.ts'
import { countUp, hasStaticSegment, selectValues } from './queries.ts'

/** The form of a sign-up. */
export interface UsedForm {
  applicationId: string
  formId: string
  body: SignUpFormBody
}

/**
 * Makes the person a contact, or adds the sign-up to the contact with the address. Repeating it changes nothing. `isConfirmed`: by the link
 * of an email; otherwise existing values of a contact stay as they are. Throws quotaReached.
 */
export function takeSignUp(deps: Deps, form: UsedForm, key: SignUpKey, isConfirmed: boolean): Promise<void> {
  const { applicationId } = form
  return limitedWrite(deps.database.kysely, applicationId, async tx => {
    await lockContacts(tx, applicationId)
    const row = await readSignUp(tx, key)
    if (row === undefined || row.confirmed_at !== null) return
    const now = deps.clock.now()
    const answers = row.answers as unknown as Answers
    const { contactId, isNew } = await keepContact({ deps, db: tx, now }, form, answers, isConfirmed)
    const proof = {
      uuid: form.formId,
      name: form.body.name,
      text: answers.consent_text,
      page: answers.page,
      submitted_on: epochSeconds(row.created_at),
      confirmed_on: isConfirmed ? epochSeconds(now) : null,
    }
    const { topics, offered } = answers
    const refused = isNew ? offered.filter(uuid => !topics.includes(uuid)) : []
    const agreement = { emailKey: row.email_key, proof, topics, refused, isConfirmed }
    await subscribeByForm(tx, { applicationId, contactId }, agreement, now)
    await addToSegment(tx, form, contactId)
    await closeSignUp(tx, key, now)
    await countUp(tx, form, 'confirmed')
  })
}

interface Writing {
  deps: Deps
  db: Db
  now: Date
}

/** In the caller's transaction, while no other one writes contacts. */
async function keepContact(
  { deps, db, now }: Writing,
  { applicationId, body }: UsedForm,
  answers: Answers,
  isConfirmed: boolean,
): Promise<{ contactId: string; isNew: boolean }> {
  const actor = { applicationId }
  const writer = { db, secrets: deps.secrets, now }
  const owner = await ownerOf(db, applicationId, 'email_key', answers.email.toLowerCase())
  if (owner === undefined) await assertRoom({ deps, db, actor, isVisitor: true }, 'contacts')
  const { phone, merge } = await valuesFor(db, applicationId, owner?.contact_id ?? null, answers, isConfirmed)
  const fields = Object.entries(merge).map(([name, value]) => ({ name, type: typeOf(value), sample: value }))
  await assertFields({ deps, db, actor }, fields)
  await noteFields(db, applicationId, fields, now)
  if (owner !== undefined) {
    const contactId = owner.contact_id
    if (phone !== null || fields.length > 0) {
      const values = phone === null ? {} : { phone_number: phone }
      await changeContacts(writer, applicationId, [{ contactId, values, merge }])
    }
    return { contactId, isNew: false }
  }
  const contactId = uuidv7(now)
  const own = { email: answers.email, phone_number: phone, lang: body.language, platform_type: 'web', is_test: false }
  await createContacts(writer, applicationId, [{ contactId, values: own, mergeFields: merge }])
  return { contactId, isNew: true }
}

/** The values to write: for an existing contact without confirmation only missing ones; never more than a contact may have. */
async function valuesFor(
  db: Db,
  applicationId: string,
  contactId: string | null,
  { phone_number: phone, merge_fields: merge }: Answers,
  isConfirmed: boolean,
): Promise<{ phone: string | null; merge: Record<string, string> }> {
  const present = contactId === null ? null : await selectValues(db, applicationId, contactId)
  const known = (present?.merge_fields ?? {}) as Record<string, string>
  const written = Object.entries(merge).filter(([name]) => isConfirmed || !Object.hasOwn(known, name))
  const fits = mergeFieldBytes({ ...known, ...Object.fromEntries(written) }) <= MERGE_FIELDS_MAX_BYTES
  const mayWritePhone = isConfirmed || (present?.phone_number ?? null) === null
  return { phone: mayWritePhone ? phone : null, merge: fits ? Object.fromEntries(written) : {} }
}

async function addToSegment(db: Db, { applicationId, body }: UsedForm, contactId: string): Promise<void> {
  const { segment_uuid: segmentId } = body
  if (segmentId === null || !(await hasStaticSegment(db, applicationId, segmentId))) return
  await addContacts(db, { applicationId, segmentId }, [contactId])
}

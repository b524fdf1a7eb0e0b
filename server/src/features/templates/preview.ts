import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent, Preview } from '@notifly/contracts/templates/templates'
import type { Config } from '../../config.ts'
import { type ApplicationCaller, hasLevel, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField } from '../../lib/app-error.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { knownFields } from '../../people/fields/fields.ts'
import { sampleContact } from '../contacts/contacts.ts'
import { heaviestPart } from './check-content.ts'
import { presentProblems } from './check-parts.ts'
import { COSTLY_PROBLEM, TEMPLATE_WORK, unlessCostly } from './template-threads.ts'

interface PreviewInput {
  content: EmailContent
  contact_uuid?: string | undefined
  sample?: Record<string, unknown> | undefined
}

export interface Reader {
  contact: { uuid: string; name: string } | null
  fields: Record<string, unknown>
}

/** Renders content as one contact would see it, with everything that is wrong with it. Never refuses content. */
export async function previewContent(deps: Deps, caller: ApplicationCaller, input: PreviewInput): Promise<Preview> {
  const { applicationId } = caller
  const { kysely } = deps.database
  const { content, sample = {} } = input
  const [reader, known] = await Promise.all([readerFor(deps, caller, input), knownFields(kysely, applicationId)])
  const fields = [...known, ...Object.keys(sample)]
  const rendering = shortWork.run(TEMPLATE_WORK.previewEmail, applicationId, { content, fields, values: reader.fields })
  const nothing = { subject: '', preheader: '', html: '', text: '', text_source: '' }
  const problems = [{ ...COSTLY_PROBLEM, part: heaviestPart(content) }]
  const rendered = await unlessCostly(rendering, { ...nothing, problems })
  return {
    ...rendered,
    problems: presentProblems(rendered.problems),
    size_bytes: Buffer.byteLength(rendered.html),
    contact: reader.contact,
  }
}

/**
 * Whose eyes to look with: the contact named, else the sample fields, else the newest contact, else a contact without any
 * field. A caller who may not read contacts sees none. Throws forbidden for a contact that such a caller names, and invalidInput for one
 * that does not exist.
 */
export async function readerFor(
  { database, config }: Deps,
  caller: ApplicationCaller,
  { contact_uuid: contactId, sample }: Omit<PreviewInput, 'content'>,
): Promise<Reader> {
  const own = senderFields(config)
  if (contactId === undefined && sample !== undefined) return { contact: null, fields: { ...sample, ...own } }
  if (contactId !== undefined) requireLevel(caller, ACTIVITY.audience, LEVEL.read)
  const maySee = hasLevel(caller, ACTIVITY.audience, LEVEL.read)
  const contact = maySee ? await sampleContact(database.kysely, caller.applicationId, contactId) : null
  if (contact === null) {
    if (contactId !== undefined) throw invalidField('contact_uuid', sentence('templates.contactGone'))
    return { contact: null, fields: own }
  }
  const fields = { ...contact.fields, ...sample, ...own }
  return { contact: { uuid: contact.uuid, name: nameOf(contact.fields) ?? contact.email ?? contact.uuid }, fields }
}

/** Addresses that every real mail has of its own; here they lead to a page that changes nothing. */
function senderFields({ publicUrl }: Config): Record<string, string> {
  const page = `${publicUrl}/u/sample`
  return { unsubscribe_url: page, preferences_url: page, notifly_open: '', notifly_trap: '' }
}

/** A person's name by the fields that imports usually bring. */
function nameOf(fields: Record<string, unknown>): string | undefined {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const full = text('name') || text('full_name') || `${text('first_name')} ${text('last_name')}`.trim()
  return full === '' ? undefined : full
}

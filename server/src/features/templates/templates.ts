/**
 * Front door of templates: what a campaign takes from a template, and the checks of a content before it is sent. Authors decide how long
 * parsing takes, so all of it happens in threads, within bounds.
 */
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent, TemplateContent, TemplateRow } from '@notifly/contracts/templates/templates'
import type { Source } from '../../channels/channel.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, hasLevel, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField, sentenceOf } from '../../lib/app-error.ts'
import { type Problem, refusesSaving } from '../../lib/liquid/problem.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { workOf } from '../../lib/work-pool/work.ts'
import { knownFields } from '../../people/fields/fields.ts'
import { sampleContact } from '../contacts/contacts.ts'
import type { PartProblem, SourceProblem } from './check-parts.ts'
import { lockTemplate, selectTemplate } from './queries.ts'
import type * as mjmlTasks from './mjml-work.ts'
import type * as tasks from './template-work.ts'

/** The parts of a template, under the names of its channel. Mails have HTML, whatever they were written in. */
export type CampaignParts = Omit<TemplateContent, 'text' | 'mode' | 'mjml' | 'document'> & {
  text?: string
  smsBody?: string
}

/** The newest version of a template, for a campaign that uses it; null if there is none with that id and type. */
export async function templateContent(
  db: Db,
  applicationId: string,
  templateId: string,
  type?: TemplateRow['type'],
): Promise<{ name: string; version: number; content: CampaignParts } | null> {
  const row = await selectTemplate(db, { applicationId, templateId })
  if (row === undefined || (type !== undefined && row.type !== type)) return null
  const { text, mode: _, mjml: __, document: ___, ...content } = row.content as TemplateContent
  const own = row.type === 'SMS' ? { smsBody: text ?? '' } : text === undefined ? {} : { text }
  return { name: row.name, version: row.version, content: { ...content, ...own } }
}

/** The number of the newest version, locked until the transaction ends; null for an unknown template. */
export async function heldVersion(db: Db, applicationId: string, templateId: string): Promise<number | null> {
  return (await lockTemplate(db, { applicationId, templateId }))?.version ?? null
}

// Faults of a content.

/** All problems of a content; it is never refused here. */
export async function contentProblems(db: Db, applicationId: string, content: EmailContent): Promise<PartProblem[]> {
  const fields = await knownFields(db, applicationId)
  const found = shortWork.run(TEMPLATE_WORK.checkEmail, applicationId, { content, fields })
  return unlessCostly(found, [{ ...COSTLY_PROBLEM, part: largestPart(content) }])
}

/** The problems of a content's Liquid sources, each with the field of its source. */
export async function sourceProblems(
  db: Db,
  applicationId: string,
  sources: readonly Source[],
): Promise<SourceProblem[]> {
  if (sources.length === 0) return []
  const fields = await knownFields(db, applicationId)
  const found = shortWork.run(TEMPLATE_WORK.checkSources, applicationId, { sources, fields })
  const [heaviest] = sources.toSorted((a, b) => b.source.length - a.source.length)
  return unlessCostly(found, [{ ...COSTLY_PROBLEM, source: heaviest?.field ?? '' }])
}

/** The field to blame if a whole mail costs too much: nearly always its body. */
export function largestPart({ html = '', text = '' }: EmailContent): PartProblem['part'] {
  return text.length > html.length ? 'text' : 'html'
}

/** Whether its HTML is compiled from MJML. */
export function isMjml({ mode = 'html', mjml }: EmailContent): boolean {
  return mode !== 'html' && mjml !== undefined
}

/** Throws invalidInput with the place of each error if a part is not valid Liquid; unknown fields are allowed. */
export function assertNoErrors(problems: readonly PartProblem[]): void {
  const broken = problems.filter(problem => refusesSaving([problem]))
  if (broken.length === 0) return
  const errors = broken.map(({ part, place, line, column, tag, ...words }) => ({
    field: place ?? part,
    ...sentenceOf(words),
    line,
    column,
    ...(tag !== undefined && { tag }),
  }))
  throw new AppError('invalidInput', { ...sentence('templates.unreadable'), errors })
}

/** The address of the first link as written in the source; null if no link can be parsed. */
export async function firstLink(
  applicationId: string,
  source: Parameters<Tasks['firstLink']>[0],
): Promise<string | null> {
  if (source.kind === 'url' && source.tags === null) return source.source
  return unlessCostly(shortWork.run(TEMPLATE_WORK.firstLink, applicationId, source), null)
}

/** The start of an image address that consists of merge fields. */
const LIVE_ADDRESS = /\bsrc\s{0,20}=\s{0,20}["']?\s{0,20}\{/i

/** Whether it may have images whose whole address comes from merge fields. */
export function hasLiveImages(html: string): boolean {
  return LIVE_ADDRESS.test(html)
}

/** Images of a mail that have no address for some of these people; none if the mail takes too long to parse. */
export function emptyImagesFor(
  applicationId: string,
  asked: Parameters<Tasks['countEmptyImages']>[0],
): Promise<ReturnType<Tasks['countEmptyImages']>> {
  return unlessCostly(shortWork.run(TEMPLATE_WORK.countEmptyImages, applicationId, asked), [])
}

// The length of a text message for several people.

type Tasks = typeof tasks

/** Whether a text uses no field of its recipient. Throws invalidInput if it takes too long to process. */
export function isTextSameForAll(applicationId: string, text: Parameters<Tasks['isSameForAll']>[0]): Promise<boolean> {
  return shortWork.run(TEMPLATE_WORK.isSameForAll, applicationId, text)
}

/** Its sizes for these people, and the text that `reader` gets. Throws invalidInput if it takes too long to process. */
export function measureText(applicationId: string, text: Parameters<Tasks['measureText']>[0]) {
  return shortWork.run(TEMPLATE_WORK.measureText, applicationId, text)
}

// The person for whom a content is previewed.

interface Reader {
  contact: { uuid: string; name: string } | null
  fields: Record<string, unknown>
}

/**
 * Chooses the person of a preview: the named contact, else the sample fields, else the newest contact, else a contact without fields. A
 * caller who may not read contacts gets none. Throws forbidden for a contact that such a caller names, and invalidInput for one that does
 * not exist.
 */
export async function readerFor(
  { database, config }: Deps,
  caller: ApplicationCaller,
  {
    contact_uuid: contactId,
    sample,
  }: { contact_uuid?: string | undefined; sample?: Record<string, unknown> | undefined },
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

/** Addresses that are unique in each real mail; here they lead to a page that changes nothing. */
function senderFields({ publicUrl }: Config): Record<string, string> {
  const page = `${publicUrl}/u/sample`
  const view = `${publicUrl}/v/sample`
  return { unsubscribe_url: page, preferences_url: page, view_in_browser_url: view, notifly_open: '', notifly_trap: '' }
}

/** A person's name, from the fields that imports usually fill. */
function nameOf(fields: Record<string, unknown>): string | undefined {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const full = text('name') || text('full_name') || `${text('first_name')} ${text('last_name')}`.trim()
  return full === '' ? undefined : full
}

// Bounds of the work on templates, and what happens to a template that exceeds them.

const OF_TEMPLATES = workOf<Tasks>(new URL('./template-work.ts', import.meta.url))

/** The largest newsletters take a tenth of it. */
const LIMITS = {
  timeMs: 1000,
  // A mail of the largest size: HTML, text, and the source of the text.
  outputMax: 8_000_000,
  refusal: () => new RenderTooCostly(),
}

export const TEMPLATE_WORK = {
  checkEmail: OF_TEMPLATES('checkEmail', LIMITS),
  checkSources: OF_TEMPLATES('checkSources', LIMITS),
  firstLink: OF_TEMPLATES('firstLink', LIMITS),
  literalLinks: OF_TEMPLATES('literalLinks', LIMITS),
  fillEmail: OF_TEMPLATES('fillEmail', LIMITS),
  previewEmail: OF_TEMPLATES('previewEmail', LIMITS),
  countEmptyImages: OF_TEMPLATES('countEmptyImages', LIMITS),
  drawEmail: OF_TEMPLATES('drawEmail', LIMITS),
  writeOutEmail: OF_TEMPLATES('writeOutEmail', LIMITS),
  previewSources: OF_TEMPLATES('previewSources', LIMITS),
  isSameForAll: OF_TEMPLATES('isSameForAll', LIMITS),
  measureText: OF_TEMPLATES('measureText', LIMITS),
}

const OF_MJML = workOf<typeof mjmlTasks>(new URL('./mjml-work.ts', import.meta.url))

/** The largest newsletters take a fifth of it, and twice as much if the thread compiles its first one. */
const MJML_LIMITS = { ...LIMITS, timeMs: 2000 }

export const MJML_WORK = {
  checkBlock: OF_MJML('checkBlock', MJML_LIMITS),
  compileEmail: OF_MJML('compileEmail', MJML_LIMITS),
  previewMjml: OF_MJML('previewMjml', MJML_LIMITS),
}

const TOO_COSTLY = sentence('templates.tooCostly')

/** The work on a template exceeded a bound. */
class RenderTooCostly extends AppError {
  constructor() {
    super('invalidInput', TOO_COSTLY)
  }
}

/** The only problem that is reported if the work on the template had to be stopped. */
export const COSTLY_PROBLEM = {
  severity: 'error',
  code: 'too_large',
  ...TOO_COSTLY,
  line: 1,
  column: 1,
} as const satisfies Problem

/** Resolves to `otherwise` if the template exceeds a bound. */
export async function unlessCostly<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RenderTooCostly) return otherwise
    throw error
  }
}

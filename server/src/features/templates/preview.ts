/** How one contact sees a mail or a text message, with all its problems. */
import { measureSms } from '@notifly/contracts/sms/parts'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { SmsPreview } from '@notifly/contracts/sms/sms'
import type { EmailContent, Preview } from '@notifly/contracts/templates/templates'
import { charactersMaxOf, type SmsContent } from '../../channels/sms/sms.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { knownFields } from '../../people/fields/fields.ts'
import { selectConfiguration } from '../channel-settings/channel-settings.ts'
import { samplePhones } from '../contacts/contacts.ts'
import type { PreviewedMjml } from './mjml-work.ts'
import type { PreviewedContent } from './template-work.ts'
import { isBroken, presentProblems } from './check-parts.ts'
import {
  COSTLY_PROBLEM,
  largestPart,
  isMjml,
  isTextSameForAll,
  measureText,
  MJML_WORK,
  readerFor,
  TEMPLATE_WORK,
  unlessCostly,
} from './templates.ts'

interface PreviewInput {
  content: EmailContent
  contact_uuid?: string | undefined
  sample?: Record<string, unknown> | undefined
  link_tags?: LinkTags | undefined
  with_source?: boolean | undefined
}

/** Renders content as one contact would see it, and returns all problems. Never refuses content. */
export async function previewContent(deps: Deps, caller: ApplicationCaller, input: PreviewInput): Promise<Preview> {
  const { applicationId } = caller
  const { kysely } = deps.database
  const { content: typed, sample = {}, link_tags: tags = null, with_source: withSource = false } = input
  const { document: _, ...content } = typed
  const [reader, known] = await Promise.all([readerFor(deps, caller, input), knownFields(kysely, applicationId)])
  const fields = [...known, ...Object.keys(sample)]
  const isOfMjml = isMjml(content)
  const asked = { content, fields, values: reader.fields, tags }
  const { publicUrl } = deps.config
  const rendering = isOfMjml
    ? shortWork.run(MJML_WORK.previewMjml, applicationId, { ...asked, publicUrl })
    : shortWork.run(TEMPLATE_WORK.previewEmail, applicationId, asked)
  const nothing = { subject: '', preheader: '', html: '', text: '', text_source: '' }
  const problems = [{ ...COSTLY_PROBLEM, part: isOfMjml ? ('mjml' as const) : largestPart(content) }]
  const rendered = await unlessCostly<PreviewedContent & Partial<PreviewedMjml>>(rendering, { ...nothing, problems })
  const { html_source: htmlSource, ...shown } = rendered
  return {
    ...shown,
    ...(withSource && htmlSource !== undefined && { html_source: htmlSource }),
    problems: presentProblems(shown.problems),
    size_bytes: Buffer.byteLength(shown.html),
    contact: reader.contact,
  }
}

interface SmsPreviewInput extends Pick<SmsContent, 'track_links' | 'dlt_template_id'> {
  text: string
  contact_uuid?: string | undefined
  sample?: Record<string, unknown> | undefined
}

/** Number of people whose texts are measured: enough to include a long name, within a few milliseconds. */
const RANGE_OF = 200

/** Renders and measures a text as a recipient would get it, and returns all problems. Never refuses content. */
export async function previewSmsText(
  deps: Deps,
  caller: ApplicationCaller,
  input: SmsPreviewInput,
): Promise<SmsPreview> {
  const { applicationId } = caller
  const { text: source, sample, contact_uuid: _, ...settings } = input
  const { kysely } = deps.database
  const [reader, known, configuration] = await Promise.all([
    readerFor(deps, caller, input),
    knownFields(kysely, applicationId),
    selectConfiguration(kysely, applicationId, 'sms'),
  ])
  const content = { text: source }
  const fields = [...known, ...Object.keys(sample ?? {})]
  const checking = shortWork.run(TEMPLATE_WORK.checkEmail, applicationId, { content, fields })
  const problems = await unlessCostly(checking, [{ ...COSTLY_PROBLEM, part: 'text' as const }])
  // A text that does not parse has no size.
  const measured = { smsBody: isBroken(problems, 'text') ? '' : source, ...settings }
  const charactersMax = charactersMaxOf(configuration?.settings as object | undefined)
  const asked = { content: measured, publicUrl: deps.config.publicUrl }
  const isSame = sample !== undefined || (await isTextSameForAll(applicationId, asked))
  const people = isSame ? [] : await samplePhones(kysely, applicationId, RANGE_OF)
  const measuring = { ...asked, charactersMax, people, reader: reader.fields }
  const { sizes, text, problem, links } = await measureText(applicationId, measuring)
  const { sum: _sum, ...range } = sizes
  const { encoding, segments, units, unitsLeft: units_left, forcing } = measureSms(text)
  return {
    text,
    encoding,
    segments,
    units,
    units_left,
    forcing,
    problems: presentProblems(problem === undefined ? problems : [...problems, problem]),
    contact: reader.contact,
    short_links: links,
    characters_max: charactersMax,
    ...(people.length > 0 && { range }),
  }
}

/** Templates of notifications: their faults, and how they look to one contact. */
import type { PushContent, PushPreview } from '@notifly/contracts/templates/templates'
import { mobilePushChannel } from '../../channels/mobilepush/mobilepush.ts'
import { webPushChannel } from '../../channels/webpush/webpush.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidFields } from '../../lib/app-error.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { knownFields } from '../../people/fields/fields.ts'
import { type SourceProblem, type PartProblem, presentProblems } from './check-parts.ts'
import { COSTLY_PROBLEM, readerFor, sourceProblems, TEMPLATE_WORK, unlessCostly } from './templates.ts'

/** Types of templates that are notifications. */
export type PushTemplateType = 'Webpush' | 'Mobilepush'

export function isPush(type: string): type is PushTemplateType {
  return type === 'Webpush' || type === 'Mobilepush'
}

const CHANNELS_OF = { Webpush: webPushChannel, Mobilepush: mobilePushChannel } as const

/**
 * The parts of a notification that are not empty. An unfinished one may be saved, since a campaign can provide what is missing. Throws
 * invalidInput for invalid addresses, and for texts that are too long whatever is filled in.
 */
export function pushContentOf(type: PushTemplateType, typed: PushContent): PushContent {
  const { campaignTitle, campaignMsg, campaignBannerImg, campaignIcon, campaignPageUrl, actions = [] } = typed
  const texts = { campaignTitle, campaignMsg, campaignBannerImg, campaignIcon, campaignPageUrl }
  const said = Object.entries(texts).filter(([, text]) => text !== undefined && text.trim() !== '')
  const content = { ...Object.fromEntries(said), ...(actions.length > 0 && { actions }) }
  const errors = CHANNELS_OF[type].faults(content).filter(({ key }) => key !== 'fields.required')
  if (errors.length > 0) throw invalidFields(errors)
  return content
}

/** Each with its field. */
export async function pushProblems(
  db: Db,
  { applicationId, type }: { applicationId: string; type: PushTemplateType },
  content: PushContent,
): Promise<PartProblem[]> {
  return placed(await sourceProblems(db, applicationId, CHANNELS_OF[type].sources(content)))
}

function placed(problems: readonly SourceProblem[]): PartProblem[] {
  return problems.map(({ source, ...problem }) => ({ ...problem, part: 'text', place: source }))
}

interface PreviewInput {
  content: PushContent
  channel: 'webpush' | 'mobilepush'
  contact_uuid?: string | undefined
}

/** Renders what parses, and returns all problems. Never refuses content. */
export async function previewPushContent(
  deps: Deps,
  caller: ApplicationCaller,
  input: PreviewInput,
): Promise<PushPreview> {
  const { applicationId } = caller
  const { content, channel } = input
  const [reader, fields] = await Promise.all([
    readerFor(deps, caller, input),
    knownFields(deps.database.kysely, applicationId),
  ])
  const sources = (channel === 'webpush' ? webPushChannel : mobilePushChannel).sources(content)
  const filling = shortWork.run(TEMPLATE_WORK.previewSources, applicationId, { sources, fields, values: reader.fields })
  const costly = { texts: {}, problems: [{ ...COSTLY_PROBLEM, source: 'campaignMsg' }], faults: [] }
  const filled = await unlessCostly(filling, costly)
  const problems = placed(filled.problems)
  for (const { source: place, field, sentence } of filled.faults) {
    const at = { part: 'text', place, line: 1, column: 1, field } as const
    problems.push({ severity: 'error', code: 'render_error', ...sentence, ...at })
  }
  const texts = new Map(Object.entries(filled.texts))
  const textAt = (field: string): string => texts.get(field) ?? ''
  return {
    campaignTitle: textAt('campaignTitle'),
    campaignMsg: textAt('campaignMsg'),
    campaignBannerImg: textAt('campaignBannerImg'),
    campaignIcon: textAt('campaignIcon'),
    campaignPageUrl: textAt('campaignPageUrl'),
    actions: (content.actions ?? []).map((_, index) => ({
      title: textAt(`actions.${index}.title`),
      action: textAt(`actions.${index}.action`),
    })),
    problems: presentProblems(problems),
    contact: reader.contact,
  }
}

/** What the text messages of a campaign add up to: those that its recipients would really get, not one person's times their number. */
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import type { SmsBill } from '@notifly/contracts/sms/sms'
import { charactersMaxOf, type SmsContent } from '../../../channels/sms/sms.ts'
import { costlyRead } from '../../../db/fair-places.ts'
import { estimateAudience, sampleAudience } from '../../../engine/runs/runs.ts'
import type { Deps } from '../../../http/deps.ts'
import { isTextSameForAll, measureText } from '../../templates/templates.ts'
import { completeContent } from '../drafts/content.ts'
import type { StoredContent } from '../drafts/content.ts'
import { selectSettings } from '../queries.ts'

interface BillQuery extends StoredContent {
  audience?: CampaignAudience | undefined
}

/** More of them move the figure by less than a percent. */
const SAMPLE = 1_000

/** Throws notFound for a template that the application does not have. */
export async function estimateBill(
  { database, clock, config }: Deps,
  applicationId: string,
  query: BillQuery,
): Promise<SmsBill> {
  const { audience = { segment_uuids: [], exclude_segment_uuids: [] }, ...own } = query
  const db = database.kysely
  const complete = await completeContent(db, { applicationId, channel: 'sms' }, own)
  const content = complete.content as SmsContent
  const asked = {
    applicationId,
    channel: 'sms',
    audience,
    topicId: query.topic_uuid ?? null,
    now: clock.now(),
  } as const
  const text = { content, publicUrl: config.publicUrl }
  const isSame = await isTextSameForAll(applicationId, text)
  const { recipients, people } = await costlyRead(db, applicationId, async tx => ({
    recipients: (await estimateAudience(tx, asked)).recipients,
    people: isSame ? [{}] : await sampleAudience(tx, asked, SAMPLE),
  }))
  const settings = await selectSettings(db, applicationId, 'sms')
  const { sizes } = await measureText(applicationId, { ...text, people, charactersMax: charactersMaxOf(settings) })
  const measured = sizes.sampled + sizes.unsendable
  const total = measured === 0 ? 0 : Math.round((sizes.sum / measured) * recipients)
  return { ...sizes, recipients, total, is_exact: isSame || measured >= recipients }
}

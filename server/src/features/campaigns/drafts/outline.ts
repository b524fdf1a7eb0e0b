/** What receivers see of a campaign before they open it, for its review. */
import type { CampaignOutline } from '@notifly/contracts/campaigns/campaigns'
import type { Db } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { firstLink } from '../../templates/templates.ts'
import { type CampaignRecord, selectSettings } from '../queries.ts'
import { withoutTest } from './ab-test.ts'
import { completeContent, type ContentOf } from './content.ts'
import { tagsFor } from './link-tags.ts'

const NOTHING: CampaignOutline = { sender: null, reply_to: null, link: null }

/** For an A/B test that of its first variant; empty if its template was deleted. */
export async function outlineOf(
  db: Db,
  which: ContentOf,
  campaign: Pick<CampaignRecord, 'name' | 'content'>,
): Promise<CampaignOutline> {
  const { applicationId, channel: name } = which
  try {
    const { channel, content } = await completeContent(db, which, withoutTest(name, campaign.content, 1))
    const settings = await selectSettings(db, applicationId, name)
    const { sender, replyTo, linkIn } = channel.outline(content, settings ?? undefined)
    const link = linkIn && (await firstLink(applicationId, { ...linkIn, tags: await tagsFor(db, which, campaign) }))
    return { sender, reply_to: replyTo, link }
  } catch (error) {
    if (error instanceof AppError && error.error === 'notFound') return NOTHING
    throw error
  }
}

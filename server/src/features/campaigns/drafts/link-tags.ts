/** Parameters that a campaign adds to its links. */
import { linkTagsOf, type LinkTags } from '@notifly/contracts/campaigns/utm'
import type { Db } from '../../../db/schema/tables.ts'
import { type CampaignRecord, selectUtm } from '../queries.ts'
import type { ContentOf } from './content.ts'

/** Null: nothing. */
export async function tagsFor(
  db: Db,
  { applicationId, channel }: ContentOf,
  { name: campaign, content }: Pick<CampaignRecord, 'name' | 'content'>,
): Promise<LinkTags | null> {
  if (content.utm === null) return null
  const { name: application, utm } = await selectUtm(db, applicationId)
  return linkTagsOf(content.utm, utm, { channel, application, campaign })
}

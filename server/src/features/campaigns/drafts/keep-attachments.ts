import type { CommandContext } from '../../approvals/approvals.ts'
import { demandContentRoom, demandRoom } from '../../quotas/quotas.ts'
import type { StoredAttachment } from './attachments.ts'
import { type CampaignKey, type CampaignRecord, replaceAttachments } from '../queries.ts'

/** Replaces the files of a campaign where new ones are given. Throws quotaReached. */
export async function keepAttachments(
  asking: Pick<CommandContext, 'db' | 'deps'>,
  key: CampaignKey,
  files: readonly StoredAttachment[] | undefined,
): Promise<void> {
  if (files === undefined) return
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  await demandRoom({ ...asking, actor: key }, 'bytes', bytes)
  await replaceAttachments(asking.db, key, files)
}

/** Throws quotaReached where there is no room for a campaign, in place of what was `stored` of it; null is a new one. */
export async function demandCampaignRoom(
  asking: Pick<CommandContext, 'db' | 'deps'>,
  key: CampaignKey,
  { content }: Pick<CampaignRecord, 'content'>,
  stored: Pick<CampaignRecord, 'content'> | null,
): Promise<void> {
  if (stored === null) await demandRoom({ ...asking, actor: key }, 'campaigns')
  await demandContentRoom({ ...asking, actor: key }, content, stored?.content)
}

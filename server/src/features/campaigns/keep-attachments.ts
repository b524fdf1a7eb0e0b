import type { CommandContext } from '../approvals/approvals.ts'
import { demandRoom } from '../quotas/quotas.ts'
import type { StoredAttachment } from './attachments.ts'
import { type CampaignKey, replaceAttachments } from './queries.ts'

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

/** The prompts that ask visitors of a site. Saved as a whole: a prompt that is left out is deleted. */
import { PromptPreferences, type SavedPrompts } from '@notifly/contracts/web-push/prompts'
import type { Db } from '../../../db/schema/tables.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { type CommandContext, openRequestsOn } from '../../approvals/approvals.ts'
import { selectPrompts, upsertPrompts } from '../queries.ts'

/** There is one set of prompts, next to the channel's one configuration. */
export const PROMPTS_ID = 'webpush'

/** The prompts of an application; empty before the first is saved. */
export async function promptsOf(db: Db, applicationId: string): Promise<PromptPreferences> {
  const row = await selectPrompts(db, applicationId)
  return PromptPreferences.parse(row?.preferences ?? {})
}

/** How many of the three kinds exist. */
export function promptCount({ active: _, ...prompts }: PromptPreferences): number {
  return Object.values(prompts).filter(prompt => prompt !== undefined).length
}

export async function readPrompts(db: Db, applicationId: string): Promise<SavedPrompts> {
  const row = await selectPrompts(db, applicationId)
  const requests = await openRequestsOn(db, applicationId, 'prompts', [PROMPTS_ID])
  const approvalId = requests.get(PROMPTS_ID)
  return {
    prompt_preferences: PromptPreferences.parse(row?.preferences ?? {}),
    updated_on: row === undefined ? null : epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

export async function savePrompts(
  { db, actor, now }: CommandContext,
  preferences: PromptPreferences,
): Promise<SavedPrompts> {
  await upsertPrompts(db, actor.applicationId, preferences, { by: actor.accountId, now })
  return readPrompts(db, actor.applicationId)
}

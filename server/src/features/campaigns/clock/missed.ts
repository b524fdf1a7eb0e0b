/** Moments of a schedule that had no run: kept in the list of runs, and told by the campaign. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import { recordMissed } from '../../../engine/runs/runs.ts'
import { audienceOf } from '../launch/launch-check.ts'
import type { CampaignKey, CampaignRecord } from '../queries.ts'
import type { Moment } from './turns.ts'

interface MissedParts {
  campaign: CampaignRecord
  timezone: string
  missed: readonly Moment[]
}

/** Of a long time away the latest are kept one by one; the campaign says how many there were. */
const MISSED_KEPT = 100

/** Writes missed moments into the list of runs. */
export async function keepMissed(
  tx: Db,
  key: CampaignKey,
  { campaign, timezone, missed }: MissedParts,
  now: Date,
): Promise<void> {
  const audience = audienceOf(campaign.audience) ?? { segment_uuids: [], exclude_segment_uuids: [] }
  const run = { ...key, name: campaign.name, audience, timezone } as const
  await recordMissed(tx, run, missed.slice(-MISSED_KEPT), now)
}

/** What the campaign itself says of them. */
export function missedWords(missed: readonly Moment[]): Sentence | null {
  const latest = missed.at(-1)?.reason ?? null
  return latest === null || missed.length === 1
    ? latest
    : sentence('campaigns.missedRuns', { n: missed.length, reason: latest })
}

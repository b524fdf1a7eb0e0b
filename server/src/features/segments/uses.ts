/** Uses of a segment, and whether it can be deleted. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { SegmentUse } from '@notifly/contracts/segments/segments'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SegmentKey } from '../../people/segments/members.ts'
import * as queries from './queries.ts'

/** Everything that names the segment and may still need it. */
export async function usesOf(db: Db, key: SegmentKey): Promise<SegmentUse> {
  const campaigns = await queries.selectWaitingCampaigns(db, key)
  const drafts = await queries.selectUsingDrafts(db, key)
  const segments = await queries.selectUsingSegments(db, key)
  const forms = await queries.selectFillingForms(db, key)
  return {
    campaigns: campaigns.map(presentCampaign),
    drafts: drafts.map(presentCampaign),
    segments: segments.map(({ segment_id: uuid, name }) => ({ uuid, name })),
    forms: forms.map(({ form_id: uuid, name }) => ({ uuid, name })),
  }
}

/** Throws conflict, with all uses in `data`, while an unsent campaign, another segment or a sign-up form needs it. Drafts do not. */
export function refuseInUse(uses: SegmentUse): void {
  const named = (rows: readonly { name: string }[]): string => rows.map(row => row.name).join(', ')
  if (uses.campaigns.length > 0) {
    throw new AppError('conflict', { ...sentence('segments.inUse', { names: named(uses.campaigns) }), data: uses })
  }
  if (uses.forms.length > 0) {
    throw new AppError('conflict', { ...sentence('segments.filledByForms', { names: named(uses.forms) }), data: uses })
  }
  if (uses.segments.length === 0) return
  throw new AppError('conflict', { ...sentence('segments.namedByRules', { names: named(uses.segments) }), data: uses })
}

function presentCampaign({ campaign_id: uuid, name, channel }: { campaign_id: string; name: string; channel: string }) {
  return { uuid, name, platform: channel as Channel }
}

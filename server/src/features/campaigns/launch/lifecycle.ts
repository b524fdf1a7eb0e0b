/**
 * The states of a campaign and what may be done in each.
 *
 *     draft -> scheduled -> pending -> executing -> sent | ended
 *       |          |  |         |          |
 *       |          |  |---------+-- paused-+          any of them -> cancelled | failed
 *       '-> pending (now)
 *
 * `pending` means: its run exists and is being prepared. From there on the engine moves the campaign along with its run
 * (engine/runs/runs.ts); what is listed here is what people and the clock do.
 */
import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/**
 * launchNow, launchLater: a draft goes out, at once or when its moment comes. change: other content, audience or schedule.
 * What the moments of a schedule do is in due.ts.
 */
export type CampaignAct = 'save' | 'remove' | 'launchNow' | 'launchLater' | 'change' | 'pause' | 'resume' | 'cancel'

/** A campaign that is later than this is missed: it is not sent any more. */
export const LATEST_MS = 24 * 3600 * 1000

const NEXT: Record<CampaignStatus, Partial<Record<CampaignAct, CampaignStatus>>> = {
  draft: { save: 'draft', remove: 'draft', launchNow: 'pending', launchLater: 'scheduled' },
  scheduled: {
    launchNow: 'pending',
    change: 'scheduled',
    pause: 'paused',
    cancel: 'cancelled',
  },
  paused: { change: 'paused', pause: 'paused', resume: 'scheduled', cancel: 'cancelled' },
  // With a further moment before them; the run itself goes on as it is.
  pending: { change: 'pending', launchNow: 'pending' },
  executing: { change: 'executing', launchNow: 'executing' },
  sent: {},
  ended: {},
  failed: {},
  cancelled: {},
}

/** The state after an act on a campaign without an open run; null when the act is not possible in this state. */
export function nextStatus(status: CampaignStatus, act: CampaignAct): CampaignStatus | null {
  return NEXT[status][act] ?? null
}

/** Why an act is refused, for people. */
export function refusal(status: CampaignStatus): Sentence {
  return sentence(`campaigns.refused.${status === 'pending' || status === 'executing' ? 'begun' : status}`)
}

/**
 * Held runs: they are due, but the plan has no room for their messages. The engine knows nothing of plans: before it fixes recipients it
 * calls `WhyHeld`, pauses the run with the reason, and continues it when releaseRuns (runs.ts) is called. A person can pause or cancel such
 * a run like any other. A run that has recipients is never held.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { endHeldRun, lockHeldOccurrences, markHeld } from './held-run-queries.ts'
import { updateCampaignStatus, type RunKey } from './run-queries.ts'

/**
 * Returns why a run may not start now; null if it may. Called in the transaction that fixes its recipients. Throws RoomTaken while another
 * run starts under the same plan: how much room that one leaves is known once it has its recipients.
 */
export type WhyHeld = (tx: Db, run: { applicationId: string; channel: Channel }, now: Date) => Promise<Words | null>

export class RoomTaken extends Error {}

/** Holds a run. If several occurrences of a campaign are held, only the latest stays; earlier ones count as missed, as after an outage. */
export async function holdRun(tx: Db, run: RunKey & { campaignId: string }, reason: Words, now: Date): Promise<void> {
  if (!(await markHeld(tx, run, reason, now))) return
  const occurrences = await lockHeldOccurrences(tx, run)
  for (const earlier of occurrences.slice(0, -1)) {
    await endHeldRun(tx, earlier, { state: 'missed', reason: sentence('campaigns.overtaken') }, now)
  }
  await updateCampaignStatus(tx, run.applicationId, run.campaignId)
}

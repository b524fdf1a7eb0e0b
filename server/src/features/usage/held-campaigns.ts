/**
 * Campaigns over the month's limit. A run begins while what the organization has sent on its channel this month, and what its other runs
 * are still sending, is below the limit; one that has begun is sent to its end. Beyond it runs are held, and go on by themselves, the
 * earliest first, once a larger plan or a new month has room. They begin one after the other: each is seen by the next with its recipients.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import {
  type HeldChannel,
  type HeldRun,
  isHeld,
  selectHeldChannels,
  selectHeldRuns,
} from '../../engine/runs/held-run-queries.ts'
import { RoomTaken, type WhyHeld } from '../../engine/runs/held-runs.ts'
import { releaseRuns, type WhichRun } from '../../engine/runs/runs.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { recordAudit } from '../audit/audit.ts'
import { monthOf } from './months.ts'
import { notifyOfRelease } from './notices.ts'
import { type Configured, limitsFor, limitsOfApplication } from './plan.ts'
import { countInProgress, sumMessages, takeRoom } from './queries.ts'

/** For the engine; undefined if billing is off, so that the engine does not call it. */
export function createHoldCheck(deps: Configured): WhyHeld | undefined {
  if (deps.config.billing === null) return undefined
  return async (tx, { applicationId, channel }, now) => {
    const plan = await limitsOfApplication(deps, tx, applicationId)
    if (plan === null || plan.limits.messages[channel] === null) return null
    if (!(await takeRoom(tx, plan.organizationId, channel))) throw new RoomTaken()
    return planExhaustedReason(tx, { ...plan, channel }, now)
  }
}

interface Standing {
  organizationId: string
  limits: PlanLimits
  channel: Channel
}

/** Null while there is room. */
async function planExhaustedReason(
  db: Db,
  { organizationId, limits, channel }: Standing,
  now: Date,
): Promise<Sentence | null> {
  const limit = limits.messages[channel]
  if (limit === null) return null
  const sent = (await sumMessages(db, organizationId, monthOf(now), [channel])).get(channel) ?? 0
  // Enough already: what is under way need not be known.
  const used = sent >= limit ? sent : sent + (await countInProgress(db, organizationId, channel))
  if (used < limit) return null
  return sentence('usage.runHeld', { used, limit, channel: sentence(`channelNames.${channel}`) })
}

/** Throws quotaReached if a person resumes a held run for which there is still no room. */
export async function demandStart(
  deps: Configured,
  tx: Db,
  which: WhichRun & { channel: Channel },
  now: Date,
): Promise<void> {
  if (deps.config.billing === null || !(await isHeld(tx, which))) return
  const plan = await limitsOfApplication(deps, tx, which.applicationId)
  const reason = plan && (await planExhaustedReason(tx, { ...plan, channel: which.channel }, now))
  if (reason) throw new AppError('quotaReached', reason)
}

type Releasing = Pick<Deps, 'config' | 'database' | 'clock' | 'log'>

/** Per organization and channel at a time, so that others get their turn; a thousand waiting runs are released within minutes. */
const AT_ONCE = 20

/** Releases held runs for which there is room. Returns how many. Without billing there is always room. */
export async function releaseHeldCampaigns(deps: Releasing): Promise<number> {
  const { database, clock, log } = deps
  const now = clock.now()
  let released = 0
  for (const held of await selectHeldChannels(database.kysely)) {
    try {
      released += await releaseChannel(deps, held, now)
    } catch (error) {
      // It is tried again; the others must not wait for it.
      log.error({ err: error, ...held }, 'held campaigns could not go on')
    }
  }
  return released
}

async function releaseChannel(deps: Releasing, held: HeldChannel, now: Date): Promise<number> {
  const db = deps.database.kysely
  const limits = await limitsFor(deps, db, held.organizationId)
  if (limits !== null && (await planExhaustedReason(db, { ...held, limits }, now)) !== null) return 0
  let released = 0
  for (const run of await selectHeldRuns(db, held, AT_ONCE)) {
    if (await db.transaction().execute(tx => release(tx, held, run, now))) released++
  }
  if (released > 0 && limits !== null) await db.transaction().execute(tx => notifyOfRelease(tx, held, now))
  return released
}

/** Returns false if a person changed the run meanwhile, or it has expired. */
async function release(tx: Db, { organizationId }: HeldChannel, run: HeldRun, now: Date): Promise<boolean> {
  const { applicationId, runId, campaignId, name } = run
  if ((await releaseRuns(tx, { applicationId, runId }, now)) === 0) return false
  await recordAudit(
    tx,
    {
      organizationId,
      applicationId,
      actor: 'system',
      origin: null,
      action: 'campaign.resume',
      object: { type: 'campaign', id: campaignId, name },
    },
    now,
  )
  return true
}

/**
 * Front door of the engine for features. A run is one occurrence of a campaign.
 *
 *     createRun(tx, run)                freezes content, audience and attachments; recipients are fixed when it opens
 *     pauseRun, resumeRun, cancelRun(db, which)
 *     releaseRuns(db, which, now)       lets runs go on that were held for lack of room (held-runs.ts)
 *     takeBackRun(db, which)            undoes createRun before recipients are fixed
 *     estimateHours(db, query, zone)    on which clocks and at which hours an audience reads
 *     updateCampaignStatus(db, ...)               updates the campaign's status after its plan changed
 *     recordMissed(db, run, missed)     lists occurrences that have no run, and why
 *
 * All take a kysely instance, so that they can be part of the caller's transaction. The engine itself updates `campaign.status` with the
 * campaign's runs (STATUS_BY_RUNS of run-queries.ts): pending (being prepared), executing, paused, and at the end scheduled if there is a
 * further `next_run_at`, otherwise sent, ended, cancelled or failed.
 */
import type { Channel as ChannelName } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { channelNamed } from '../../channels/registry.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { TemplateInvalid } from '../../lib/liquid/compile.ts'
import { currentTraceparent } from '../../lib/tracing/tracing.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { workOf } from '../../lib/work-pool/work.ts'
import { insertTest } from '../ab-tests/ab-test-queries.ts'
import type { FrozenVariants, NewTest } from '../ab-tests/ab-variants.ts'
import { type ClockGroup, type RunClock, zoneOf } from '../snapshot/recipient-clock.ts'
import { requestPreparation } from '../snapshot/prepare-run.ts'
import { tryLockPreparation } from '../snapshot/prepare-queries.ts'
import type * as tasks from './freeze-work.ts'
import { endHeldRun, hasExpired, moveMoments } from './held-run-queries.ts'
import {
  copyAttachments,
  deleteUnpreparedRun,
  ensureLane,
  updateCampaignStatus,
  hasOtherRuns,
  insertLinks,
  insertMissed,
  insertRun,
  notifyWorkers,
  openRuns,
  type RunKey,
  senderDomain,
  setRunState,
} from './run-queries.ts'
import { countByHour } from '../snapshot/clocked-snapshot-queries.ts'
import type { AudienceQuery } from '../../people/reach/audience.ts'
import { selectApplicationHour } from '../events/hour-queries.ts'

export type { NewTest, RunKey }
export { updateCampaignStatus }

export interface NewRun {
  applicationId: string
  campaignId: string
  channel: ChannelName
  name: string
  /** As the campaign's channel has it. */
  content: object
  audience: CampaignAudience
  /** IANA time zone of the schedule. */
  timezone: string
  /** When the recipients are fixed and the first message is sent; at once if it has passed. */
  opensAt: Date
  /** What has not been sent by then ends as expired. */
  expiresAt: Date | null
  startedBy: string | null
  /** Contacts who left this topic are skipped. */
  topicId?: string | null
  /** A test of variants; `content` is then that of the first one. */
  test?: NewTest | null
  /** The occurrence of the schedule; a second run for the same one is refused. Null for a run that starts at once. */
  occurrenceAt?: Date | null
  /** Parameters added to its links; null for none. */
  linkTags?: LinkTags | null
  /** The contact event that it is meant to bring about; null for none. */
  goal?: Goal | null
  /** How recipients' clocks decide when it sends; null: at `opensAt` for all. */
  clock?: RunClock | null
}

/** An open run by its own id (and its campaign's), or all open runs of a campaign. */
export type WhichRun =
  | { applicationId: string; runId: string; campaignId?: string }
  | { applicationId: string; runId?: undefined; campaignId: string }

/**
 * Creates a run and, in the same transaction, the job that fixes its recipients. The content and the campaign's attachments are copied:
 * later edits do not reach this run. Throws TemplateInvalid (lib/liquid/compile.ts) for content that checkTemplate would refuse,
 * invalidInput for content that takes too long to prepare.
 */
export async function createRun(db: Db, run: NewRun, now: Date): Promise<{ runId: string }> {
  const runId = uuidv7(now)
  const domain = await senderDomain(db, run.applicationId, run.channel)
  const frozen = await freeze(run, domain)
  const laneId = await ensureLane(db, run.applicationId, run.channel)
  const hasShortLinks = channelNamed(run.channel)?.hasShortLinks === true && frozen.links.length > 0
  const trace = currentTraceparent() ?? null
  await insertRun(db, { ...run, runId, laneId, content: frozen.content, hasShortLinks, trace }, now)
  await insertLinks(db, run.applicationId, runId, frozen.links)
  if (run.test) await insertTest(db, { applicationId: run.applicationId, runId }, run.test, frozen.variants)
  await copyAttachments(db, run.applicationId, run.campaignId, runId)
  await updateCampaignStatus(db, run.applicationId, run.campaignId)
  await requestPreparation(db, { applicationId: run.applicationId, runId }, run.opensAt > now ? run.opensAt : undefined)
  return { runId }
}

const FREEZE = workOf<typeof tasks>(new URL('./freeze-work.ts', import.meta.url))('freezeRun', {
  timeMs: 3000,
  // Up to four variants as HTML and as text, with their links.
  outputMax: 40_000_000,
  refusal: () => new AppError('invalidInput', sentence('templates.versions.slowToPrepare')),
})

async function freeze(run: NewRun, messageIdDomain: string): Promise<FrozenVariants> {
  const { applicationId, channel, content, test = null, linkTags: tags = null } = run
  const frozen = await shortWork.run(FREEZE, applicationId, { channel, content, test, messageIdDomain, tags })
  if (Array.isArray(frozen)) throw new TemplateInvalid(frozen)
  return frozen
}

/** Lists occurrences that should have been runs. Those already recorded stay as they are. */
export async function recordMissed(
  db: Db,
  run: Pick<NewRun, 'applicationId' | 'campaignId' | 'channel' | 'name' | 'audience' | 'timezone'>,
  missed: readonly { at: Date; reason: Words }[],
  now: Date,
): Promise<void> {
  if (missed.length === 0) return
  const laneId = await ensureLane(db, run.applicationId, run.channel)
  await insertMissed(db, { ...run, laneId }, missed, now)
}

/**
 * Pauses runs. No message leaves more than 2 seconds after the transaction has committed; what has not been sent waits. Returns false if no
 * such run is open.
 */
export async function pauseRun(db: Db, which: WhichRun, reason: Words | null = null): Promise<boolean> {
  const open = await openRuns(db, which, ['preparing', 'executing', 'paused'])
  // A held run that a person pauses waits for a person.
  const runs = open.filter(({ state, isHeld }) => state !== 'paused' || isHeld)
  for (const run of runs) {
    await setRunState(db, run, 'paused', reason)
    await updateCampaignStatus(db, run.applicationId, run.campaignId)
  }
  return runs.length > 0
}

/** Resumes paused runs. Returns false if none is paused. */
export async function resumeRun(db: Db, which: WhichRun): Promise<boolean> {
  const runs = await openRuns(db, which, ['paused'])
  for (const run of runs) {
    await setRunState(db, run, run.isPrepared ? 'executing' : 'preparing', null)
    if (!run.isPrepared) await requestPreparation(db, run)
    await updateCampaignStatus(db, run.applicationId, run.campaignId)
  }
  await notifyWorkers(db)
  return runs.length > 0
}

/**
 * Releases held runs, each if its times can still be kept: on recipients' clocks at the same time of the next day. A run that has expired
 * fails. Returns how many go on.
 */
export async function releaseRuns(db: Db, which: WhichRun, now: Date): Promise<number> {
  const held = (await openRuns(db, which, ['paused'])).filter(({ isHeld }) => isHeld)
  let released = 0
  for (const run of held) {
    if (await hasExpired(db, run, now)) {
      await endHeldRun(db, run, { state: 'failed', reason: sentence('campaigns.afterSunset') }, now)
      await updateCampaignStatus(db, run.applicationId, run.campaignId)
    } else {
      await moveMoments(db, run, now)
      await resumeRun(db, { applicationId: run.applicationId, runId: run.runId })
      released++
    }
  }
  return released
}

/**
 * Removes the only run of a campaign as if it had never existed. Returns false, and changes nothing, if its recipients are fixed or being
 * fixed, or if the campaign has other runs.
 */
export async function takeBackRun(db: Db, which: { applicationId: string; campaignId: string }): Promise<boolean> {
  const [run, ...others] = await openRuns(db, which, ['preparing', 'paused'])
  if (run === undefined || others.length > 0 || run.isPrepared) return false
  if (!(await tryLockPreparation(db, run.runId)) || (await hasOtherRuns(db, run))) return false
  await deleteUnpreparedRun(db, run)
  return true
}

/** Cancels runs with the promise of pauseRun; what has not been sent ends as cancelled. Returns false if none is open. */
export async function cancelRun(db: Db, which: WhichRun): Promise<boolean> {
  const runs = await openRuns(db, which, ['preparing', 'executing', 'paused'])
  for (const run of runs) {
    await setRunState(db, run, 'cancelling', null)
    await updateCampaignStatus(db, run.applicationId, run.campaignId)
  }
  await notifyWorkers(db)
  return runs.length > 0
}

/** Pauses all open runs of a channel whose configuration is removed. Returns how many. */
export async function pauseRunsOfChannel(
  db: Db,
  which: { applicationId: string; channel: string },
  reason: Words,
): Promise<number> {
  const runs = await openRuns(db, which, ['preparing', 'executing'])
  for (const run of runs) await pauseRun(db, { applicationId: run.applicationId, runId: run.runId }, reason)
  return runs.length
}

export interface AudienceHours {
  /** By time zone and best hour; contacts without a known time zone get the run's. */
  groups: ClockGroup[]
  /** How many recipients have a best hour of their own. */
  known: number
  /** The best hour of all readers of the application, used for the others. */
  applicationHour: number | null
}

/** When the recipients of `estimateAudience` read. `zone`: the clock of contacts without one. */
export async function estimateHours(db: Db, query: AudienceQuery, zone: string): Promise<AudienceHours> {
  const clocks = await countByHour(db, query)
  const applicationHour = await selectApplicationHour(db, query)
  return {
    groups: clocks.map(({ best, people, ...clock }) => ({
      zone: zoneOf(clock, zone),
      hour: best ?? applicationHour,
      people,
    })),
    known: clocks.reduce((sum, { best, people }) => sum + (best === null ? 0 : people), 0),
    applicationHour,
  }
}

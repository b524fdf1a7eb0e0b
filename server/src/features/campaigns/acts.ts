/**
 * Pausing, resuming and cancelling. What has a run is told to the engine, which locks a run before its campaign; so the
 * run is always tried first here too, and only then the campaign itself.
 */
import type { CampaignStatus } from '@notifly/contracts/campaigns'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { cancelRun, pauseRun, resumeRun } from '../../delivery/runs.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CommandContext, demandNoRequest } from '../approvals/approvals.ts'
import { type AuditEntry, byCaller, recordAudit } from '../audit/audit.ts'
import { type CampaignAct, LATEST_MS, nextStatus, refusal } from './lifecycle.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  deleteCampaignRow,
  hasRunIn,
  isConfigured,
  lockCampaign,
  selectStanding,
  undoUnless,
  updateEditor,
  updateStatus,
} from './queries.ts'

type Db = Kysely<Tables>

export interface CampaignState {
  uuid: string
  status: CampaignStatus
}

/** No message leaves more than 2 seconds after the answer. Throws notFound, or conflict where nothing is left to pause. */
export function pauseCampaign(deps: Deps, caller: ApplicationCaller, campaignId: string): Promise<CampaignState> {
  return actNow(deps, caller, campaignId, 'campaign.pause', {
    runStates: ['preparing', 'executing'],
    onRun: (tx, key) => pauseRun(tx, key),
    onPlan: (tx, key, campaign) => move(tx, key, campaign, 'pause'),
  })
}

/** Goes on. Throws notFound, and conflict for what is not paused or can no longer be sent. */
export function resumeCampaign(context: CommandContext, campaignId: string): Promise<CampaignState> {
  const { applicationId, accountId } = context.actor
  const earliest = new Date(context.now.getTime() - LATEST_MS)
  const by = { by: accountId, now: context.now }
  return act(context.db, { applicationId, campaignId }, by, {
    runStates: ['paused'],
    onRun: async (tx, key) => {
      if (!(await hasRunIn(tx, key, ['paused']))) return false
      if (!(await isConfigured(tx, key.applicationId))) throw new AppError('conflict', { message: NOT_CONFIGURED })
      return resumeRun(tx, key)
    },
    onPlan: async (tx, key, campaign) => {
      if (campaign.status === 'paused' && (campaign.nextRunAt ?? earliest) <= earliest) {
        throw new AppError('conflict', { message: 'Its moment has passed. Edit it and choose a new one.' })
      }
      await move(tx, key, campaign, 'resume')
    },
  })
}

/**
 * Deletes a draft; ends everything else, and what has not left stays here. Throws notFound, or conflict at the end. A draft
 * whose launch waits for approval stays; what is on its way can always be stopped.
 */
export async function cancelCampaign(deps: Deps, caller: ApplicationCaller, campaignId: string): Promise<void> {
  await actNow(deps, caller, campaignId, 'campaign.cancel', {
    runStates: ['preparing', 'executing', 'paused'],
    onRun: (tx, key) => cancelRun(tx, key),
    onPlan: async (tx, key, campaign) => {
      if (nextStatus(campaign.status, 'remove') !== null) await deleteCampaignRow(tx, key)
      else await move(tx, key, campaign, 'cancel')
    },
  })
}

const NOT_CONFIGURED = 'Email is not set up. Set it up under Settings, Platform, then resume.'

interface Ways {
  /** Runs in these states are acted on as runs. */
  runStates: readonly string[]
  /** False when no such run is open. */
  onRun: (tx: Db, key: CampaignKey) => Promise<boolean>
  onPlan: (tx: Db, key: CampaignKey, campaign: CampaignRecord) => Promise<void>
}

/** A run may begin between the two looks: then the first is taken again. */
const ATTEMPTS = 5

/** Pausing and cancelling wait for nobody's approval. */
function actNow(
  { database, clock }: Deps,
  caller: ApplicationCaller,
  campaignId: string,
  action: AuditEntry['action'],
  ways: Ways,
): Promise<CampaignState> {
  const { applicationId, accountId } = caller
  const key = { applicationId, campaignId: campaignId.toLowerCase() }
  const now = clock.now()
  return database.kysely.transaction().execute(async tx => {
    const before = await selectStanding(tx, key)
    if (before?.status === 'draft') await demandNoRequest(tx, { applicationId, type: 'campaign', id: key.campaignId })
    const state = await act(tx, key, { by: accountId, now }, ways)
    await recordAct(tx, caller, { action, key, before, after: await selectStanding(tx, key) }, now)
    return state
  })
}

async function act(
  db: Db,
  key: CampaignKey,
  written: { by: string; now: Date },
  { runStates, onRun, onPlan }: Ways,
): Promise<CampaignState> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const isDone = await undoUnless(db, async () => {
      if (!(await onRun(db, key))) {
        const campaign = await lockCampaign(db, key)
        if (campaign === undefined) throw new AppError('notFound')
        if (await hasRunIn(db, key, runStates)) return false
        await onPlan(db, key, campaign)
      }
      await updateEditor(db, key, written)
      return true
    })
    // Deleted drafts have no status; nobody reads it then.
    if (isDone) return { uuid: key.campaignId, status: (await selectStanding(db, key))?.status ?? 'draft' }
  }
  throw new AppError('conflict')
}

async function move(tx: Db, key: CampaignKey, campaign: CampaignRecord, act: CampaignAct): Promise<void> {
  const status = nextStatus(campaign.status, act)
  if (status === null) throw new AppError('conflict', { message: refusal(campaign.status) })
  await updateStatus(tx, key, { status })
}

type Standing = Awaited<ReturnType<typeof selectStanding>>

interface Act {
  action: AuditEntry['action']
  key: CampaignKey
  before: Standing
  /** Undefined where a draft was deleted. */
  after: Standing
}

async function recordAct(
  tx: Db,
  caller: ApplicationCaller,
  { action, key, before, after }: Act,
  now: Date,
): Promise<void> {
  const object = { type: 'campaign', id: key.campaignId, name: (after ?? before)?.name ?? '' }
  const states = {
    before: before === undefined ? null : { status: before.status },
    after: after === undefined ? null : { status: after.status },
  }
  await recordAudit(
    tx,
    { ...byCaller(caller), action: after === undefined ? 'campaign.delete' : action, object, ...states },
    now,
  )
}

/**
 * What the clock does. Moments are rows and not timers: every tick asks which campaigns are due, so a restart forgets none,
 * and several schedulers may ask at once.
 */
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { beginRun } from './campaigns.ts'
import { claimDue, failMissed, selectDue } from './due-queries.ts'
import { planLaunch } from './launch-check.ts'
import { LATEST_MS, nextStatus } from './lifecycle.ts'
import { type CampaignKey, lockCampaign, selectEditor, updateStatus } from './queries.ts'

/** What people read where a moment passed unused. */
const MISSED = 'Missed: it was due more than 24 hours ago, and nothing was sent.'

/**
 * Begins the run of every campaign that is due, each once and in a transaction of its own, and ends those that were
 * missed. Answers how many runs began.
 */
export async function runDueCampaigns(deps: Deps): Promise<number> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const after = new Date(now.getTime() - LATEST_MS)
  for (const { campaignId } of await failMissed(db, after, MISSED)) deps.log.warn({ campaignId }, 'campaign missed')
  let begun = 0
  for (const key of await selectDue(db, { after, now })) {
    try {
      if (await beginDue(deps, key, now)) begun++
    } catch (error) {
      // It stays due and is tried again; the others must not wait for it.
      deps.log.error({ err: error, campaignId: key.campaignId }, 'a campaign could not begin')
    }
  }
  return begun
}

/** Whether a run began: false for one that somebody else started, changed or paused, and for one that cannot be sent. */
function beginDue({ database, log }: Deps, key: CampaignKey, now: Date): Promise<boolean> {
  return database.kysely.transaction().execute(async tx => {
    if (!(await claimDue(tx, key, now))) return false
    const campaign = await lockCampaign(tx, key)
    if (campaign === undefined || campaign.nextRunAt === null) return false
    const opensAt = campaign.nextRunAt
    try {
      const check = { applicationId: key.applicationId, now, keptRun: opensAt }
      const plan = await planLaunch(tx, campaign, check)
      await updateStatus(tx, key, { status: nextStatus(campaign.status, 'due') ?? campaign.status, nextRunAt: null })
      await beginRun(tx, key, campaign, { plan, startedBy: await selectEditor(tx, key), opensAt }, now)
      return true
    } catch (error) {
      // What it is made of changed since it was scheduled: a template, a field, a segment.
      if (!(error instanceof AppError)) throw error
      if (error.errors?.some(({ key: name }) => name === 'channelNotConfigured')) return false
      const failure = `Not sent: ${error.errors?.[0]?.message ?? error.message}`
      await updateStatus(tx, key, { status: nextStatus(campaign.status, 'refuse') ?? campaign.status, failure })
      log.warn({ campaignId: key.campaignId, failure }, 'campaign refused')
      return false
    }
  })
}

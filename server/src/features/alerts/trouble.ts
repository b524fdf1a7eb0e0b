/**
 * Alerts about campaigns that do not send: the product has paused one, its provider has refused everything for a while, or its time passed
 * without a run. A job looks for them periodically, apart from the engine, so that sending never waits for it.
 */
import type { SentenceKey } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { alertQueue, CAMPAIGN_ALERT, type CampaignAlert } from './alert-job.ts'
import { hasBrowsers } from './queries.ts'
import { claimTroubles, endTroubles } from './trouble-queries.ts'

/** Brief failures of settings and servers resolve by themselves. */
const FAILING_MS = 5 * 60_000
/** A campaign that is in trouble again within this time is not reported again. */
const TOLD_FOR_MS = 3_600_000
const AT_ONCE = 100

/** Caused or known by a person: not reported. */
const NO_NEWS: readonly SentenceKey[] = ['campaigns.heldBack', 'campaigns.overtaken']

/** Adds a job for each campaign whose trouble was not reported yet. Returns "more" if there may be others. */
export async function alertOfTroubles({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<'more' | 'done'> {
  const now = clock.now()
  const since = (ms: number) => new Date(now.getTime() - ms)
  const view = { failingBefore: since(FAILING_MS), unsentAfter: since(TOLD_FOR_MS), noNews: NO_NEWS }
  return database.kysely.transaction().execute(async tx => {
    await endTroubles(tx, view, since(TOLD_FOR_MS))
    const troubles = await claimTroubles(tx, view, now, AT_ONCE)
    for (const { applicationId, campaignId, owners, trouble } of troubles) {
      if (!(await hasBrowsers(tx, owners))) continue
      const payload: CampaignAlert = {
        application_id: applicationId,
        campaign_id: campaignId,
        account_ids: owners,
        trouble,
      }
      await enqueue(tx, CAMPAIGN_ALERT, payload, { queue: alertQueue(applicationId) })
    }
    return troubles.length === AT_ONCE ? 'more' : 'done'
  })
}

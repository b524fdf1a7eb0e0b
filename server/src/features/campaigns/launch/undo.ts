/** Undoes a launch before its first message leaves. This needs no approval, since nothing was sent yet. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { takeBackRun } from '../../../engine/runs/runs.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { type CampaignKey, lockCampaign, updateEditor, updateToDraft } from '../queries.ts'
import type { CampaignState } from './acts.ts'
import { refusal } from './launch-check.ts'

/**
 * The campaign becomes the draft that it was; any member who may launch it can undo that. Throws notFound, and conflict once its first
 * messages leave, for a campaign that was not launched at once, and for one that has had a run before.
 */
export function undoLaunch(
  { database, clock }: Deps,
  caller: ApplicationCaller,
  key: CampaignKey,
): Promise<CampaignState> {
  const now = clock.now()
  return database.kysely.transaction().execute(async tx => {
    // The run is locked before its campaign, as everywhere.
    const isTakenBack = await takeBackRun(tx, key)
    const campaign = orNotFound(await lockCampaign(tx, key))
    if (!isTakenBack) throw new AppError('conflict', refusalOf(campaign.status))
    await updateToDraft(tx, key)
    await updateEditor(tx, key, { by: caller.accountId, now })
    const object = { type: 'campaign', id: key.campaignId, name: campaign.name }
    const states = { before: { status: campaign.status }, after: { status: 'draft' } }
    await recordAudit(tx, { ...byCaller(caller), action: 'campaign.undo-launch', object, ...states }, now)
    return { uuid: key.campaignId, status: 'draft' }
  })
}

function refusalOf(status: CampaignState['status']) {
  return status === 'draft' || status === 'scheduled' ? refusal(status) : sentence('campaigns.undoTooLate')
}

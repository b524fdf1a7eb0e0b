import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { LEVEL } from '@notifly/contracts/roles/activities'
import type { Deps } from '../../http/deps.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { levelsOf } from '../roles/roles.ts'
import { CAMPAIGN_ALERT, CampaignAlert } from './alert-job.ts'
import { sendAlert } from './send.ts'
import { selectCampaign, selectPeople } from './subject-queries.ts'
import { ALERT_WORDS, filled, localeOf } from './words/words.ts'

/** Alerts the people to whom a campaign belongs, as long as they may read campaigns of its channel. */
export async function sendCampaignAlert(deps: Deps, limit: RateLimit, given: unknown): Promise<void> {
  const { again, ...payload } = CampaignAlert.parse(given)
  const { application_id: applicationId, campaign_id: campaignId, trouble } = payload
  const db = deps.database.kysely
  const campaign = await selectCampaign(db, applicationId, campaignId)
  if (campaign === undefined) return
  const channel = campaign.channel as Channel
  const people = (await selectPeople(db, campaign.organization_id, payload.account_ids))
    .filter(({ permissionSet }) => mayRead(permissionSet, channel))
    .map(({ accountId, locale }) => ({ accountId, locale: localeOf(locale) }))
  const values = { title: withoutAddresses(campaign.name), application: campaign.application }
  const query = channel === 'email' ? '' : `?channel=${channel}`
  const alert = {
    applicationId,
    kind: 'campaigns' as const,
    subjectId: campaignId,
    people,
    write: (locale: Locale) => ({
      title: ALERT_WORDS[locale][trouble],
      body: filled(ALERT_WORDS[locale].named, values),
      path: `/applications/${applicationId}/notification/campaign/${campaignId}${query}`,
    }),
    isQuiet: false,
  }
  await sendAlert(deps, limit, alert, { name: CAMPAIGN_ALERT, payload, again })
}

function mayRead(permissionSet: unknown, channel: Channel): boolean {
  return (levelsOf(permissionSet).get(CAMPAIGN_ACTIVITY[channel])?.level ?? LEVEL.none) >= LEVEL.read
}

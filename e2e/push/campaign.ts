/** Sends web push campaigns through the API, and reads their results. */
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { listRecipients, readRun, readTrail, type Recipient } from '@notifly/contracts/runs/deliveries'
import type { Owner } from '../product/people.ts'
import { AT_ONCE } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'

const TYPE = { notification_type: 'webpush' as const }

/** Sends to all contacts, at once. Returns its id. */
export async function pushToAll({ api, token }: Owner, site: string, title: string): Promise<string> {
  const { uuid } = await api(CAMPAIGN_CALLS.webpush.scheduleCampaign, {
    token,
    body: {
      campaignName: title,
      campaignTitle: title,
      campaignMsg: 'All lamps for less',
      campaignBannerImg: `${site}/banner.png`,
      campaignPageUrl: `${site}/sale`,
      actions: [{ title: 'Look', action: `${site}/look` }],
      audience: { all: true, segment_uuids: [] },
      schedule: AT_ONCE,
    } as never,
  })
  return uuid
}

/** Waits until every recipient is as `is` says, and returns the first. */
export function recipientOf(
  { api, token }: Owner,
  uuid: string,
  is: (recipient: Recipient) => boolean,
): Promise<Recipient> {
  return waitFor(
    'the recipient',
    async () => {
      const rows = await api(listRecipients, { token, params: { ...TYPE, uuid } }).catch(() => [])
      return rows.length > 0 && rows.every(is) ? rows[0] : undefined
    },
    30_000,
  )
}

/** Counts of the run by status. */
export async function countsOf({ api, token }: Owner, uuid: string): Promise<Record<string, number>> {
  const { counts } = await api(readRun, { token, params: { ...TYPE, uuid } })
  return counts
}

/** Kinds of the events in the recipient's history, in order. */
export async function trailOf({ api, token }: Owner, uuid: string, recipient: string): Promise<string[]> {
  const { events } = await api(readTrail, { token, params: { ...TYPE, uuid }, query: { recipient } })
  return events.map(({ kind }) => kind)
}

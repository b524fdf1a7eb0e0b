/** Campaigns of all channels in one list; only those that the caller's role may see. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { campaignCountQuery, campaignListQuery } from './calls.ts'
import { CampaignRow } from './campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

const PATH = '/api/notifications/schedule'

/** Absent: every channel. */
const channel = z.optional(z.enum(CHANNELS, sentenceKey('campaigns.channels')))

export const listAllCampaigns = endpoint({
  call: `GET ${PATH}`,
  summary: 'Campaigns of all channels of the last 30 days, or the range given; drafts included',
  access: 'application',
  query: z.object({
    ...campaignListQuery,
    channel,
    /** Only this campaign, whatever its time. */
    uuid: z.optional(uuid),
  }),
  data: z.array(CampaignRow),
  paged: true,
})

export const countAllCampaigns = endpoint({
  call: `GET ${PATH}/counts`,
  summary: 'How many campaigns of the range have each status, over all channels',
  access: 'application',
  query: z.object({ ...campaignCountQuery, channel }),
  data: z.record(z.string(), z.int()),
})

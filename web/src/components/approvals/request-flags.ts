/** The query parameters that make a page show the request that was rejected last: `?makerCheckerTemplate=True`. */
import { ACTIVITY, type ActivityId } from '@notifly/contracts/roles/activities'
import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'
import { channelIn } from '../channels/channels.ts'

const ACTIVITY_OF_FLAG = {
  makerCheckerTemplate: ACTIVITY.templateEmail,
  makerCheckerAudience: ACTIVITY.segmentation,
  makerCheckerEmail: ACTIVITY.platformEmail,
  makerCheckerSms: ACTIVITY.platformSms,
  makerCheckerWhatsapp: ACTIVITY.platformWhatsapp,
  makerCheckerWebpush: ACTIVITY.platformWebpush,
  makerCheckerMobilepush: ACTIVITY.platformWebpush,
  makerCheckerKeysId: ACTIVITY.keys,
  makerCheckerNotificationEmail: ACTIVITY.campaignEmail,
  makerCheckerNotificationSms: ACTIVITY.campaignEmail,
  makerCheckerNotificationWhatsapp: ACTIVITY.campaignWhatsapp,
  makerCheckerNotificationWebpush: ACTIVITY.campaignWebpush,
  makerCheckerNotificationMobilepush: ACTIVITY.campaignWebpush,
} as const satisfies Record<string, ActivityId>

type Flag = keyof typeof ACTIVITY_OF_FLAG
const FLAGS = Object.keys(ACTIVITY_OF_FLAG) as Flag[]

/** Fields of a page's address state: the request that is being corrected. */
export const reopenFields = {
  approval: z.optional(z.string()),
  ...(Object.fromEntries(FLAGS.map(flag => [flag, z.optional(z.string())])) as Record<
    Flag,
    z.ZodMiniOptional<z.ZodMiniString>
  >),
}

/** Removes the request from an address, once it was sent again or discarded. */
export const NOT_REOPENED: Record<keyof typeof reopenFields, undefined> = {
  approval: undefined,
  ...(Object.fromEntries(FLAGS.map(flag => [flag, undefined])) as Record<Flag, undefined>),
}

const SETTINGS_FLAGS: Record<Channel, Flag> = {
  email: 'makerCheckerEmail',
  sms: 'makerCheckerSms',
  whatsapp: 'makerCheckerWhatsapp',
  webpush: 'makerCheckerWebpush',
  mobilepush: 'makerCheckerMobilepush',
}

const CAMPAIGN_FLAGS: Record<Channel, Flag> = {
  email: 'makerCheckerNotificationEmail',
  sms: 'makerCheckerNotificationSms',
  whatsapp: 'makerCheckerNotificationWhatsapp',
  webpush: 'makerCheckerNotificationWebpush',
  mobilepush: 'makerCheckerNotificationMobilepush',
}

interface Reopenable {
  uuid: string
  activity_id: number
  command: string
  payload: Readonly<Record<string, unknown>>
}

/** The query that opens one request on the page where it is corrected. */
export function reopenQuery(request: Reopenable) {
  const flag = flagOf(request)
  return { ...(flag !== undefined && { [flag]: 'True' }), approval: request.uuid }
}

function flagOf({ activity_id: activity, command, payload }: Omit<Reopenable, 'uuid'>): Flag | undefined {
  if (command.startsWith('campaign.')) return CAMPAIGN_FLAGS[channelIn(payload['channel'])]
  if (command.startsWith('channel.')) return SETTINGS_FLAGS[channelIn(payload['channel'])]
  return FLAGS.find(each => ACTIVITY_OF_FLAG[each] === activity)
}

type Flagged = Partial<Record<Flag, string | undefined>>

/** The module whose latest rejected request the query asks for. */
export function flaggedActivity(query: Flagged): ActivityId | undefined {
  const flag = FLAGS.find(each => query[each] !== undefined)
  return flag && ACTIVITY_OF_FLAG[flag]
}

/** Whether the query asks for a request of this kind. */
export function isFlagged(query: Flagged, request: Reopenable): boolean {
  const flag = flagOf(request)
  return flag !== undefined && query[flag] !== undefined
}

/** The channel whose settings the query opens. */
export function flaggedChannel(query: Flagged): Channel | undefined {
  return CHANNELS.find(each => query[SETTINGS_FLAGS[each]] !== undefined)
}

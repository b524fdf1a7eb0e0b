/** The flags by which an address asks a page for the request that was rejected last: `?makerCheckerTemplate=True`. */
import { ACTIVITY, type ActivityId } from '@notifly/contracts/activities'
import type { Channel } from '@notifly/contracts/applications'
import * as z from 'zod/mini'
import { channelIn } from '../channels/channels.ts'

const ACTIVITY_OF_FLAG = {
  makerCheckerTemplate: ACTIVITY.templateEmail,
  makerCheckerAudience: ACTIVITY.segmentation,
  makerCheckerEmail: ACTIVITY.platformEmail,
  makerCheckerSms: ACTIVITY.platformSms,
  makerCheckerWhatsapp: ACTIVITY.platformWhatsapp,
  makerCheckerWebpush: ACTIVITY.platformWebpush,
  makerCheckerKeysId: ACTIVITY.keys,
  makerCheckerNotificationEmail: ACTIVITY.campaignEmail,
  makerCheckerNotificationSms: ACTIVITY.campaignEmail,
  makerCheckerNotificationWhatsapp: ACTIVITY.campaignWhatsapp,
  makerCheckerNotificationWebpush: ACTIVITY.campaignWebpush,
  makerCheckerNotificationMobilepush: ACTIVITY.campaignWebpush,
} as const satisfies Record<string, ActivityId>

type Flag = keyof typeof ACTIVITY_OF_FLAG
const FLAGS = Object.keys(ACTIVITY_OF_FLAG) as Flag[]

/** Fields of an address's state: which request is to be corrected. */
export const reopenFields = {
  approval: z.optional(z.string()),
  ...(Object.fromEntries(FLAGS.map(flag => [flag, z.optional(z.string())])) as Record<
    Flag,
    z.ZodMiniOptional<z.ZodMiniString>
  >),
}

/** Takes the request out of an address, once it is answered or given up. */
export const NOT_REOPENED: Record<keyof typeof reopenFields, undefined> = {
  approval: undefined,
  ...(Object.fromEntries(FLAGS.map(flag => [flag, undefined])) as Record<Flag, undefined>),
}

/** Two channels may share a right, but never a page. */
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
export function reopenQuery({ uuid, activity_id: activity, command, payload }: Reopenable) {
  const flag = command.startsWith('campaign.')
    ? CAMPAIGN_FLAGS[channelIn(payload['channel'])]
    : FLAGS.find(each => ACTIVITY_OF_FLAG[each] === activity)
  return { ...(flag !== undefined && { [flag]: 'True' }), approval: uuid }
}

/** The module whose latest rejected request an address asks for by its flag. */
export function flaggedActivity(query: Partial<Record<Flag, string | undefined>>): ActivityId | undefined {
  const flag = FLAGS.find(each => query[each] !== undefined)
  return flag && ACTIVITY_OF_FLAG[flag]
}

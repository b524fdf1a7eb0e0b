/** Writes around text messages: a test needs an application in which SMS is set up. */
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { SETTINGS } from './settings.ts'
import type { Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

/** `another`: a token of a further application. */
export function smsWrites(another: (world: World) => Promise<string>): Record<string, Prepare> {
  return {
    'POST /api/notifications/sms/test': async world => {
      const token = await another(world)
      await world.owner.api(CONFIGURATION_CALLS.sms.create, { token, body: SETTINGS.sms })
      return { token, body: { smsBody: 'A test', receivers: ['+14155550123'] } }
    },
  }
}

/** Writes that change nothing which somebody answers for. */
export const UNRECORDED_SMS_WRITES: Record<string, string> = {
  'POST /api/template/preview/sms': 'only shows',
  'POST /api/notifications/estimate/sms/segments': 'only counts',
  'POST /api/notification/receiver/verify': 'only looks',
}

/** Writes of channel settings: each needs an application in which that channel is, or is not, set up. */
import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import { PRICE_CALLS, type PriceCalls, type PricedChannel } from '@notifly/contracts/channel-settings/prices'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { furtherApplication, type Prepare, withChannel } from './prepared-write.ts'
import { SETTINGS } from './settings.ts'

/** Reports of push services do not arrive through hooks. */
const WITHOUT_HOOK: readonly SettingsChannel[] = ['mobilepush']

export const CHANNEL_WRITES: Record<string, Prepare> = {
  ...Object.assign({}, ...(Object.keys(SETTINGS) as SettingsChannel[]).map(writesOf)),
  'PUT /api/notifications/sms/prices': changedPrices('sms', 'default_price'),
  'PUT /api/notifications/whatsapp/prices': changedPrices('whatsapp', 'marketing'),
  'POST /api/notifications/sms/test': async world => ({
    token: await withChannel(world, 'sms'),
    body: { smsBody: 'A test', receivers: ['+14155550123'] },
  }),
}

/** Of an application that already has prices. */
function changedPrices(channel: PricedChannel, name: string): Prepare {
  const { update }: PriceCalls = PRICE_CALLS[channel]
  const bodyAt = (price: string) => ({ prices: { currency: 'EUR', [name]: price } }) as never
  return async world => {
    const { token } = await furtherApplication(world)
    await world.owner.api(update, { token, body: bodyAt('0.04') })
    return { token, body: bodyAt('0.05') }
  }
}

function writesOf(channel: SettingsChannel): Record<string, Prepare> {
  const body = SETTINGS[channel]
  const { create }: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const { path } = create
  const fresh: Prepare = async world => ({ token: (await furtherApplication(world)).token, body })
  const bare: Prepare = async world => ({ token: await withChannel(world, channel) })
  return {
    [`POST ${path}`]: fresh,
    [`PUT ${path}`]: async world => ({ token: await withChannel(world, channel), body }),
    [`DELETE ${path}`]: bare,
    [`POST ${path}/test`]: fresh,
    ...(!WITHOUT_HOOK.includes(channel) && { [`POST ${path}/hook-token`]: bare }),
  }
}

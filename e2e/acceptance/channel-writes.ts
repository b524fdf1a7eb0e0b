/** Writes of channel settings: each needs an application in which that channel is, or is not, set up. */
import { generateKeyPairSync } from 'node:crypto'
import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import type { PreparedWrite } from './prepared-writes.ts'
import type { World } from './world.ts'

const HEX = '0123456789abcdef0123456789abcdef'

/** Settings that pass every check and lead nowhere; their secrets are looked for in the trail. */
export const SETTINGS = {
  email: {
    configuration_type: 'aws_ses',
    configuration_setting: { sender_email: 'news@lumen.example', access_id: 'AKIALUMEN', access_key: 'a password' },
  },
  sms: { provider: 'Twilio', account_sid: `AC${HEX}`, auth_token: 'a password', from: '+15005550006' },
  whatsapp: { buisness_account_id: '100200300', phone_number_id: '300200100', token: 'a password' },
  mobilepush: {
    apns_key_id: 'ABCDE12345',
    apns_team_id: 'TEAM123456',
    apns_bundle_id: 'com.example.lumen',
    apns_key: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
} as const satisfies Record<SettingsChannel, object>

/** Reports of push services come by no hook. */
const WITHOUT_HOOK: readonly SettingsChannel[] = ['mobilepush']

type Prepare = (world: World) => Promise<PreparedWrite>

/** `another`: a token of a further application. */
export function channelWrites(another: (world: World) => Promise<string>): Record<string, Prepare> {
  const channels = Object.keys(SETTINGS) as SettingsChannel[]
  return Object.fromEntries(
    channels.flatMap(channel => {
      const body = SETTINGS[channel]
      const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
      const { path } = calls.create
      const fresh: Prepare = async world => ({ token: await another(world), body })
      const configured: Prepare = async world => {
        const token = await another(world)
        await world.owner.api(calls.create, { token, body })
        return { token, body }
      }
      const bare: Prepare = async world => ({ token: (await configured(world)).token ?? null })
      return [
        [`POST ${path}`, fresh],
        [`PUT ${path}`, configured],
        [`DELETE ${path}`, bare],
        [`POST ${path}/test`, fresh],
        ...(WITHOUT_HOOK.includes(channel) ? [] : [[`POST ${path}/hook-token`, bare] as const]),
      ] as const
    }),
  )
}

/** Writes of channel settings: each needs an application in which that channel is, or is not, set up. */
import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { SETTINGS } from './settings.ts'
import type { Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

/** Reports of push services come by no hook. */
const WITHOUT_HOOK: readonly SettingsChannel[] = ['mobilepush']

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

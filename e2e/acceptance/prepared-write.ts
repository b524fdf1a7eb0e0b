import { saveApplication, switchApplication } from '@notifly/contracts/applications/applications'
import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import type { Addresses } from '../product/people.ts'
import { SETTINGS } from './settings.ts'
import type { World } from './world.ts'

/** The values of a request, and the person who sends it. */
export interface PreparedWrite {
  /** The owner's unless given; null for none. */
  token?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The organization whose trail has the entry, from the answer's data; the world's unless given. */
  organization?: (data: Record<string, unknown>) => unknown
}

export type Prepare = (world: World, product: Addresses) => Promise<PreparedWrite>

/** Creates another application in the world's organization. Returns a token of it. */
export async function furtherApplication({ owner: { api, token }, ids }: World, name = 'Silent Store') {
  const { app_id } = await api(saveApplication, { token, body: { name, organization_uuid: ids.organization } })
  return { app_id, token: (await api(switchApplication, { token, params: { uuid: app_id } })).token }
}

/** Creates another application in which a channel is set up. Returns a token of it. */
export async function withChannel(world: World, channel: SettingsChannel, more: object = {}): Promise<string> {
  const { token } = await furtherApplication(world)
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  await world.owner.api(calls.create, { token, body: { ...SETTINGS[channel], ...more } })
  return token
}

/** A form with one file. */
export function fileForm(name: string): FormData {
  const form = new FormData()
  form.set('file', new Blob(['hello']), name)
  return form
}

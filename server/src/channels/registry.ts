/**
 * All channels with their providers: a new channel adds its folder and a line here; no other code knows its name. Also how a channel's
 * settings are stored.
 */
import type { Channel as ChannelName } from '@notifly/contracts/applications/applications'
import type { Channel } from './channel.ts'
import { emailChannel } from './email/email.ts'
import { mobilePushChannel } from './mobilepush/mobilepush.ts'
import type { ProviderHook } from './provider.ts'
import { smsChannel } from './sms/sms.ts'
import { webPushChannel } from './webpush/webpush.ts'
import { whatsappChannel } from './whatsapp/whatsapp.ts'
import { recordOf } from '../lib/json.ts'
import type { Secrets } from '../lib/secrets.ts'

/** A channel of any content, settings and messages. */
export type AnyChannel = Channel<unknown, unknown, unknown, unknown>

const CHANNELS: Readonly<Record<ChannelName, AnyChannel>> = {
  email: emailChannel,
  sms: smsChannel,
  whatsapp: whatsappChannel,
  webpush: webPushChannel,
  mobilepush: mobilePushChannel,
}

export function channelOf(name: ChannelName): AnyChannel {
  return CHANNELS[name]
}

/** Returns null for an unknown name. */
export function channelNamed(name: string): AnyChannel | null {
  return Object.hasOwn(CHANNELS, name) ? CHANNELS[name as ChannelName] : null
}

/** Whether a contact has as many addresses on the channel as it has devices. */
export function isOfDevices(channel: string): boolean {
  return channelNamed(channel)?.addressedBy === 'device'
}

/** Returns how a provider's reports are read; undefined for an unknown provider, or one without a hook. */
export function hookOf(channel: string, provider: string): ProviderHook<unknown> | undefined {
  return channelNamed(channel)?.providers[provider]?.hook
}

/** Names of the providers that call a hook. */
export function hookedProviders(): string[] {
  const providers = Object.values(CHANNELS).flatMap(channel => Object.entries(channel.providers))
  return providers.filter(([, { hook }]) => hook !== undefined).map(([name]) => name)
}

// Stored settings: plain ones as JSON, secret ones sealed together for their row.

/** The columns of channel_configuration that this code reads. */
export interface ConfigurationRow {
  configuration_id: string
  settings: unknown
  secrets: string
  /** Identifies the configuration in the address for the provider's reports. */
  hook_token?: string
}

export type SecretFields = Readonly<Record<string, string>>

/** Returns all settings of a configuration, with its secrets and hook token. Throws if the row was sealed elsewhere or tampered with. */
export function openConfiguration(row: ConfigurationRow, secrets: Secrets): Record<string, unknown> {
  const { hook_token } = row
  return { ...recordOf(row.settings), ...openSecrets(row, secrets), ...(hook_token !== undefined && { hook_token }) }
}

/** Returns only the secret fields, to keep those that a change leaves out. */
export function openSecrets(row: ConfigurationRow, secrets: Secrets): Record<string, string> {
  const fields = recordOf(JSON.parse(secrets.open(row.secrets, placeOf(row.configuration_id))))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

/** Seals the secret fields of a configuration for the column `secrets` of its row. */
export function sealSecrets(configurationId: string, fields: SecretFields, secrets: Secrets): string {
  return secrets.seal(JSON.stringify(fields), placeOf(configurationId))
}

function placeOf(configurationId: string): string {
  return `channel_configuration.secrets:${configurationId}`
}

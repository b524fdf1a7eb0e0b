/**
 * Every channel with its providers: a new one adds its file and its line here, nothing else knows its name. And how the settings of a
 * channel are stored.
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

/** Of whatever content, settings and messages; each channel understands its own. */
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

/** Null for a word that names no channel. */
export function channelNamed(name: string): AnyChannel | null {
  return Object.hasOwn(CHANNELS, name) ? CHANNELS[name as ChannelName] : null
}

/** Whether a contact has as many addresses on a channel as it has devices there. */
export function isOfDevices(channel: string): boolean {
  return channelNamed(channel)?.addressedBy === 'device'
}

/** How a provider's reports are read; undefined for one that is called by no hook, or that there is not. */
export function hookOf(channel: string, provider: string): ProviderHook<unknown> | undefined {
  return channelNamed(channel)?.providers[provider]?.hook
}

// Settings as they are stored: plain ones as JSON, secret ones sealed together for the row that holds them.

/** What is read of a row of channel_configuration. */
export interface ConfigurationRow {
  configuration_id: string
  settings: unknown
  secrets: string
  /** Names the configuration in the address that its provider reports to. */
  hook_token?: string
}

export type SecretFields = Readonly<Record<string, string>>

/** All settings of a configuration, secrets and hook token among them. Throws when the row was sealed elsewhere or tampered with. */
export function openConfiguration(row: ConfigurationRow, secrets: Secrets): Record<string, unknown> {
  const { hook_token } = row
  return { ...recordOf(row.settings), ...openSecrets(row, secrets), ...(hook_token !== undefined && { hook_token }) }
}

/** The secret fields alone, for keeping those that a change leaves out. */
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

/** Every channel with its providers. A new one adds its file and its line here; nothing else knows its name. */
import type { Channel as ChannelName } from '@notifly/contracts/applications/applications'
import type { Channel } from './channel.ts'
import { emailChannel } from './email/email.ts'
import { mobilePushChannel } from './mobilepush/mobilepush.ts'
import type { ProviderHook } from './provider.ts'
import { smsChannel } from './sms/sms.ts'
import { webPushChannel } from './webpush/webpush.ts'
import { whatsappChannel } from './whatsapp/whatsapp.ts'

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

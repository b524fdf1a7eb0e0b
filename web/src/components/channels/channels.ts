/**
 * The icon of each channel, and the flag that opens its tab on the platform page. Its translation key is
 * `channel.<name>`.
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { Globe, type LucideIcon, Mail, MessageCircle, MessageSquare, Smartphone } from 'lucide-react'
import { paths } from '../../paths.ts'

interface ChannelLook {
  icon: LucideIcon
  /** Colour of the icon. The channel's name is always beside it. */
  ink: string
  flag: string
}

export const CHANNEL_LOOKS: Record<Channel, ChannelLook> = {
  email: { icon: Mail, ink: 'text-ch-email', flag: 'checkEmailConfigure' },
  sms: { icon: MessageSquare, ink: 'text-ch-sms', flag: 'checkSmsConfigure' },
  whatsapp: { icon: MessageCircle, ink: 'text-ch-whatsapp', flag: 'checkWhatsappConfigure' },
  webpush: { icon: Globe, ink: 'text-ch-webpush', flag: 'checkWebpushConfigure' },
  mobilepush: { icon: Smartphone, ink: 'text-ch-mobilepush', flag: 'checkMobilepushConfigure' },
}

/** A channel's name within a sentence: "email" and "web push", but "SMS" and "WhatsApp". */
export function channelInSentence(name: string): string {
  const rest = name.slice(1)
  return rest === rest.toLowerCase() ? name.charAt(0).toLowerCase() + rest : name
}

/** The figures that each channel reports. SMS reports deliveries and clicks; push reports clicks and dismissals. */
const KNOWN: Record<Channel, readonly Figure[]> = {
  email: ['delivered', 'opened', 'clicked'],
  sms: ['delivered', 'clicked'],
  whatsapp: ['delivered', 'opened', 'clicked'],
  webpush: ['delivered', 'clicked', 'dismissed'],
  mobilepush: ['delivered', 'clicked', 'dismissed'],
}

export type Figure = 'delivered' | 'opened' | 'clicked' | 'dismissed'

/** Whether a channel has this figure. */
export function hasFigure(channel: Channel, figure: Figure): boolean {
  return KNOWN[channel].includes(figure)
}

/** The platform page with a channel's tab open. */
export function setUpPath(slug: string, channel: Channel, query: Readonly<Record<string, string>> = {}): string {
  return paths.platform(slug, { [CHANNEL_LOOKS[channel].flag]: 'true', ...query })
}

/** Fragment of the platform page's section on prices. */
export const PRICES_PLACE = 'prices'

/** The channel named in a request or another value from the API. Old values name none and mean email. */
export function channelIn(value: unknown): Channel {
  return CHANNELS.find(each => each === value) ?? 'email'
}

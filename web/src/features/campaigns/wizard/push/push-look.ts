/** A notification as devices show it, and what it weighs. */
import type { Channel } from '@notifly/contracts/applications'
import { withoutFields } from '../without-fields.ts'
import { fillFields } from '../use-sample.ts'
import type { CampaignValues } from '../values.ts'

export const DEVICES = ['chromeWindows', 'chromeMac', 'firefox', 'android', 'iphone'] as const
export type Device = (typeof DEVICES)[number]

/** Apps run on phones alone. */
export function devicesOf(channel: Channel): readonly Device[] {
  return channel === 'mobilepush' ? ['android', 'iphone'] : DEVICES
}

export interface PushLook {
  title: string
  text: string
  /** Addresses; empty where there is none. */
  icon: string
  banner: string
  buttons: readonly string[]
  /** Who it comes from: a site's host, or an app. */
  from: string
}

type PushValues = Pick<
  CampaignValues,
  'campaignTitle' | 'campaignMsg' | 'campaignBannerImg' | 'campaignIcon' | 'campaignPageUrl' | 'actions'
>

export interface Sender {
  from: string
  /** The icon of notifications that bring none. */
  icon: string
}

export function lookOf(values: PushValues, fields: Readonly<Record<string, string>>, sender: Sender): PushLook {
  const shown = (source: string) => fillFields(source, fields).trim()
  return {
    title: shown(values.campaignTitle),
    text: shown(values.campaignMsg),
    icon: pictureOf(shown(values.campaignIcon)) || pictureOf(sender.icon),
    banner: pictureOf(shown(values.campaignBannerImg)),
    buttons: values.actions.map(({ title }) => shown(title)).filter(title => title !== ''),
    from: sender.from || hostOf(shown(values.campaignPageUrl)),
  }
}

/** What is being typed is no address yet. */
function pictureOf(address: string): string {
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : ''
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** What browsers take (RFC 8291 seals 4096 bytes at most). */
export const PAYLOAD_MAX_BYTES = 3993
// Addresses are ours in the message, and longer than those that were typed.
const LINK_BYTES = 200
const FRAME_BYTES = 300

/** About as many bytes as the server counts, without what merge fields bring. */
export function payloadBytes({
  campaignTitle,
  campaignMsg,
  campaignBannerImg,
  campaignIcon,
  actions,
}: PushValues): number {
  const encoder = new TextEncoder()
  const texts = [campaignTitle, campaignMsg, campaignBannerImg, campaignIcon, ...actions.map(({ title }) => title)]
    .filter(text => text.trim() !== '')
    .reduce((sum, text) => sum + encoder.encode(JSON.stringify(withoutFields(text))).length, 0)
  return texts + FRAME_BYTES + LINK_BYTES * (1 + actions.length)
}

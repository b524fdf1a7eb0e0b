import type { Channel } from '@notifly/contracts/applications/applications'
import type { PushAction } from '@notifly/contracts/campaigns/content'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import type { PushContent } from '@notifly/contracts/templates/templates'
import { leastPayloadBytes } from '@notifly/contracts/web-push/payload'
import { fillFields } from '../fields/use-sample.ts'

/** A notification as devices show it, and its size. */

export const DEVICES = ['chromeWindows', 'chromeMac', 'firefox', 'android', 'iphone'] as const
export type Device = (typeof DEVICES)[number]

/** Apps run only on phones. */
export function devicesOf(channel: Channel): readonly Device[] {
  return channel === 'mobilepush' ? ['android', 'iphone'] : DEVICES
}

export interface PushLook {
  title: string
  text: string
  /** Addresses; empty if there is none. */
  icon: string
  banner: string
  buttons: readonly string[]
  /** The sender: a site's host, or an app's name. */
  from: string
}

/** The parts of a notification, named as in the API; empty if not set. */
export type PushWords = typeof NO_WORDS

const NO_WORDS = {
  campaignTitle: '',
  campaignMsg: '',
  campaignBannerImg: '',
  campaignIcon: '',
  campaignPageUrl: '',
  actions: [] as PushAction[],
}

/** The parts of a template; all empty without one. */
export function pushWordsOf(content: PushContent = {}): PushWords {
  const names = Object.keys(NO_WORDS) as (keyof PushWords)[]
  return Object.fromEntries(names.map(name => [name, content[name] ?? NO_WORDS[name]])) as PushWords
}

export interface Sender {
  from: string
  /** The icon of notifications without one of their own. */
  icon: string
}

export function lookOf(values: PushWords, fields: Readonly<Record<string, string>>, sender: Sender): PushLook {
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

/** An address that is still incomplete counts as none. */
function pictureOf(address: string): string {
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : ''
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** The approximate size in bytes as the server computes it, without the values of merge fields. */
export function payloadBytes({ campaignPageUrl: _, actions, ...said }: PushWords): number {
  const encoder = new TextEncoder()
  const texts = [...Object.values(said), ...actions.map(({ title }) => title)]
    .filter(text => text.trim() !== '')
    .reduce((sum, text) => sum + encoder.encode(JSON.stringify(withoutLiquid(text))).length, 0)
  return leastPayloadBytes(texts, actions.length)
}

/** A complete address, or one that starts with a merge field. */
export function isAddress(value: string): boolean {
  return /^(?:https?:\/\/\S|\{\{|\{%)/i.test(value.trim())
}

/** A valid link target. An app may also use an address of its own, such as `shop://cart`. */
export function isTarget(channel: Channel, value: string): boolean {
  const isOwn = /^(?!javascript:|data:|file:|vbscript:|content:)[a-z][a-z0-9+.-]{1,30}:\/\//i.test(value.trim())
  return isAddress(value) || (channel === 'mobilepush' && isOwn)
}

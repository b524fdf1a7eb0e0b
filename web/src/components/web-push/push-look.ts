import type { Channel } from '@notifly/contracts/applications/applications'
import type { PushAction } from '@notifly/contracts/campaigns/content'
import { withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import type { PushContent } from '@notifly/contracts/templates/templates'
import { leastPayloadBytes } from '@notifly/contracts/web-push/payload'
import { fillFields } from '../fields/use-sample.ts'

/** A notification as devices show it, and what it weighs. */

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

/** What a notification says, under its names on the wire; empty where nothing is said. */
export type PushWords = typeof NO_WORDS

const NO_WORDS = {
  campaignTitle: '',
  campaignMsg: '',
  campaignBannerImg: '',
  campaignIcon: '',
  campaignPageUrl: '',
  actions: [] as PushAction[],
}

/** The words of a template, or of nothing yet. */
export function pushWordsOf(content: PushContent = {}): PushWords {
  const names = Object.keys(NO_WORDS) as (keyof PushWords)[]
  return Object.fromEntries(names.map(name => [name, content[name] ?? NO_WORDS[name]])) as PushWords
}

export interface Sender {
  from: string
  /** The icon of notifications that bring none. */
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

/** What is being typed is no address yet. */
function pictureOf(address: string): string {
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : ''
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** About as many bytes as the server counts, without what merge fields bring. */
export function payloadBytes({ campaignPageUrl: _, actions, ...said }: PushWords): number {
  const encoder = new TextEncoder()
  const texts = [...Object.values(said), ...actions.map(({ title }) => title)]
    .filter(text => text.trim() !== '')
    .reduce((sum, text) => sum + encoder.encode(JSON.stringify(withoutLiquid(text))).length, 0)
  return leastPayloadBytes(texts, actions.length)
}

/** A whole address, or one that a merge field begins. */
export function isAddress(value: string): boolean {
  return /^(?:https?:\/\/\S|\{\{|\{%)/i.test(value.trim())
}

/** Where a click leads: of an app also an address of its own, such as `shop://cart`. */
export function isTarget(channel: Channel, value: string): boolean {
  const isOwn = /^(?!javascript:|data:|file:|vbscript:|content:)[a-z][a-z0-9+.-]{1,30}:\/\//i.test(value.trim())
  return isAddress(value) || (channel === 'mobilepush' && isOwn)
}

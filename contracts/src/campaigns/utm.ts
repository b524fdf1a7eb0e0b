/** UTM tags: parameters that a campaign adds to its links, so that web analytics can recognize its visitors. */
import * as z from 'zod/mini'
import { maxCharacters } from '../fields.ts'

/** In the order in which they are added. */
export const UTM_PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmPart = (typeof UTM_PARTS)[number]

export const UTM_VALUE_MAX = 100

const value = z.optional(z.string().check(z.trim(), maxCharacters(UTM_VALUE_MAX)))

/** Empty or absent tags have their default; term and content have none. */
export const Utm = z.object({ source: value, medium: value, campaign: value, term: value, content: value })
export type Utm = z.infer<typeof Utm>

/** The tags as they are added, without empty ones. */
export const LinkTags = z.object({
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
})
export type LinkTags = z.infer<typeof LinkTags>

/** By channel. */
const MEDIUM = {
  email: 'email',
  sms: 'sms',
  whatsapp: 'whatsapp',
  webpush: 'push',
  mobilepush: 'push',
} as const

export interface UtmNames {
  channel: keyof typeof MEDIUM
  application: string
  campaign: string
}

/** Defaults of the tags: source and campaign from their names, medium from the channel. */
export function utmDefaults({ channel, application, campaign }: UtmNames, usual: Utm | null): Record<UtmPart, string> {
  return {
    source: usual?.source || slug(application),
    medium: usual?.medium || MEDIUM[channel],
    campaign: usual?.campaign || slug(campaign),
    term: usual?.term ?? '',
    content: usual?.content ?? '',
  }
}

/** The tags of a campaign's links. `own`: null for none, absent for the application's default. `usual`: that default; null for none. */
export function linkTagsOf(own: Utm | null | undefined, usual: Utm | null, names: UtmNames): LinkTags | null {
  const chosen = own === undefined ? usual : own
  if (chosen === null) return null
  const defaults = utmDefaults(names, usual)
  const tags = UTM_PARTS.map(part => [`utm_${part}`, chosen[part]?.trim() || defaults[part]] as const)
  return Object.fromEntries(tags.filter(([, said]) => said !== ''))
}

/** Lower-case letters and digits, with hyphens between words. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '')
    .join('-')
}

/**
 * Adds the tags to an address, after its query and before its fragment, and changes nothing else. Tags that it already has stay as they
 * are. If the address is a source with merge fields, `shape` is the same text with other letters in their place.
 */
export function withLinkTags(address: string, tags: LinkTags, shape: string = address): string {
  const fragment = shape.indexOf('#')
  const end = fragment === -1 ? address.length : fragment
  const query = shape.slice(0, end).indexOf('?')
  const present = namesIn(query === -1 ? '' : address.slice(query + 1, end))
  const added = Object.entries(tags)
    .filter(([name, said]) => said !== undefined && said !== '' && !present.has(name))
    .map(([name, said]) => `${name}=${encodeURIComponent(said as string)}`)
  if (added.length === 0) return address
  const last = shape[end - 1]
  const joint = query === -1 ? '?' : last === '?' || last === '&' ? '' : '&'
  return address.slice(0, end) + joint + added.join('&') + address.slice(end)
}

/** Parameter names in lower case: analytics treat `UTM_Source` and `utm_source` as the same. */
function namesIn(query: string): Set<string> {
  return new Set(query.split('&').map(pair => pair.split('=')[0]?.toLowerCase() ?? ''))
}

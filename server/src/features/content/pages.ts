/** Pages of the library for the API and for the feed. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Content, ContentPath } from '@notifly/contracts/content/content'
import { epochSeconds } from '../../lib/clock.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import { type FoundText, isPageName, type Library, LIST } from './library.ts'
import type { Part } from './render.ts'

export const CHANGELOG = 'changelogs'

/** Pages with a language in their path. Links in texts omit it. */
const TRANSLATED = /^\/(?:about|c|changelogs|developers)(?=[/?#]|$)/

/** Returns an address of ours in this language: English has no prefix. */
export function inLanguage(address: string, locale: Locale): string {
  return locale === 'en' || !TRANSLATED.test(address) ? address : `/${locale}${address}`
}

/** The page with this path; undefined if there is none. */
export async function readPage(
  library: Library,
  { path, page }: { path: ContentPath; page?: string | undefined },
  locale: Locale,
): Promise<Content | undefined> {
  if (path === 'c' && page === undefined) return listPage(library, locale)
  if (page !== undefined && (path !== 'c' || !isPageName(page))) return undefined
  const text = await library.read(page === undefined ? path : `c/${page}`, locale)
  return text && presented(text)
}

function presented(text: FoundText, list = ''): Content {
  const { title, locale, intro, parts } = text
  const html = intro + list + parts.map(part => partHtml(part, locale)).join('')
  const headings = parts.map(({ id, heading }) => ({ id, text: heading }))
  return { title, html, updated_on: epochSeconds(updatedAt(text)), locale, headings }
}

/** The list of the pages below `c`, with its introduction. */
async function listPage(library: Library, locale: Locale): Promise<Content | undefined> {
  const words = await library.read(`c/${LIST}`, locale)
  if (words === undefined) return undefined
  const pages = await Promise.all(
    (await library.listed(locale)).map(async name => ({ name, text: await library.read(`c/${name}`, locale) })),
  )
  const items = pages.map(({ name, text }) => {
    const words = `<a href="${inLanguage(`/c/${name}`, locale)}">${escapeHtml(text?.title ?? name)}</a>`
    return `<li>${words}</li>`
  })
  return presented(words, `<ul>${items.join('')}</ul>`)
}

/** When the text was changed: the day of the newest entry, the day at its top, or else the file's time. */
function updatedAt({ parts, updated, changedAt }: FoundText): Date {
  const newest = newestEntry(parts)
  return newest === undefined ? (updated ?? changedAt) : new Date(newest.day)
}

function partHtml({ id, day, headingHtml, html }: Part, locale: Locale): string {
  const heading = `<h2 id="${escapeHtml(id)}">${headingHtml}</h2>`
  if (day === undefined) return heading + html
  const date = new Intl.DateTimeFormat(DAYS[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  return `<article>${heading}<p><a href="#${id}"><time datetime="${day}">${escapeHtml(date)}</time></a></p>${html}</article>`
}

/** English dates are written as in the rest of the dashboard: 28 November 2026. */
const DAYS: Record<Locale, string> = { en: 'en-GB', es: 'es', fr: 'fr', hi: 'hi' }

export type Entry = Part & { day: string }

/** The entries of the changelog, newest first. */
export function entriesOf(parts: readonly Part[]): Entry[] {
  return parts.filter((part): part is Entry => part.day !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** Undefined for a text without entries. */
export function newestEntry(parts: readonly Part[]): Entry | undefined {
  return entriesOf(parts)[0]
}

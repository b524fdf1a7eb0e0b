/** The changelog as an Atom feed (RFC 4287). */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import type { FoundText } from './library.ts'
import { CHANGELOG, type Entry, entriesOf, inLanguage } from './pages.ts'

/** Feed readers keep earlier entries. */
const ENTRIES_MAX = 50

/** The feed at this URL in one language. An entry's id is its URL. */
export function atomFeed(publicUrl: string, text: FoundText, locale: Locale): string {
  const page = publicUrl + inLanguage(`/${CHANGELOG}`, locale)
  const entries = entriesOf(text.parts).slice(0, ENTRIES_MAX)
  const updated = entries[0] === undefined ? (text.updated ?? text.changedAt) : new Date(entries[0].day)
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text.locale}">`,
    ` <id>${xml(page)}</id>`,
    ` <title>${xml(text.title)}</title>`,
    ` <updated>${updated.toISOString()}</updated>`,
    ' <author><name>Notifly</name></author>',
    ` <link rel="self" type="application/atom+xml" href="${xml(`${page}.atom`)}"/>`,
    ` <link rel="alternate" type="text/html" hreflang="${locale}" href="${xml(page)}"/>`,
    ...entries.flatMap(entry => entryLines(entry, page)),
    '</feed>',
    '',
  ]
  return lines.join('\n')
}

function entryLines({ id, day, heading, html }: Entry, page: string): string[] {
  const address = xml(`${page}#${id}`)
  const at = new Date(day).toISOString()
  return [
    ' <entry>',
    `  <id>${address}</id>`,
    `  <title>${xml(heading)}</title>`,
    `  <link rel="alternate" type="text/html" href="${address}"/>`,
    `  <published>${at}</published>`,
    `  <updated>${at}</updated>`,
    `  <content type="html">${xml(html)}</content>`,
    ' </entry>',
  ]
}

/** XML cannot represent other control characters. */
function xml(text: string): string {
  return escapeHtml(text.replace(/[^\P{Cc}\t\n\r]/gu, ''))
}

/** Caches formatters of dates: creating one takes a hundred times as long as using it, and pages need the same ones repeatedly. */

const kept = new Map<string, Intl.DateTimeFormat>()
const KEPT_MAX = 200

/** Without a zone it uses the browser's, which may change while a page is open, so that formatter is not cached. */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  if (options.timeZone === undefined) return new Intl.DateTimeFormat(locale, options)
  const key = JSON.stringify([locale, options])
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, options)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, made)
  return made
}

/** The locale in an address: English has no prefix, the others come first (/es, /fr, /hi). */
import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'

export const DEFAULT_LOCALE: Locale = 'en'

export interface LocalizedPath {
  locale: Locale
  /** The rest, always with a slash at the start. */
  path: string
}

/** Takes the prefix off. `/english` has none; `/en/...` is no prefix either, so it is an unknown page. */
export function splitLocale(pathname: string): LocalizedPath {
  const [, first = '', rest] = pathname.match(/^\/([^/]*)(\/.*)?$/) ?? []
  if (first === DEFAULT_LOCALE || !isLocale(first)) return { locale: DEFAULT_LOCALE, path: pathname || '/' }
  return { locale: first, path: rest ?? '/' }
}

/** Puts the prefix on. */
export function withLocale(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

export function isLocale(text: string): text is Locale {
  return (LOCALES as readonly string[]).includes(text)
}

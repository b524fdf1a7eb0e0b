/** The language that a person selected, stored for a year, or that of the browser. It only redirects a visit to the bare home address. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { DEFAULT_LOCALE, isLocale, withLocale } from './url-locale.ts'

const KEPT_SECONDS = 365 * 24 * 60 * 60

export function rememberLocale(locale: Locale): void {
  document.cookie = `locale=${locale}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax`
}

export function rememberedLocale(cookies: string = document.cookie): Locale | undefined {
  const value = cookies.match(/(?:^|; )locale=([^;]*)/)?.[1] ?? ''
  return isLocale(value) ? value : undefined
}

/** The first of a browser's languages that we have. */
export function browserLocale(languages: readonly string[] = navigator.languages): Locale | undefined {
  return languages.map(tag => tag.toLowerCase().split('-')[0] ?? '').find(isLocale)
}

/** Where a visit really goes: `/` to the home of the language wanted, everything else where it said. */
export function redirectedHome(pathname: string, wanted: Locale | undefined): string | undefined {
  if (pathname !== '/' || !wanted || wanted === DEFAULT_LOCALE) return undefined
  return withLocale(wanted, '/')
}

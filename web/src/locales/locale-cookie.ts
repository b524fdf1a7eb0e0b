/** The language that a person chose, kept for a year. It only redirects a visit to the bare home address. */
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

/** Where a visit really goes: `/` to the remembered language's home, everything else where it said. */
export function redirectedHome(pathname: string, remembered: Locale | undefined): string | undefined {
  if (pathname !== '/' || !remembered || remembered === DEFAULT_LOCALE) return undefined
  return withLocale(remembered, '/')
}

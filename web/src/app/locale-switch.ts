/** The router's side of languages: removes locale prefixes from incoming addresses and adds them to outgoing ones. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { AnyRouter, LocationRewrite } from '@tanstack/react-router'
import { announce } from '../api/signals.ts'
import { changeLanguage, currentLocale, i18n, LANGUAGE_NAMES } from '../locales/i18n.ts'
import { rememberLocale } from '../locales/locale-cookie.ts'
import { splitLocale, withLocale } from '../locales/url-locale.ts'

/** A new object for each language, which tells the router that all addresses have changed. */
export function localeRewrite(locale: Locale): LocationRewrite {
  return {
    input({ url }) {
      url.pathname = splitLocale(url.pathname).path
      return url
    },
    output({ url }) {
      url.pathname = withLocale(locale, url.pathname)
      return url
    },
  }
}

/** Shows the same page in another language and remembers the choice; input is kept. Returns false if its words cannot be loaded. */
export async function switchLocale(router: AnyRouter, locale: Locale): Promise<boolean> {
  const isShown = await showLocale(router, locale)
  if (isShown) rememberLocale(locale)
  return isShown
}

/**
 * The address decides: going back to one with another prefix also changes the language. Returns a function that stops
 * this.
 */
export function syncLocaleWithAddress(router: AnyRouter): () => void {
  // Not history.subscribe: a listener registered before the router's own makes it miss a redirect of the first load.
  return router.subscribe('onBeforeLoad', () => {
    const { locale } = splitLocale(router.history.location.pathname)
    if (locale !== currentLocale()) void showLocale(router, locale)
  })
}

/**
 * Changes the language, or reports that it can't. Either way the address gets the prefix of the language that is shown.
 */
async function showLocale(router: AnyRouter, locale: Locale): Promise<boolean> {
  await changeLanguage(locale).catch(() => announceMissing(locale))
  const shown = currentLocale()
  router.update({ ...router.options, rewrite: localeRewrite(shown) })
  const { pathname, search, hash } = router.history.location
  const address = withLocale(shown, splitLocale(pathname).path)
  if (address !== pathname) router.history.replace(address + search + hash, undefined, { ignoreBlocker: true })
  return shown === locale
}

/** Reports that the texts of a language can't be loaded, as happens offline if it was never shown before. */
export function announceMissing(locale: Locale): void {
  announce({ tone: 'danger', message: i18n.t('languageFailed', { language: LANGUAGE_NAMES[locale] }) })
}

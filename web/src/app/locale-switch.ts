/** The router's side of languages: removes locale prefixes from incoming addresses and adds them to outgoing ones. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { AnyRouter, LocationRewrite } from '@tanstack/react-router'
import { changeLanguage, currentLocale } from '../locales/i18n.ts'
import { rememberLocale } from '../locales/locale-cookie.ts'
import { splitLocale, withLocale } from '../locales/url-locale.ts'

/** A new object per language, by which the router notices that all addresses changed. */
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

/** Shows the same page in another language and remembers the choice; input is kept. */
export async function switchLocale(router: AnyRouter, locale: Locale): Promise<void> {
  rememberLocale(locale)
  await changeLanguage(locale)
  router.update({ ...router.options, rewrite: localeRewrite(locale) })
  const { pathname, search, hash } = router.history.location
  router.history.replace(withLocale(locale, splitLocale(pathname).path) + search + hash, undefined, {
    ignoreBlocker: true,
  })
}

/** The address decides: going back to one with another prefix changes the language too. */
export function followAddress(router: AnyRouter): () => void {
  // Not history.subscribe: a listener before the router's own makes it miss a redirect of the very first load.
  return router.subscribe('onBeforeLoad', () => {
    const { locale } = splitLocale(router.history.location.pathname)
    if (locale === currentLocale()) return
    void changeLanguage(locale).then(() => router.update({ ...router.options, rewrite: localeRewrite(locale) }))
  })
}

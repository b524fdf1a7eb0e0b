/**
 * Words of the dashboard. One JSON file per language and namespace, `<language>/<namespace>.json`, found by the build:
 * a new namespace is four new files and nothing else. A namespace is loaded when a page of it opens.
 */
import { LOCALES, type Locale } from '@notifly/contracts/accounts'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf } from './direction.ts'
import { isolated } from './isolated.ts'
import { loadServerSentences } from './server-text.ts'

export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', fr: 'Français', hi: 'हिन्दी' }

const files = import.meta.glob<Record<string, unknown>>(['./*/*.json', '!./*/server*.json'], { import: 'default' })

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`./${language}/${namespace}.json`]
    if (!load) return done(new Error(`no catalogue ${language}/${namespace}`), false)
    load().then(
      words => done(null, words as never),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    )
  },
}

export const i18n = i18next.createInstance()

/** Starts the words in one language; resolves when the common namespace is there. */
export async function startI18n(locale: Locale): Promise<void> {
  i18n.use(backend).use(initReactI18next)
  await Promise.all([
    i18n.init({
      lng: locale,
      supportedLngs: [...LOCALES],
      // Every language is complete (a test holds the catalogues together), so English is not loaded beside it.
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      // React escapes what it draws; names that people chose keep their direction to themselves.
      interpolation: { escapeValue: true, escape: isolated },
      returnNull: false,
    }),
    loadServerSentences(locale),
  ])
  markDocument(locale)
}

/** Changes the language in place: nothing is reloaded, so nothing that was typed is lost. */
export async function changeLanguage(locale: Locale): Promise<void> {
  if (i18n.language === locale) return
  await loadServerSentences(locale)
  await i18n.changeLanguage(locale)
  markDocument(locale)
}

export function currentLocale(): Locale {
  return i18n.language as Locale
}

function markDocument(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

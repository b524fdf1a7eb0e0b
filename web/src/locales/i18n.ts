/**
 * Words of the dashboard. One JSON file per language and namespace, `<language>/<namespace>.json`, found by the build:
 * a new namespace is four new files and nothing else. It is loaded together with the first code that names it in
 * `useTranslation` (scripts/words-with-code.ts). Sentences of the server have a folder of their own (sentences.ts).
 */
import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf } from './direction.ts'
import { isolated } from './isolated.ts'
import { readSentences } from './sentences.ts'

export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', fr: 'Français', hi: 'हिन्दी' }

const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { import: 'default' })

const LETTERS_MS = 1000

/** The namespace of what the server says. */
const SENTENCES = 'sentences'

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load =
      namespace === SENTENCES ? () => readSentences(language as Locale) : files[`./${language}/${namespace}.json`]
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
  const letters = loadLetters(locale)
  await i18n.init({
    lng: locale,
    supportedLngs: [...LOCALES],
    // Every language is complete (a test holds the catalogues together), so English is not loaded beside it.
    fallbackLng: false,
    load: 'currentOnly',
    // Answers bring their English with them; what the browser itself refuses waits for it (`loadSentences`).
    ns: locale === 'en' ? ['common'] : ['common', SENTENCES],
    defaultNS: 'common',
    // React escapes what it draws; names that people chose keep their direction to themselves.
    interpolation: { escapeValue: true, escape: isolated },
    returnNull: false,
  })
  await letters
  markDocument(locale)
}

/** Changes the language in place: nothing is reloaded, so nothing that was typed is lost. */
export async function changeLanguage(locale: Locale): Promise<void> {
  if (i18n.language === locale) return
  await Promise.all([loadSentences(), loadLetters(locale)])
  await i18n.changeLanguage(locale)
  markDocument(locale)
}

/** Hindi has a font of its own: a page that is drawn before it is there would jump. Waits for a second at most. */
async function loadLetters(locale: Locale): Promise<void> {
  if (locale !== 'hi') return
  const loaded = document.fonts.load("1em 'Noto Sans Devanagari Variable'", 'अ').catch(() => undefined)
  await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, LETTERS_MS))])
}

/** Needed before a sentence is said that no answer brought. */
export async function loadSentences(): Promise<void> {
  await i18n.loadNamespaces(SENTENCES)
}

export function currentLocale(): Locale {
  return i18n.language as Locale
}

function markDocument(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

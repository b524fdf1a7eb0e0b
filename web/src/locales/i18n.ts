/**
 * The dashboard's texts. One JSON file per language and namespace, `<language>/<namespace>.json`, found by the build: a new namespace only
 * needs four new files. A catalogue is loaded together with the first code that names it in `useTranslation` (scripts/words-with-code.ts).
 * Sentences of the server are in a folder of their own (sentences.ts).
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

/** The namespace of the dashboard's frame, and that of what the server says. */
const COMMON = 'common'
const SENTENCES = 'sentences'

async function readWords(locale: Locale, namespace: string): Promise<Record<string, unknown>> {
  if (namespace === SENTENCES) return readSentences(locale)
  const read = files[`./${locale}/${namespace}.json`]
  if (!read) throw new Error(`no catalogue ${locale}/${namespace}`)
  return read()
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    readWords(language as Locale, namespace).then(
      words => done(null, words as never),
      (error: unknown) => done(error as Error, false),
    )
  },
}

export const i18n = i18next.createInstance()

/**
 * Starts the words in one language, or, where its catalogues cannot be loaded, in the first other one that this browser kept. Returns
 * the language; resolves when the common namespace is there.
 */
export async function startI18n(wanted: Locale): Promise<Locale> {
  i18n.use(backend).use(initReactI18next)
  await i18n.init({
    lng: wanted,
    supportedLngs: [...LOCALES],
    // Every language is complete (a test holds the catalogues together), so English is not loaded beside it.
    fallbackLng: false,
    load: 'currentOnly',
    // `showLanguage` loads them.
    ns: [],
    defaultNS: COMMON,
    initAsync: false,
    // React escapes what it draws; names that people chose keep their direction to themselves.
    interpolation: { escapeValue: true, escape: isolated },
    returnNull: false,
  })
  for (const locale of new Set([wanted, ...LOCALES])) {
    try {
      await showLanguage(locale)
      return locale
    } catch {
      // The next one.
    }
  }
  return wanted
}

/**
 * Changes the language in place: nothing is reloaded, so nothing that was typed is lost. Rejects, and keeps the language, if the words
 * of the page cannot be loaded.
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  if (i18n.language !== locale) await showLanguage(locale)
}

async function showLanguage(locale: Locale): Promise<void> {
  const namespaces = new Set([COMMON, ...(i18n.options.ns ?? [])])
  // Answers bring their English with them; what the browser itself refuses waits for it (`loadSentences`).
  if (locale === 'en') namespaces.delete(SENTENCES)
  else namespaces.add(SENTENCES)
  await Promise.all([loadWords([...namespaces], locale), loadLetters(locale)])
  await i18n.changeLanguage(locale)
  markDocument(locale)
}

/** Loads catalogues. Rejects if one cannot be loaded, where i18next would show its keys. */
export async function loadWords(namespaces: readonly string[], locale = currentLocale()): Promise<void> {
  const missing = namespaces.filter(namespace => !i18n.hasResourceBundle(locale, namespace))
  const read = await Promise.all(missing.map(namespace => readWords(locale, namespace)))
  for (const [at, namespace] of missing.entries()) i18n.addResourceBundle(locale, namespace, read[at])
  // So that other languages load them too.
  await i18n.loadNamespaces(namespaces)
}

/** Hindi has a font of its own: a page that is drawn before it is there would jump. Waits for a second at most. */
async function loadLetters(locale: Locale): Promise<void> {
  if (locale !== 'hi') return
  const loaded = document.fonts.load("1em 'Noto Sans Devanagari Variable'", 'अ').catch(() => undefined)
  await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, LETTERS_MS))])
}

/** Needed before a sentence is said that no answer brought. Where it cannot be loaded, the sentence is said in English. */
export async function loadSentences(): Promise<void> {
  await loadWords([SENTENCES]).catch(() => undefined)
}

export function currentLocale(): Locale {
  return i18n.language as Locale
}

function markDocument(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { hi } from './words-hi.ts'

/**
 * Titles of alerts, and the two lines below them: with the name of the subject, and without. `{by}`, `{title}` and `{application}` are
 * filled in.
 */
export type AlertWords = typeof en

export const ALERT_WORDS: Record<Locale, AlertWords> = { en, es, fr, hi }

export function localeOf(text: string): Locale {
  return LOCALES.find(locale => locale === text) ?? 'en'
}

/** Names that people typed are cut after this many characters. */
const NAME_MAX = 80

/** Fills in every name of `values` in the text. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => cut(values[name] ?? whole))
}

function cut(name: string): string {
  const signs = [...name]
  return signs.length <= NAME_MAX ? name : `${signs.slice(0, NAME_MAX - 1).join('')}…`
}

import { directionOf } from './direction.ts'
import table from './locale-table.json'

const BY_CODE = new Map(table.locales.map(row => [row.code.toLowerCase(), row]))

export interface LocaleLabel {
  /** "Hindi (India)", in the reader's language; the tag itself where it is unknown. */
  text: string
  direction: 'ltr' | 'rtl'
}

/** A locale that a contact or a file names, `hi` or `pt_BR`, in words. Without a country of its own it has its usual one. */
export function localeLabel(tag: string, readerLocale: string): LocaleLabel {
  const [language = '', second = '', third = ''] = tag.replaceAll('_', '-').split('-')
  const row = BY_CODE.get(`${language}-${second}`.toLowerCase()) ?? BY_CODE.get(language.toLowerCase())
  const direction = directionOf(tag)
  if (row === undefined) return { text: tag, direction }
  const name = new Intl.DisplayNames(readerLocale, { type: 'language' }).of(row.code) ?? row.language
  const region = [second, third].find(part => /^[a-z]{2}$/i.test(part))
  const country = region === undefined ? usualRegion(row.code) : region.toUpperCase()
  const place = country && new Intl.DisplayNames(readerLocale, { type: 'region', fallback: 'none' }).of(country)
  return { text: place ? `${name} (${place})` : name, direction }
}

function usualRegion(code: string): string | undefined {
  const { region } = new Intl.Locale(code).maximize()
  return region === '001' ? undefined : region
}

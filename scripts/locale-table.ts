/**
 * Writes the tables of locales that the dashboard knows from the CLDR data in Node: `node scripts/locale-table.ts`. The country of each
 * language is the one where it is mostly spoken, by CLDR's likely subtags.
 */
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export interface LocaleRow {
  /** `ar`, or with a script where the language has several: `pa-Arab`. */
  code: string
  language: string
  /** Empty for languages of no country, such as Esperanto. */
  country: string
  direction: 'ltr' | 'rtl'
}

export interface LocaleTable {
  /** Of CLDR. */
  version: string
  locales: LocaleRow[]
}

const folder = new URL('../web/src/locales/', import.meta.url)
export const TABLE_FILE = fileURLToPath(new URL('locale-table.json', folder))
export const RIGHT_TO_LEFT_FILE = fileURLToPath(new URL('right-to-left.json', folder))

/** Languages in addition to the main script of each: Punjabi as it is written from right to left, and Kurdish without a script. */
const FURTHER = ['pa-Arab', 'ku']

/** Written from right to left by the specification, although CLDR assumes the Latin script first. */
const RIGHT_TO_LEFT = ['ku']

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Every language for which this runtime has names, by code. */
export function localeTable(): LocaleTable {
  const twoLetters = LETTERS.flatMap(first => LETTERS.map(second => first + second))
  const tags = [...twoLetters, ...twoLetters.flatMap(start => LETTERS.map(last => start + last))]
  const known = Intl.DateTimeFormat.supportedLocalesOf(tags.filter(isTag)).map(tag => new Intl.Locale(tag).language)
  const codes = [...new Set([...known, ...FURTHER])].toSorted((one, other) => (one < other ? -1 : 1))
  return { version: process.versions['cldr'] ?? '', locales: codes.map(rowOf).filter(row => row !== null) }
}

/** Codes of the table that are written from right to left. */
export function rightToLeft({ locales }: LocaleTable): string[] {
  return locales.filter(({ direction }) => direction === 'rtl').map(({ code }) => code)
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function rowOf(code: string): LocaleRow | null {
  // TypeScript's library does not know the method yet.
  const locale = new Intl.Locale(code) as Intl.Locale & { getTextInfo(): { direction: string } }
  const language = languages.of(code)
  if (language === undefined) return null
  const { region } = locale.maximize()
  // The world is no country.
  const country = region === undefined || region === '001' ? '' : (regions.of(region) ?? '')
  const { direction } = locale.getTextInfo()
  return { code, language, country, direction: direction === 'rtl' || RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr' }
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language.length > 0
  } catch {
    return false
  }
}

/** Prints one locale per line, so that changes are easy to read. */
export function printTable({ version, locales }: LocaleTable): string {
  const lines = locales.map(
    row =>
      `    ${JSON.stringify(row).replaceAll('":"', '": "').replaceAll('","', '", "').replace('{', '{ ').replace('}', ' }')}`,
  )
  return `{\n  "version": ${JSON.stringify(version)},\n  "locales": [\n${lines.join(',\n')}\n  ]\n}\n`
}

export function printList(codes: readonly string[]): string {
  return `[${codes.map(code => JSON.stringify(code)).join(', ')}]\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = localeTable()
  await writeFile(TABLE_FILE, printTable(table))
  await writeFile(RIGHT_TO_LEFT_FILE, printList(rightToLeft(table)))
}

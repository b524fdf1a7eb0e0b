/**
 * Countries: ISO 3166-1 alpha-2 codes, and their names in the product's languages, from CLDR. Contacts are stored with codes; people read
 * and write names.
 */
import { LOCALES } from '../accounts/accounts.ts'

/** Codes with a name that are not countries: unions, groups of islands, pseudo-locales, unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns the country of a code, or of a name in any of our languages, ignoring case and accents; undefined if there is none. */
export function countryOf(text: string): string | undefined {
  const word = wordOf(text)
  return /^[a-z]{2}$/.test(word) ? countryOfCode(word.toUpperCase()) : codesByName().get(word)
}

/** A country's name in a language, from a code or a name; the text itself if it is no country. */
export function countryName(text: string, locale: string): string {
  const code = countryOf(text)
  return (code && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) ?? text
}

/** All codes with their names in a language, sorted by name. */
export function countriesIn(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return [...namesByCode().keys()]
    .map(code => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

/** All names of a country, long and short, in all of our languages. */
export function countryNames(code: string): readonly string[] {
  return namesByCode().get(code) ?? []
}

/** Codes of the countries with a matching name. */
export function countriesNamed(fits: (name: string) => boolean): string[] {
  return [...namesByCode()].flatMap(([code, each]) => (each.some(fits) ? [code] : []))
}

/** Codes of the countries whose code, or whose name in one of our languages, starts with the text, ignoring case and accents. */
export function countriesBeginning(text: string): string[] {
  const word = wordOf(text)
  const found = countriesNamed(name => wordOf(name).startsWith(word))
  return namesByCode().has(word.toUpperCase()) ? [...new Set([word.toUpperCase(), ...found])] : found
}

function wordOf(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return plain.replaceAll('’', "'").trim().toLowerCase()
}

/** Treats UK as GB, and codes of former countries as those of their successors. */
function countryOfCode(code: string): string | undefined {
  const { region } = new Intl.Locale(`und-${code}`)
  return region !== undefined && namesByCode().has(region) ? region : undefined
}

let names: Map<string, string[]> | undefined
let codes: Map<string, string> | undefined

function namesByCode(): ReadonlyMap<string, readonly string[]> {
  if (names) return names
  const words = LOCALES.flatMap(locale =>
    (['long', 'short'] as const).map(
      style => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }),
    ),
  )
  const all = LETTERS.flatMap(first => LETTERS.map(second => first + second))
  const current = all.filter(code => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code)
  const named = current.map(code => [code, words.flatMap(each => each.of(code) ?? [])] as const)
  return (names = new Map(named.flatMap(([code, found]) => (found.length > 0 ? [[code, [...new Set(found)]]] : []))))
}

function codesByName(): ReadonlyMap<string, string> {
  return (codes ??= new Map(
    [...namesByCode()].flatMap(([code, each]) => each.map(name => [wordOf(name), code] as const)),
  ))
}

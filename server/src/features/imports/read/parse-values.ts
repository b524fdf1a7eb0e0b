/** Cells of our own columns: what each may hold, and in what form it is kept. Each function answers undefined for what it refuses. */
import { isTimeZone } from '@notifly/contracts/fields'
import { isSupportedCountry } from 'libphonenumber-js/max'

/** Seconds; UTC-14:00 to UTC+14:00. */
const OFFSET_MAX_SECONDS = 50_400

const ISO_DATE =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const EPOCH = /^-?\d+(?:\.\d+)?$/

/** From here on a number counts milliseconds: as seconds it would be the year 5138. */
const EPOCH_MS_FROM = 100_000_000_000

/** Epoch seconds or milliseconds, or an ISO 8601 date or moment (UTC where no zone is given), as ISO 8601 in UTC. */
export function parseMoment(text: string): string | undefined {
  // Digits without hyphens are a date only when there are eight of them.
  const iso = text.length === 8 || text.includes('-') ? ISO_DATE.exec(text) : null
  const ms = iso && isCalendarDay(iso) ? isoToMs(iso) : epochToMs(text)
  if (ms === undefined || !(Math.abs(ms) < 8.64e15)) return undefined
  const moment = new Date(ms)
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 9999 ? moment.toISOString() : undefined
}

function epochToMs(text: string): number | undefined {
  // Four digits would be a year as well as a moment of 1970.
  if (!EPOCH.test(text) || /^\d{4}$/.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) >= EPOCH_MS_FROM ? value : value * 1000
}

function isCalendarDay(iso: RegExpExecArray): boolean {
  const [year, month, day] = [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isoToMs(iso: RegExpExecArray): number | undefined {
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(group =>
    Number(iso[group] ?? 0),
  ) as SixNumbers
  const zone = iso[8] ?? 'Z'
  const offset = zone.toUpperCase() === 'Z' ? 0 : parseOffset(zone.length === 3 ? `${zone}:00` : zone)
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const ms = Math.trunc(Number(`0.${iso[7] ?? '0'}`) * 1000)
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offset * 1000
}

type SixNumbers = [number, number, number, number, number, number]

/** Seconds east of UTC, or hours and minutes: 19800, +05:30, +0530, Z. */
export function parseOffset(text: string): number | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0
  const clock = /^(?:UTC|GMT)?([+-]?)(\d{1,2}):([0-5]\d)$/i.exec(text) ?? /^([+-])(0\d|1[0-4])([0-5]\d)$/.exec(text)
  // Signed four digits may be either: seconds when they make quarters of an hour and do not begin with a zero.
  const isSeconds = /^[+-]?\d+$/.test(text) && (!clock || (Number(text) % 900 === 0 && !/^[+-]0/.test(text)))
  let seconds: number
  if (isSeconds) seconds = Number(text)
  else if (clock) seconds = (clock[1] === '-' ? -1 : 1) * (Number(clock[2]) * 3600 + Number(clock[3]) * 60)
  else return undefined
  return Math.abs(seconds) <= OFFSET_MAX_SECONDS ? seconds : undefined
}

const TRUE: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 't'])
const FALSE: ReadonlySet<string> = new Set(['0', 'false', 'no', 'n', 'f'])

export function parseFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}

/** Degrees with a decimal point or comma. */
export function parseDegrees(text: string, limit: number): number | undefined {
  if (!/^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(text)) return undefined
  const degrees = Number(text.replace(',', '.'))
  return Math.abs(degrees) <= limit ? degrees : undefined
}

/** ISO 3166-1 alpha-2 code, from the code or the country's English name. */
export const parseCountry = remembered(text => {
  const code = text.toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return regionNames.of(code) === undefined ? undefined : code
  return countriesByName().get(text.toLowerCase())
})

/** BCP 47 language tag in its canonical form; pt_BR is taken for pt-BR. */
export const parseLanguage = remembered(text => {
  try {
    return /^[a-z]{2,3}(?:[-_]|$)/i.test(text) ? Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
})

/** IANA name of a time zone. */
export const parseTimeZone = remembered(text => (/^[A-Za-z]/.test(text) && isTimeZone(text) ? text : undefined))

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
let namedCountries: Map<string, string> | undefined

function countriesByName(): Map<string, string> {
  if (namedCountries) return namedCountries
  namedCountries = new Map()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap(first => letters.map(second => first + second))) {
    const name = regionNames.of(code)
    if (name && isSupportedCountry(code)) namedCountries.set(name.toLowerCase(), code)
  }
  return namedCountries
}

/** No country, language or zone has a longer name. */
const REMEMBERED_LENGTH_MAX = 100

/** These columns repeat a few values over a whole file. */
function remembered(parse: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return text => {
    if (text.length > REMEMBERED_LENGTH_MAX) return undefined
    if (known.has(text)) return known.get(text)
    if (known.size >= 1000) known.clear()
    const value = parse(text)
    known.set(text, value)
    return value
  }
}

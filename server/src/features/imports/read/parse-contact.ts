/** A row of a file as a contact: how each built-in column is read, and its line for COPY into the staging table. */
import { countryOf } from '@notifly/contracts/contacts/countries'
import { isEmail, isTimeZone, isUuid } from '@notifly/contracts/fields'
import type { KnownColumn } from '@notifly/contracts/imports/imports'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { readPhone } from '../../../lib/phone.ts'
import { OWN_COLUMNS } from '../../../lib/contact-fields.ts'
import { copyLine } from '../../../lib/bulk/copy-text.ts'
import { uuidv7 } from '../../../lib/uuid.ts'

export interface ContactRow {
  /** 1-based line of the file on which the row starts. */
  line: number
  uuid: string | null
  external_user_id: string | null
  email: string | null
  /** The normalized email address. */
  email_key: string | null
  phone_number: string | null
  /** The number was given without its country, and may be a different one. */
  isPhoneDoubtful?: true
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  /** Seconds east of UTC. */
  timezone_offset: number | null
  is_test: boolean | null
  /** ISO 8601 in UTC. */
  created_on: string | null
  updated_on: string | null
  /** Text as given, by merge field; without empty cells. */
  merge_fields: Record<string, string>
}

/** Returns a row without any values. */
export function emptyRow(line: number): ContactRow {
  return {
    line,
    uuid: null,
    external_user_id: null,
    email: null,
    email_key: null,
    phone_number: null,
    country: null,
    lang: null,
    latitude: null,
    longitude: null,
    platform_type: null,
    device_details: null,
    timezone: null,
    timezone_offset: null,
    is_test: null,
    created_on: null,
    updated_on: null,
    merge_fields: {},
  }
}

export interface ColumnRule {
  /** The message for a refused value; `column` is the column's name in the file. */
  complaint: (column: string) => Sentence
  /** Stores the value in the row; returns false if it is refused. `country` is the row's own, if it has one. */
  take: (text: string, row: ContactRow, country: string | undefined) => boolean
}

const notMoment = (column: string): Sentence => sentence('imports.problems.moment', { column })

/** How each built-in column is read. */
export const COLUMN_RULES: Readonly<Record<KnownColumn, ColumnRule>> = {
  email: {
    complaint: column => sentence('imports.problems.email', { column }),
    take: (text, row) => {
      if (!isEmail(text)) return false
      row.email = text
      row.email_key = text.toLowerCase()
      return true
    },
  },
  uuid: {
    complaint: column => sentence('imports.problems.uuid', { column }),
    take: (text, row) => (row.uuid = isUuid(text) ? text.toLowerCase() : null) !== null,
  },
  external_user_id: {
    complaint: column => sentence('imports.problems.tooLong', { column, most: 255 }),
    take: (text, row) => (row.external_user_id = atMost(255, text)) !== null,
  },
  platform_type: {
    complaint: column => sentence('imports.problems.tooLong', { column, most: 50 }),
    take: (text, row) => (row.platform_type = atMost(50, text)) !== null,
  },
  device_details: {
    complaint: column => sentence('imports.problems.tooLong', { column, most: 2000 }),
    take: (text, row) => (row.device_details = atMost(2000, text)) !== null,
  },
  country: {
    complaint: column => sentence('imports.problems.country', { column }),
    take: (text, row) => (row.country = parseCountry(text) ?? null) !== null,
  },
  lang: {
    complaint: column => sentence('imports.problems.lang', { column }),
    take: (text, row) => (row.lang = parseLanguage(text) ?? null) !== null,
  },
  timezone: {
    complaint: column => sentence('imports.problems.timezone', { column }),
    take: (text, row) => (row.timezone = parseTimeZone(text) ?? null) !== null,
  },
  timezone_offset: {
    complaint: column => sentence('imports.problems.offset', { column }),
    take: (text, row) => (row.timezone_offset = parseOffset(text) ?? null) !== null,
  },
  phone_number: {
    complaint: column => sentence('imports.problems.phone', { column }),
    take: (text, row, country) => {
      const reading = readPhone(text, country)
      row.phone_number = reading?.number ?? null
      if (reading?.isDoubtful) row.isPhoneDoubtful = true
      return reading !== undefined
    },
  },
  is_test: {
    complaint: column => sentence('imports.problems.flag', { column }),
    take: (text, row) => (row.is_test = parseFlag(text) ?? null) !== null,
  },
  latitude: {
    complaint: column => sentence('imports.problems.latitude', { column }),
    take: (text, row) => (row.latitude = parseDegrees(text, 90) ?? null) !== null,
  },
  longitude: {
    complaint: column => sentence('imports.problems.longitude', { column }),
    take: (text, row) => (row.longitude = parseDegrees(text, 180) ?? null) !== null,
  },
  created_on: {
    complaint: notMoment,
    take: (text, row) => (row.created_on = parseMoment(text) ?? null) !== null,
  },
  updated_on: {
    complaint: notMoment,
    take: (text, row) => (row.updated_on = parseMoment(text) ?? null) !== null,
  },
}

function atMost(length: number, text: string): string | null {
  return text.length <= length ? text : null
}

// Values of built-in columns: which are accepted, and how they are normalized. Each function returns undefined for a refused value.

/** Seconds; UTC-14:00 to UTC+14:00. */
const OFFSET_MAX_SECONDS = 50_400

const ISO_DATE =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const EPOCH = /^-?\d+(?:\.\d+)?$/

/** From here on a number counts milliseconds: in seconds it would be the year 5138. */
const EPOCH_MS_FROM = 100_000_000_000

/** Converts epoch seconds or milliseconds, or an ISO 8601 date or time (UTC without a zone), to ISO 8601 in UTC. */
export function parseMoment(text: string): string | undefined {
  // Digits without hyphens are a date only if there are eight.
  const iso = text.length === 8 || text.includes('-') ? ISO_DATE.exec(text) : null
  const ms = iso && isCalendarDay(iso) ? isoToMs(iso) : epochToMs(text)
  if (ms === undefined || !(Math.abs(ms) < 8.64e15)) return undefined
  const moment = new Date(ms)
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 9999 ? moment.toISOString() : undefined
}

function epochToMs(text: string): number | undefined {
  // Four digits could be a year as well as a time of 1970.
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

/** Converts seconds east of UTC, or hours and minutes: 19800, +05:30, +0530, Z. */
function parseOffset(text: string): number | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0
  const clock = /^(?:UTC|GMT)?([+-]?)(\d{1,2}):([0-5]\d)$/i.exec(text) ?? /^([+-])(0\d|1[0-4])([0-5]\d)$/.exec(text)
  // Signed four digits may be either: seconds, if they are a multiple of a quarter-hour and do not start with a zero.
  const isSeconds = /^[+-]?\d+$/.test(text) && (!clock || (Number(text) % 900 === 0 && !/^[+-]0/.test(text)))
  let seconds: number
  if (isSeconds) seconds = Number(text)
  else if (clock) seconds = (clock[1] === '-' ? -1 : 1) * (Number(clock[2]) * 3600 + Number(clock[3]) * 60)
  else return undefined
  return Math.abs(seconds) <= OFFSET_MAX_SECONDS ? seconds : undefined
}

const TRUE: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 't'])
const FALSE: ReadonlySet<string> = new Set(['0', 'false', 'no', 'n', 'f'])

function parseFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}

/** Degrees with a decimal point or comma. */
function parseDegrees(text: string, limit: number): number | undefined {
  if (!/^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(text)) return undefined
  const degrees = Number(text.replace(',', '.'))
  return Math.abs(degrees) <= limit ? degrees : undefined
}

/** Returns the ISO 3166-1 alpha-2 code for a code or a name of a country. */
export const parseCountry = remembered(countryOf)

/** Returns a BCP 47 language tag in its canonical form; accepts pt_BR for pt-BR. */
const parseLanguage = remembered(text => {
  try {
    return /^[a-z]{2,3}(?:[-_]|$)/i.test(text) ? Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
})

/** Returns an IANA time zone name. */
const parseTimeZone = remembered(text => (/^[A-Za-z]/.test(text) && isTimeZone(text) ? text : undefined))

/** No country, language or zone has a longer name. */
const REMEMBERED_LENGTH_MAX = 100

/** Caches results: these columns repeat a few values over a whole file. */
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

/** Columns of a line, in order: the ones to name in COPY import_row (...). */
export const STAGING_COLUMNS = [
  'import_id',
  'row_no',
  'contact_id',
  'new_id',
  'is_known',
  'email_key',
  'merge_fields',
  ...OWN_COLUMNS,
] as const

/**
 * Returns one line. `row_no` is the row's line in the file, `contact_id` the uuid in the file, and `new_id` the one that the contact gets
 * if it is new. A row with a uuid is about an existing contact.
 */
export function stagingLine(importId: string, row: ContactRow): string {
  const own = OWN_COLUMNS.map(column => row[column])
  const mergeFields = JSON.stringify(row.merge_fields)
  return copyLine([importId, row.line, row.uuid, uuidv7(), row.uuid !== null, row.email_key, mergeFields, ...own])
}

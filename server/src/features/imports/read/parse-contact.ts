/** A contact as a row of a file gives it, and how each of our columns is read into it. */
import { isEmail, isUuid } from '@notifly/contracts/fields'
import type { KnownColumn } from '@notifly/contracts/imports/imports'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { readPhone } from '../../../lib/phone.ts'
import * as values from './parse-values.ts'

export interface ContactRow {
  /** Line of the file on which the row begins. */
  line: number
  uuid: string | null
  external_user_id: string | null
  email: string | null
  /** The e-mail address as it is compared. */
  email_key: string | null
  phone_number: string | null
  /** The number was given without its country, and may be another one. */
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
  /** Text as given, by merge field; empty cells are left out. */
  merge_fields: Record<string, string>
}

/** A row with nothing in it yet. */
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
  /** What is said of a refused value; `column` is what the file calls the column. */
  complaint: (column: string) => Sentence
  /** Stores the value in the row; false when it is refused. `country` is the row's own, where it has one. */
  take: (text: string, row: ContactRow, country: string | undefined) => boolean
}

const notMoment = (column: string): Sentence => sentence('imports.problems.moment', { column })

/** How each of our columns is read. */
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
    take: (text, row) => (row.country = values.parseCountry(text) ?? null) !== null,
  },
  lang: {
    complaint: column => sentence('imports.problems.lang', { column }),
    take: (text, row) => (row.lang = values.parseLanguage(text) ?? null) !== null,
  },
  timezone: {
    complaint: column => sentence('imports.problems.timezone', { column }),
    take: (text, row) => (row.timezone = values.parseTimeZone(text) ?? null) !== null,
  },
  timezone_offset: {
    complaint: column => sentence('imports.problems.offset', { column }),
    take: (text, row) => (row.timezone_offset = values.parseOffset(text) ?? null) !== null,
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
    take: (text, row) => (row.is_test = values.parseFlag(text) ?? null) !== null,
  },
  latitude: {
    complaint: column => sentence('imports.problems.latitude', { column }),
    take: (text, row) => (row.latitude = values.parseDegrees(text, 90) ?? null) !== null,
  },
  longitude: {
    complaint: column => sentence('imports.problems.longitude', { column }),
    take: (text, row) => (row.longitude = values.parseDegrees(text, 180) ?? null) !== null,
  },
  created_on: {
    complaint: notMoment,
    take: (text, row) => (row.created_on = values.parseMoment(text) ?? null) !== null,
  },
  updated_on: {
    complaint: notMoment,
    take: (text, row) => (row.updated_on = values.parseMoment(text) ?? null) !== null,
  },
}

function atMost(length: number, text: string): string | null {
  return text.length <= length ? text : null
}

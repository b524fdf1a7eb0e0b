/** Fields of a contact as people and programs send them, judged by the rules of imports. */
import { CONTACT_COLUMNS, type ContactColumn, type ContactValue } from '@notifly/contracts/contacts'
import type { FieldError } from '@notifly/contracts/errors'
import { MESSAGES, tooLong } from '@notifly/contracts/fields'
import { AppError } from '../../lib/app-error.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'
import { COLUMN_RULES, emptyRow, mergeKey, type ReadRow } from '../imports/imports.ts'

export type SentFields = Partial<Record<ContactColumn, ContactValue | undefined>> & {
  merge_fields?: Record<string, ContactValue> | undefined
}

/** What to write: only fields that were sent. Null takes a value away. */
export type ReadFields = Partial<Record<ContactColumn, string | number | boolean | null>> & {
  merge_fields?: Record<string, string | null>
}

/** More fields than an import has columns. */
const MERGE_FIELDS_MAX = 300

/**
 * Answers the fields as they are kept: addresses and codes in their one form, moments in epoch seconds. Throws invalidInput
 * with a sentence at each field that is refused.
 *
 * @param known whether the application has a merge field of that name already
 * @param country the contact's, for a phone number without a country code where no country is sent
 */
export function readFields(sent: SentFields, known: (name: string) => boolean, country: string | null): ReadFields {
  const errors: FieldError[] = []
  const fields: ReadFields = {}
  const row = emptyRow(0)
  const region = readRegion(sent.country) ?? country ?? undefined
  for (const column of CONTACT_COLUMNS) {
    const value = sent[column]
    if (value === undefined) continue
    const text = asText(value)
    if (text === '') fields[column] = null
    else if (COLUMN_RULES[column].take(text, row, region)) fields[column] = kept(row, column)
    else errors.push({ field: column, message: complaintOf(column, text) })
  }
  const merged = sent.merge_fields && readMergeFields(sent.merge_fields, known, errors)
  if (errors.length > 0) throw new AppError('invalidInput', { message: errors[0]?.message ?? '', errors })
  return merged === undefined ? fields : { ...fields, merge_fields: merged }
}

function readRegion(country: ContactValue | undefined): string | undefined {
  const row = emptyRow(0)
  return COLUMN_RULES.country.take(asText(country ?? ''), row, undefined) ? (row.country ?? undefined) : undefined
}

function asText(value: ContactValue): string {
  return value === null ? '' : String(value).trim()
}

/** The values of the wire: moments in seconds. */
function kept(row: ReadRow, column: ContactColumn): string | number | boolean | null {
  const value = row[column]
  return column === 'created_on' || column === 'updated_on' ? Date.parse(String(value)) / 1000 : value
}

/** A number that says its country is simply wrong; one that does not needs that first. */
function complaintOf(column: ContactColumn, text: string): string {
  return column === 'phone_number' && text.startsWith('+') ? MESSAGES.mobile : COMPLAINTS[column]
}

const MOMENT = 'Give a date such as 2026-11-20, or a moment in seconds.'

const COMPLAINTS: Readonly<Record<ContactColumn, string>> = {
  email: MESSAGES.email,
  external_user_id: tooLong('external_user_id', 255),
  phone_number: 'Give a phone number with + and the country code, or choose its country.',
  country: 'Give a country code such as ES.',
  lang: 'Give a language tag such as en or pt-BR.',
  timezone: 'Choose a time zone, for example Asia/Kolkata.',
  timezone_offset: 'Give an offset from UTC such as +05:30.',
  latitude: 'Give a latitude from -90 to 90.',
  longitude: 'Give a longitude from -180 to 180.',
  platform_type: tooLong('platform_type', 50),
  device_details: tooLong('device_details', 2000),
  is_test: 'Say yes or no.',
  created_on: MOMENT,
  updated_on: MOMENT,
}

function readMergeFields(
  sent: Record<string, ContactValue>,
  known: (name: string) => boolean,
  errors: FieldError[],
): Record<string, string | null> {
  const entries = Object.entries(sent)
  if (entries.length > MERGE_FIELDS_MAX) errors.push({ field: 'merge_fields', message: 'At most 300 merge fields.' })
  for (const [name] of entries) {
    const isOurs = Object.hasOwn(BUILT_IN_FIELDS, name)
    if (isOurs || (!known(name) && mergeKey(name) !== name)) {
      errors.push({ field: `merge_fields.${name}`, message: isOurs ? OWN_NAME : NAME_FORM })
    }
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, asText(value) || null]))
}

const OWN_NAME = 'This name belongs to a field of our own.'
const NAME_FORM = 'Name a field by lower-case letters, digits and underscores, for example loyalty_points.'

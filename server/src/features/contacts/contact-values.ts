/** Fields of a contact as people and programs send them, validated by the rules of imports. */
import { CONTACT_COLUMNS, type ContactColumn, type ContactValue } from '@notifly/contracts/contacts/contacts'
import type { FieldFailure } from '@notifly/contracts/errors'
import { tooLong } from '@notifly/contracts/sentences/of-issue'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { invalidFields } from '../../lib/app-error.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'
import { COLUMN_RULES, emptyRow, mergeKey, type ReadRow } from '../imports/imports.ts'

export type SentFields = Partial<Record<ContactColumn, ContactValue | undefined>> & {
  merge_fields?: Record<string, ContactValue> | undefined
}

/** The values to write: only fields that were sent. Null removes a value. */
export type ReadFields = Partial<Record<ContactColumn, string | number | boolean | null>> & {
  merge_fields?: Record<string, string | null>
}

/** More fields than an import has columns. */
const MERGE_FIELDS_MAX = 300

/**
 * Returns the fields as they are kept: addresses and codes in their one form, moments in epoch seconds. Throws invalidInput
 * with a sentence at each field that is refused.
 *
 * @param known whether the application has a merge field of that name already
 * @param country the contact's, for a phone number without a country code where no country is sent
 */
export function readFields(sent: SentFields, known: (name: string) => boolean, country: string | null): ReadFields {
  const errors: FieldFailure[] = []
  const fields: ReadFields = {}
  const row = emptyRow(0)
  const region = readRegion(sent.country) ?? country ?? undefined
  for (const column of CONTACT_COLUMNS) {
    const value = sent[column]
    if (value === undefined) continue
    const text = asText(value)
    if (text === '') fields[column] = null
    else if (COLUMN_RULES[column].take(text, row, region)) fields[column] = kept(row, column)
    else errors.push({ field: column, ...complaintOf(column, text) })
  }
  const merged = sent.merge_fields && readMergeFields(sent.merge_fields, known, errors)
  if (errors.length > 0) throw invalidFields(errors)
  return merged === undefined ? fields : { ...fields, merge_fields: merged }
}

function readRegion(country: ContactValue | undefined): string | undefined {
  const row = emptyRow(0)
  return COLUMN_RULES.country.take(asText(country ?? ''), row, undefined) ? (row.country ?? undefined) : undefined
}

function asText(value: ContactValue): string {
  return value === null ? '' : String(value).trim()
}

/** The values of the API: times in seconds. */
function kept(row: ReadRow, column: ContactColumn): string | number | boolean | null {
  const value = row[column]
  return column === 'created_on' || column === 'updated_on' ? Date.parse(String(value)) / 1000 : value
}

/** A number with a country code is simply invalid; one without needs the code first. */
function complaintOf(column: ContactColumn, text: string): Sentence {
  return column === 'phone_number' && text.startsWith('+') ? sentence('fields.mobile') : COMPLAINTS[column]
}

const MOMENT = sentence('contacts.moment')

const COMPLAINTS: Readonly<Record<ContactColumn, Sentence>> = {
  email: sentence('fields.email'),
  external_user_id: tooLong('external_user_id', 255),
  phone_number: sentence('contacts.phone'),
  country: sentence('contacts.country'),
  lang: sentence('contacts.lang'),
  timezone: sentence('fields.timeZone'),
  timezone_offset: sentence('contacts.offset'),
  latitude: sentence('contacts.latitude'),
  longitude: sentence('contacts.longitude'),
  platform_type: tooLong('platform_type', 50),
  device_details: tooLong('device_details', 2000),
  is_test: sentence('contacts.flag'),
  created_on: MOMENT,
  updated_on: MOMENT,
}

function readMergeFields(
  sent: Record<string, ContactValue>,
  known: (name: string) => boolean,
  errors: FieldFailure[],
): Record<string, string | null> {
  const entries = Object.entries(sent)
  if (entries.length > MERGE_FIELDS_MAX) {
    errors.push({ field: 'merge_fields', ...sentence('contacts.fields', { maximum: MERGE_FIELDS_MAX }) })
  }
  for (const [name] of entries) {
    const isOurs = Object.hasOwn(BUILT_IN_FIELDS, name)
    if (isOurs || (!known(name) && mergeKey(name) !== name)) {
      errors.push({ field: `merge_fields.${name}`, ...(isOurs ? OWN_NAME : NAME_FORM) })
    }
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, asText(value) || null]))
}

const OWN_NAME = sentence('contacts.ownName')
const NAME_FORM = sentence('contacts.nameForm')

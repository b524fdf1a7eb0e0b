/** The fields of a contact that templates can read: built-in columns and merge fields, by name. */

export type FieldType = 'text' | 'number' | 'boolean' | 'date'

/** Built-in columns with the type that templates and rules give them. No merge field can have one of these names. */
export const BUILT_IN_FIELDS = {
  uuid: 'text',
  email: 'text',
  external_user_id: 'text',
  phone_number: 'text',
  country: 'text',
  lang: 'text',
  latitude: 'number',
  longitude: 'number',
  platform_type: 'text',
  device_details: 'text',
  timezone: 'text',
  timezone_offset: 'number',
  is_test: 'boolean',
  created_on: 'date',
  updated_on: 'date',
} as const satisfies Record<string, FieldType>

export type BuiltInField = keyof typeof BUILT_IN_FIELDS

/** The columns of `contact` that fields come from. */
export interface ContactFieldsRow {
  contact_id: string
  email: string | null
  external_user_id: string | null
  phone_number: string | null
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  timezone_offset: number | null
  is_test: boolean
  merge_fields: unknown
  created_on: Date | null
  updated_on: Date | null
}

/** The columns of a contact that files fill and templates read, beside its key and merge fields. */
export const OWN_COLUMNS = [
  'email',
  'external_user_id',
  'phone_number',
  'country',
  'lang',
  'latitude',
  'longitude',
  'platform_type',
  'device_details',
  'timezone',
  'timezone_offset',
  'is_test',
  'created_on',
  'updated_on',
] as const satisfies readonly (keyof ContactFieldsRow & BuiltInField)[]

/** Size of merge fields as JSON, in bytes; a contact may have MERGE_FIELDS_MAX_BYTES. */
export function mergeFieldBytes(fields: Readonly<Record<string, unknown>>): number {
  return Buffer.byteLength(JSON.stringify(fields))
}

/** The columns to select for `contactFields`. */
export const CONTACT_FIELD_COLUMNS = ['contact_id', 'merge_fields', ...OWN_COLUMNS] as const

/**
 * Returns the fields of a contact as a template reads them. Merge fields are as imported; times are ISO 8601, which the date filter takes.
 * Missing values are null or absent: both make a default filter apply.
 */
export function contactFields(row: ContactFieldsRow): Record<string, unknown> {
  return addFields({ ...(row.merge_fields as Record<string, unknown>) }, row, CONTACT_FIELD_COLUMNS)
}

/** Adds the fields of these columns to an object that has the merge fields, and returns it. */
export function addFields(
  fields: Record<string, unknown>,
  row: Omit<ContactFieldsRow, 'merge_fields'>,
  columns: readonly (typeof CONTACT_FIELD_COLUMNS)[number][],
): Record<string, unknown> {
  for (const column of columns) {
    if (column === 'merge_fields') continue
    if (column === 'contact_id') fields['uuid'] = row.contact_id
    else if (column === 'created_on' || column === 'updated_on') fields[column] = row[column]?.toISOString() ?? null
    else fields[column] = row[column]
  }
  return fields
}

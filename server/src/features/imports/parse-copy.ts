/** Accepted rows as lines for COPY into the staging table. */
import { copyLine } from '../../lib/copy-text.ts'
import type { ContactRow } from './parse-contact.ts'

/** Columns of a line, in its order: what COPY import_row (...) has to name. */
export const STAGING_COLUMNS = [
  'import_id',
  'row_no',
  'contact_id',
  'external_user_id',
  'email',
  'email_key',
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
  'merge_fields',
  'created_on',
  'updated_on',
] as const

/** Returns one line; `row_no` is the row's line in the file and `contact_id` the uuid that the file gives. */
export function stagingLine(importId: string, row: ContactRow): string {
  return copyLine([
    importId,
    row.line,
    row.uuid,
    row.external_user_id,
    row.email,
    row.email_key,
    row.phone_number,
    row.country,
    row.lang,
    row.latitude,
    row.longitude,
    row.platform_type,
    row.device_details,
    row.timezone,
    row.timezone_offset,
    row.is_test,
    JSON.stringify(row.merge_fields),
    row.created_on,
    row.updated_on,
  ])
}

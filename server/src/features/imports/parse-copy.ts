/** Accepted rows as lines for COPY into the staging table. */
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import { copyLine } from '../../lib/copy-text.ts'
import type { ContactRow } from './parse-contact.ts'

/** Columns of a line, in its order: what COPY import_row (...) has to name. */
export const STAGING_COLUMNS = [
  'import_id',
  'row_no',
  'contact_id',
  'email_key',
  'merge_fields',
  ...OWN_COLUMNS,
] as const

/** Returns one line; `row_no` is the row's line in the file and `contact_id` the uuid that the file gives. */
export function stagingLine(importId: string, row: ContactRow): string {
  const own = OWN_COLUMNS.map(column => row[column])
  return copyLine([importId, row.line, row.uuid, row.email_key, JSON.stringify(row.merge_fields), ...own])
}

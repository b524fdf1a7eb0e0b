/** Accepted rows as lines for COPY into the staging table. */
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import { copyLine } from '../../lib/copy-text.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { ContactRow } from './parse-contact.ts'

/** Columns of a line, in its order: what COPY import_row (...) has to name. */
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
 * Returns one line; `row_no` is the row's line in the file, `contact_id` the uuid that the file gives, and `new_id` the one
 * that the contact gets if it is new. Who gives a uuid means a contact that is there.
 */
export function stagingLine(importId: string, row: ContactRow): string {
  const own = OWN_COLUMNS.map(column => row[column])
  const mergeFields = JSON.stringify(row.merge_fields)
  return copyLine([importId, row.line, row.uuid, uuidv7(), row.uuid !== null, row.email_key, mergeFields, ...own])
}

/** Front door of imports: how values and names are read. */
export { mergeKey } from './columns.ts'
export { COLUMN_RULES, type ContactRow as ReadRow, emptyRow } from './parse-contact.ts'
export { typeOf } from './parse-fields.ts'

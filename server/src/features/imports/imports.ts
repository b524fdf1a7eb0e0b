/** Front door of imports: how files, values and names are read. */
export { mergeKey } from './columns.ts'
export { COLUMN_RULES, type ContactRow as ReadRow, emptyRow } from './parse-contact.ts'
export { ImportFileError } from './parse-errors.ts'
export { typeOf } from './parse-fields.ts'
export { readRecordsInWorker } from './parse-in-worker.ts'
export { type Upload, type UploadRules, withUpload } from './receive-upload.ts'

/** Front door of imports: how files, values and names are read, and how a person is taken out of kept files. */
export { forgetInFiles } from './forget.ts'
export { mergeKey } from './columns.ts'
export { COLUMN_RULES, type ContactRow as ReadRow, emptyRow } from './parse-contact.ts'
export { ImportFileError } from './parse-errors.ts'
export { typeOf } from './parse-fields.ts'
export { readRecordsInWorker } from './parse-in-worker.ts'
export { inItsPlace } from './places.ts'
export { type Upload, type UploadRules, withUpload } from './receive-upload.ts'

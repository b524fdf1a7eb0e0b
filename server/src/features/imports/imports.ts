/** Front door of imports: how files, values and names are read, and how a person is taken out of kept files. */
export { forgetInFiles } from './upload/kept-file.ts'
export { mergeKey } from './read/columns.ts'
export { COLUMN_RULES, type ContactRow as ReadRow, emptyRow } from './read/parse-contact.ts'
export { ImportFileError } from './read/parse-errors.ts'
export { typeOf } from './read/columns.ts'
export { readRecordsInWorker } from './read/parse-in-worker.ts'
export { inItsPlace } from './upload/receive-upload.ts'
export { type Upload, type UploadRules, withUpload } from './upload/receive-upload.ts'

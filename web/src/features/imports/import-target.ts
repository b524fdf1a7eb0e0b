import { IMPORT_EXTENSIONS, verifyImport, verifyPhonebook } from '@notifly/contracts/imports/imports'

/** Which call checks a file, and in which field of the form it goes. */
export interface ImportTarget {
  kind: 'audience' | 'phonebook'
  endpoint: typeof verifyImport | typeof verifyPhonebook
  field: string
}

export const AUDIENCE_FILE: ImportTarget = { kind: 'audience', endpoint: verifyImport, field: 'file' }
export const PHONEBOOK_FILE: ImportTarget = { kind: 'phonebook', endpoint: verifyPhonebook, field: 'upload_csv_file' }

const SPREADSHEETS = IMPORT_EXTENSIONS.filter(extension => extension.startsWith('x'))

/** What a file chooser offers by itself. The server decides by what a file holds. */
export const ACCEPT = {
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.ms-excel': SPREADSHEETS.map(extension => `.${extension}`),
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
}
export const ACCEPT_TEXT = IMPORT_EXTENSIONS.map(extension => `.${extension}`).join(',')

import { IMPORT_EXTENSIONS } from '@notifly/contracts/imports/imports'

const SPREADSHEETS = IMPORT_EXTENSIONS.filter(extension => extension.startsWith('x'))

/** The file types that a file chooser offers. The server decides by content. */
export const ACCEPT = {
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.ms-excel': SPREADSHEETS.map(extension => `.${extension}`),
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
}
export const ACCEPT_TEXT = IMPORT_EXTENSIONS.map(extension => `.${extension}`).join(',')

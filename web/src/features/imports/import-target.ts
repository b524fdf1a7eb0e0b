import { verifyImport, verifyPhonebook } from '@notifly/contracts/imports/imports'

/** Which call checks a file, and in which field of the form it goes. */
export interface ImportTarget {
  kind: 'audience' | 'phonebook'
  endpoint: typeof verifyImport | typeof verifyPhonebook
  field: string
}

export const AUDIENCE_FILE: ImportTarget = { kind: 'audience', endpoint: verifyImport, field: 'file' }
export const PHONEBOOK_FILE: ImportTarget = { kind: 'phonebook', endpoint: verifyPhonebook, field: 'upload_csv_file' }

import type { IMPORT_FILE_ERRORS } from '@notifly/contracts/imports'

/** Why a file as a whole is refused. The first ones belong to the contract; the dashboard words them by their key. */
export type ImportFileErrorKey = (typeof IMPORT_FILE_ERRORS)[number] | 'noPhoneColumn' | 'noUuidColumn'

interface Details {
  /** Line of the file, where one is to blame. */
  line?: number
  /** The file is a workbook rather than text. */
  isSpreadsheet?: boolean
}

/** A file that cannot be imported at all. `message` tells its owner what to do. */
export class ImportFileError extends Error {
  readonly key: ImportFileErrorKey
  readonly line: number | undefined
  readonly isSpreadsheet: boolean

  constructor(key: ImportFileErrorKey, message: string, details: Details = {}) {
    super(message)
    this.name = 'ImportFileError'
    this.key = key
    this.line = details.line
    this.isSpreadsheet = details.isSpreadsheet ?? false
  }
}

import type { ColumnPreview, IMPORT_FILE_ERRORS } from '@notifly/contracts/imports'

/** Why a file as a whole is refused. The dashboard words some of them by their key. */
export type ImportFileErrorKey = (typeof IMPORT_FILE_ERRORS)[number]

export interface ErrorDetails {
  /** Line of the file, where one is to blame. */
  line?: number
  /** What the file has instead of the column that is missing. */
  columns?: ColumnPreview[]
}

/** A file that cannot be imported at all. `message` tells its owner what to do. */
export class ImportFileError extends Error {
  readonly key: ImportFileErrorKey
  readonly details: ErrorDetails

  constructor(key: ImportFileErrorKey, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'ImportFileError'
    this.key = key
    this.details = details
  }

  get line(): number | undefined {
    return this.details.line
  }
}

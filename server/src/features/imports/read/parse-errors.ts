import type { ColumnPreview, IMPORT_FILE_ERRORS } from '@notifly/contracts/imports/imports'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** Why a whole file is refused: keys of the wire, each for several messages. */
export type ImportFileErrorKey = (typeof IMPORT_FILE_ERRORS)[number]

export interface ErrorDetails {
  /** Line of the file, if one is to blame. */
  line?: number
  /** The file's columns, if the required one is missing. */
  columns?: ColumnPreview[]
}

/** A file that cannot be imported. The reason tells its owner what to do. */
export class ImportFileError extends Error {
  readonly key: ImportFileErrorKey
  readonly reason: Sentence
  readonly details: ErrorDetails

  constructor(key: ImportFileErrorKey, reason: Sentence, details: ErrorDetails = {}) {
    super(english(reason))
    this.name = 'ImportFileError'
    this.key = key
    this.reason = reason
    this.details = details
  }

  get line(): number | undefined {
    return this.details.line
  }

  /** The message for the key of the wire. */
  get sentence(): Sentence {
    return sentence(this.key, { reason: this.reason })
  }
}

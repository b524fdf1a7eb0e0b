import type { ColumnPreview, IMPORT_FILE_ERRORS } from '@notifly/contracts/imports/imports'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** Why a file as a whole is refused: keys of the wire, each for several sentences. */
export type ImportFileErrorKey = (typeof IMPORT_FILE_ERRORS)[number]

export interface ErrorDetails {
  /** Line of the file, where one is to blame. */
  line?: number
  /** What the file has instead of the column that is missing. */
  columns?: ColumnPreview[]
}

/** A file that cannot be imported at all. Its reason tells its owner what to do. */
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

  /** By the key of the wire. */
  get sentence(): Sentence {
    return sentence(this.key, { reason: this.reason })
  }
}

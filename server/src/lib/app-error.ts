import type { ErrorName, FieldFailure } from '@notifly/contracts/errors'
import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'

interface Options extends Partial<Sentence> {
  errors?: FieldFailure[]
  data?: unknown
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * An expected failure, from the catalogue in contracts. Thrown anywhere; `http/errors.ts` alone turns it into an HTTP answer. Its text is
 * the given sentence, or else that of its kind.
 */
export class AppError extends Error {
  readonly error: ErrorName
  readonly sentence: Sentence
  readonly errors: FieldFailure[] | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(error: ErrorName, { key = `errors.${error}`, values, ...options }: Options = {}) {
    const sentence = { key, ...(values && { values }) }
    super(english(sentence), options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.error = error
    this.sentence = sentence
    this.errors = options.errors
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Returns what a read found. Throws notFound where it found nothing. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('notFound')
  return found
}

/** One refused field: HTTP 400 with the sentence at the field. */
export function invalidField(field: string, sentence: Sentence): AppError {
  return invalidFields([{ field, ...sentence }])
}

/** Refused fields: HTTP 400 with a sentence at each field; the text of the whole is that of the first. */
export function invalidFields(errors: FieldFailure[]): AppError {
  const [first] = errors
  return new AppError('invalidInput', { ...(first && sentenceOf(first)), errors })
}

/** The sentence of a field's failure, without the field. */
export function sentenceOf({ key, values }: Sentence): Sentence {
  return { key, ...(values && { values }) }
}

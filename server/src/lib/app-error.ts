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
 * A failure that the product expects, from the catalogue in contracts. Thrown anywhere; turned into an HTTP answer in one
 * place (`http/errors.ts`). What it says is a sentence of its own where it brings one, else that of its kind.
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

/** One field was refused: HTTP 400 with the sentence at the field. */
export function invalidField(field: string, sentence: Sentence): AppError {
  return invalidFields([{ field, ...sentence }])
}

/** Fields were refused: HTTP 400 with the sentence of each at the field; the whole says what the first of them says. */
export function invalidFields(errors: FieldFailure[]): AppError {
  const [first] = errors
  return new AppError('invalidInput', { ...(first && sentenceOf(first)), errors })
}

/** What a field's failure says, without its place. */
export function sentenceOf({ key, values }: Sentence): Sentence {
  return { key, ...(values && { values }) }
}

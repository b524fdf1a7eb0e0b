import { ERRORS, type ErrorName, type FieldError } from '@notifly/contracts/errors'

/**
 * A failure that the product expects, from the catalogue in contracts. Thrown anywhere; turned into an HTTP answer in one
 * place (`http/errors.ts`).
 */
export class AppError extends Error {
  readonly error: ErrorName
  readonly errors: FieldError[] | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    error: ErrorName,
    options: {
      message?: string
      errors?: FieldError[]
      data?: unknown
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? ERRORS[error].message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.error = error
    this.errors = options.errors
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** One field was refused: HTTP 400 with the sentence at the field. */
export function invalidField(field: string, message: string, key?: string): AppError {
  return new AppError('invalidInput', { message, errors: [{ field, message, ...(key === undefined ? {} : { key }) }] })
}

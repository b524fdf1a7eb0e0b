import { AppError } from '../../lib/app-error.ts'

/** Why an answer of a provider was not believed: for the log, never for the sender. */
export class SsoRefusal extends Error {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, options)
    this.name = 'SsoRefusal'
  }
}

/** What the sender reads is the same for every reason. */
export function refusal(reason: string, cause?: unknown): AppError {
  return new AppError('ssoFailed', { cause: new SsoRefusal(reason, cause === undefined ? {} : { cause }) })
}

/** The same with a sentence for what only the person can correct: the provider's own word against their address. */
export function unverifiedAtProvider(): AppError {
  return new AppError('ssoEmailUnverified', { cause: new SsoRefusal('the provider says the email is not verified') })
}

import { AppError } from '../../lib/app-error.ts'

/** Why a provider's response was not accepted: for the log, never for the caller. */
export class SsoRefusal extends Error {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, options)
    this.name = 'SsoRefusal'
  }
}

/** The caller reads the same for every reason. */
export function refusal(reason: string, cause?: unknown): AppError {
  return new AppError('ssoFailed', { cause: new SsoRefusal(reason, cause === undefined ? {} : { cause }) })
}

/** The same with a sentence for what only the person can fix: the provider has not verified their address. */
export function unverifiedAtProvider(): AppError {
  return new AppError('ssoEmailUnverified', { cause: new SsoRefusal('the provider says the email is not verified') })
}

import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { emailKey } from './email-key.ts'
import { accountLimits } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { selectAccountByEmail } from './queries.ts'

interface Credentials {
  email: string
  password: string
  /** Where the attempt comes from, for the wait after too many. */
  network: string
}

/**
 * The account of an address and its password. Throws wrongCredentials, and tooManyAttempts before the password is looked at.
 * Nothing in answers or times tells whether the address has an account. Signing in ends with `finishSignIn`.
 */
export async function checkPassword(deps: Deps, { email, password, network }: Credentials): Promise<string> {
  const limits = accountLimits(deps.database.pool)
  const key = emailKey(email)
  // Counted before the password is checked, so that attempts made at the same moment count as well.
  await limits.signInByNetwork.take(network)
  await limits.signInByEmail.take(key)
  const account = await selectAccountByEmail(deps.database.kysely, key)
  const isRight = await verifyPassword(account?.password_hash ?? null, password)
  if (account === undefined || !isRight) throw new AppError('wrongCredentials')
  await limits.signInByEmail.forget(key)
  await limits.signInByNetwork.giveBack(network)
  return account.account_id
}

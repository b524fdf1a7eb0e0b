import type { Deps } from '../../http/deps.ts'
import * as z from 'zod/mini'
import type { Origin } from '../../http/caller.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { recordAccountAudit } from '../audit/audit.ts'
import { emailKey } from './email-key.ts'
import { accountLimits } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { selectAccountByEmail } from './queries.ts'

/** Name of the job that records an attempt with a wrong password. */
export const FAILED_SIGN_IN = 'failed-sign-in'

const FailedSignIn = z.object({
  email_key: z.string(),
  at: z.string(),
  origin: z.object({ address: z.string(), userAgent: z.string(), requestId: z.string() }),
})

interface Credentials {
  email: string
  password: string
  /** Where the attempt comes from, for the wait after too many. */
  network: string
  /** The same for the audit trail. */
  origin: Origin
}

/**
 * The account of an address and its password. Throws wrongCredentials, and tooManyAttempts before the password is looked at.
 * Nothing in answers or times tells whether the address has an account. Signing in ends with `finishSignIn`.
 */
export async function checkPassword(deps: Deps, credentials: Credentials): Promise<string> {
  const { email, password, network, origin } = credentials
  const limits = accountLimits(deps.database.pool)
  const key = emailKey(email)
  // Counted before the password is checked, so that attempts made at the same moment count as well.
  await limits.signInByNetwork.take(network)
  await limits.signInByEmail.take(key)
  const account = await selectAccountByEmail(deps.database.kysely, key)
  const isRight = await verifyPassword(account?.password_hash ?? null, password)
  if (account === undefined || !isRight) {
    // Written later, and asked for in any case: looking for organizations takes time, and time tells who has an account.
    await enqueue(deps.database.kysely, FAILED_SIGN_IN, { email_key: key, at: deps.clock.now().toISOString(), origin })
    throw new AppError('wrongCredentials')
  }
  await limits.signInByEmail.forget(key)
  await limits.signInByNetwork.giveBack(network)
  return account.account_id
}

/** An attempt on an address without an account leaves nothing: there is no organization to tell. */
export async function recordFailedSignIn({ database }: Deps, payload: unknown): Promise<void> {
  const { email_key: key, at, origin } = FailedSignIn.parse(payload)
  await database.kysely.transaction().execute(async tx => {
    const found = await selectAccountByEmail(tx, key)
    if (found === undefined) return
    const account = { accountId: found.account_id, name: found.name, email: found.email }
    const act = { account, origin, action: 'account.sign-in-failed', after: { wrong: 'password' } } as const
    await recordAccountAudit(tx, act, new Date(at))
  })
}

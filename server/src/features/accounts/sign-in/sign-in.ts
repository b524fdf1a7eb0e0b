import type { Deps } from '../../../http/deps.ts'
import * as z from 'zod/mini'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../../http/route.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { networkOf } from '../../../lib/rate-limit.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { emailKey } from '../account/email-key.ts'
import { knownDevice } from './known-devices.ts'
import { type AccountLimits, accountLimits } from './limits.ts'
import { selectAccountByEmail } from '../queries.ts'

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
  /** Where the attempt comes from, and with which marks of earlier sign-ins. */
  request: FastifyRequest
}

/**
 * Returns the account with this address and password. Throws wrongCredentials, and tooManyAttempts before the password is checked. Neither
 * responses nor their timing reveal whether the address has an account. `finishSignIn` completes the sign-in.
 */
export async function checkPassword(deps: Deps, { email, password, request }: Credentials): Promise<string> {
  const key = emailKey(email)
  const account = await selectAccountByEmail(deps.database.kysely, key)
  const device = knownDevice(deps, request, account)
  const attempt = attemptOn(accountLimits(deps.database.pool), key, networkOf(request.ip), device)
  // Counted before the password is checked, so that attempts made at the same moment count as well.
  await attempt.count()
  const isRight = await deps.passwords.verify(account?.password_hash ?? null, password)
  if (account === undefined || !isRight) {
    // Written later, and asked for in any case: looking for organizations takes time, and time tells who has an account.
    const origin = originOf(request)
    await enqueue(deps.database.kysely, FAILED_SIGN_IN, { email_key: key, at: deps.clock.now().toISOString(), origin })
    throw new AppError('wrongCredentials')
  }
  await attempt.succeed()
  return account.account_id
}

interface Attempt {
  count(): Promise<void>
  /** A right password clears the wrong ones before it that came the same way. */
  succeed(): Promise<void>
}

function attemptOn(limits: AccountLimits, emailKey: string, network: string, device: string | null): Attempt {
  if (device !== null) {
    return { count: () => limits.signInByDevice.take(device), succeed: () => limits.signInByDevice.forget(device) }
  }
  const pair = pairOf(emailKey, network)
  return {
    async count() {
      await limits.signInByNetwork.take(network)
      await limits.signInByPair.take(pair)
      await limits.signInByEmail.take(emailKey)
    },
    async succeed() {
      await limits.signInByPair.forget(pair)
      await limits.signInByEmail.giveBack(emailKey)
      await limits.signInByNetwork.giveBack(network)
    },
  }
}

/** Resets the attempts of an owner who proved the address by a mail: failures with the old password no longer count. */
export async function clearAttempts(limits: AccountLimits, emailKey: string, network: string): Promise<void> {
  await limits.signInByPair.forget(pairOf(emailKey, network))
  await limits.signInByEmail.forget(emailKey)
}

function pairOf(emailKey: string, network: string): string {
  return `${network} ${emailKey}`
}

/** Records nothing for an address without an account: there is no organization to inform. */
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

import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { CONFIRMATION_MAIL } from '../account/account-mail.ts'
import { accountLimits } from '../sign-in/limits.ts'
import { selectPasswordHash } from '../queries.ts'
import { requirePassword } from './raised.ts'
import { consumeSecondFactor } from '../second-factor/second-factor.ts'
import { confirmationCodeHash } from '../sign-up/confirmation-code.ts'
import { raiseSession, consumeConfirmationCode } from '../sign-in/session-queries.ts'

const RAISED_MS = 5 * 60_000

interface Proof {
  password?: string | undefined
  otp?: string | undefined
  code?: string | undefined
}

/**
 * Raises the caller's session for five minutes with one of: the password, a code of the second factor, the mailed code. Throws
 * confirmIdentity with the sentence at the field, tooManyAttempts after five wrong ones.
 */
export async function confirmCaller(deps: Deps, caller: Caller, proof: Proof): Promise<Date> {
  if (proof.password) await requirePassword(deps, caller.accountId, proof.password)
  else if (proof.otp) requireRight('otp', await consumeSecondFactor(deps, caller.accountId, proof.otp))
  else if (proof.code) requireRight('code', await useMailedCode(deps, caller, proof.code))
  else throw new AppError('confirmIdentity')
  const until = new Date(deps.clock.now().getTime() + RAISED_MS)
  await raiseSession(deps.database.kysely, caller.sessionId, until)
  return until
}

function requireRight(field: string, isRight: boolean): void {
  if (isRight) return
  const words = sentence('accounts.code')
  throw new AppError('confirmIdentity', { ...words, errors: [{ field, ...words }] })
}

async function useMailedCode(deps: Deps, caller: Caller, typed: string): Promise<boolean> {
  const { codeByAccount } = accountLimits(deps.database.pool)
  await codeByAccount.take(caller.accountId)
  const hash = confirmationCodeHash(deps, caller.sessionId, typed.replaceAll(/\s/g, ''))
  const isRight = await consumeConfirmationCode(deps.database.kysely, caller.sessionId, hash, deps.clock.now())
  if (isRight) await codeByAccount.forget(caller.accountId)
  return isRight
}

/** Mails a six-digit code to the caller. Throws conflict for an account that can confirm with a password. */
export async function requestConfirmationCode(deps: Deps, caller: Caller): Promise<void> {
  const db = deps.database.kysely
  // Counted for the account alone: what others have mailed to the address cannot keep its owner from confirming.
  await accountLimits(deps.database.pool).mailByAccount.take(caller.accountId)
  if ((await selectPasswordHash(db, caller.accountId)) !== null) {
    throw new AppError('conflict', sentence('accounts.withPassword'))
  }
  await enqueue(db, CONFIRMATION_MAIL, { session_id: caller.sessionId })
}

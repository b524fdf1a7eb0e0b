import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import { accountLimits } from '../sign-in/limits.ts'
import { selectPasswordHash } from '../queries.ts'
import { selectRaisedUntil } from '../sign-in/session-queries.ts'

/**
 * Passes if the caller confirmed their identity within the last five minutes, or the `password` is right. Throws confirmIdentity (the
 * dashboard then asks for it and repeats the call) and tooManyAttempts.
 */
export async function requireRaised(deps: Deps, caller: Caller, password?: string): Promise<void> {
  const raisedUntil = await selectRaisedUntil(deps.database.kysely, caller.sessionId)
  if (raisedUntil !== null && raisedUntil > deps.clock.now()) return
  if (password === undefined || password === '') throw new AppError('confirmIdentity')
  await requirePassword(deps, caller.accountId, password)
}

/** Throws confirmIdentity for a wrong password, tooManyAttempts after five of them. */
export async function requirePassword(deps: Deps, accountId: string, password: string): Promise<void> {
  const { confirmByAccount } = accountLimits(deps.database.pool)
  await confirmByAccount.take(accountId)
  const hash = await selectPasswordHash(deps.database.kysely, accountId)
  if (!(await deps.passwords.verify(hash, password))) {
    const words = sentence('accounts.password')
    throw new AppError('confirmIdentity', { ...words, errors: [{ field: 'password', ...words }] })
  }
  await confirmByAccount.forget(accountId)
}

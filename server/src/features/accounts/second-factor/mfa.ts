import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { ACCOUNT_MAIL } from '../account/account-mail.ts'
import { emailKey } from '../account/email-key.ts'
import { accountLimits } from '../sign-in/limits.ts'
import {
  newSecret,
  otpauthUrl,
  secretPlace,
  consumeAppCode,
  consumeSecondFactor,
  newRecoveryCodes,
  recoveryCodeHash,
} from './second-factor.ts'
import {
  deleteSecondFactor,
  enableSecondFactor,
  replaceRecoveryCodes,
  selectSecondFactor,
  upsertPendingFactor,
} from './second-factor-queries.ts'

interface Toggled {
  enabled: boolean
  otpauth_url?: string
  secret?: string
  recovery_codes?: string[]
}

/** Prepares a second factor, which is enabled once a code of the app is entered. Throws conflict if one is enabled. */
export async function prepareMfa(deps: Deps, caller: Caller): Promise<Toggled> {
  const secret = newSecret()
  const sealed = deps.secrets.seal(secret, secretPlace(caller.accountId))
  const isPending = await upsertPendingFactor(deps.database.kysely, caller.accountId, sealed, deps.clock.now())
  if (!isPending) throw alreadyOn()
  return { enabled: false, otpauth_url: otpauthUrl(secret, caller.email), secret }
}

/** Enables the prepared second factor and returns its recovery codes, which are shown only this once. */
export async function enableMfa(deps: Deps, caller: Caller, otp: string): Promise<Toggled> {
  const { accountId } = caller
  const { codeByAccount } = accountLimits(deps.database.pool)
  const pending = await selectSecondFactor(deps.database.kysely, accountId)
  if (pending === undefined) throw new AppError('conflict', sentence('accounts.secretFirst'))
  if (pending.enabled_at !== null) throw alreadyOn()
  await codeByAccount.take(accountId)
  if (!(await consumeAppCode(deps, accountId, otp, 'pending'))) {
    throw invalidField('otp', sentence('accounts.appCode'))
  }
  await codeByAccount.forget(accountId)
  const codes = newRecoveryCodes()
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    if (!(await enableSecondFactor(tx, accountId, now))) throw alreadyOn()
    await replaceRecoveryCodes(tx, accountId, hashesOf(deps, accountId, codes))
    await recordAccountAudit(tx, { account: caller, origin: caller.origin, action: 'account.mfa-enable' }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'mfaOn', email_key: emailKey(caller.email) })
  })
  return { enabled: true, recovery_codes: codes }
}

/**
 * Demands the second factor in order to weaken it: the password alone must not suffice to remove it. Throws secondFactorNeeded at `otp`,
 * and tooManyAttempts.
 */
export async function requireOwnFactor(deps: Deps, caller: Caller, otp: string | undefined): Promise<void> {
  if (!caller.hasSecondFactor) return
  if (otp && (await consumeSecondFactor(deps, caller.accountId, otp))) return
  const words = otp ? sentence('accounts.code') : sentence('errors.secondFactorNeeded')
  throw new AppError('secondFactorNeeded', { ...words, errors: [{ field: 'otp', ...words }] })
}

/** Disables the second factor, even one that was only prepared. Does nothing if there is none. */
export async function disableMfa(deps: Deps, caller: Caller): Promise<Toggled> {
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    if (!(await deleteSecondFactor(tx, caller.accountId))) return
    await recordAccountAudit(tx, { account: caller, origin: caller.origin, action: 'account.mfa-disable' }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'mfaOff', email_key: emailKey(caller.email) })
  })
  return { enabled: false }
}

/** Replaces all recovery codes. Throws conflict if no second factor is enabled. */
export async function newCodes(deps: Deps, caller: Caller): Promise<string[]> {
  const { accountId } = caller
  const codes = newRecoveryCodes()
  await deps.database.kysely.transaction().execute(async tx => {
    const factor = await selectSecondFactor(tx, accountId)
    if (factor === undefined || factor.enabled_at === null) {
      throw new AppError('conflict', sentence('accounts.off'))
    }
    await replaceRecoveryCodes(tx, accountId, hashesOf(deps, accountId, codes))
    const act = { account: caller, origin: caller.origin, action: 'account.recovery-codes' } as const
    await recordAccountAudit(tx, act, deps.clock.now())
  })
  return codes
}

function hashesOf(deps: Deps, accountId: string, codes: string[]): Buffer[] {
  return codes.map(code => recoveryCodeHash(deps, accountId, code))
}

function alreadyOn(): AppError {
  return new AppError('conflict', sentence('accounts.on'))
}

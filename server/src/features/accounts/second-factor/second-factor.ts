import { Secret, TOTP } from 'otpauth'
import { randomInt } from 'node:crypto'
import type { Deps } from '../../../http/deps.ts'
import { accountLimits } from '../sign-in/limits.ts'
import { selectSecondFactor, updateLastStep, useRecoveryCode } from './second-factor-queries.ts'

const STEP_SECONDS = 30

/** Returns a new secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the URL in the QR code for authenticator apps. */
export function otpauthUrl(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * Whether `typed` is a code of the account's app or one of its recovery codes, which is then used up. Accepts codes of one step before and
 * after, since clocks differ. Throws tooManyAttempts after five wrong ones.
 */
export async function consumeSecondFactor(deps: Deps, accountId: string, typed: string): Promise<boolean> {
  const { codeByAccount } = accountLimits(deps.database.pool)
  await codeByAccount.take(accountId)
  const isRight = isRecoveryCode(typed)
    ? await useRecoveryCode(deps.database.kysely, accountId, recoveryCodeHash(deps, accountId, typed), deps.clock.now())
    : await consumeAppCode(deps, accountId, typed, 'enabled')
  if (isRight) await codeByAccount.forget(accountId)
  return isRight
}

/** The same for a code of the app, enabled or pending. A step that was used, or an earlier one, is never accepted again. */
export async function consumeAppCode(
  deps: Deps,
  accountId: string,
  typed: string,
  state: 'enabled' | 'pending',
): Promise<boolean> {
  const db = deps.database.kysely
  const factor = await selectSecondFactor(db, accountId)
  if (factor === undefined || (factor.enabled_at === null) !== (state === 'pending')) return false
  const timestamp = deps.clock.now().getTime()
  const secret = deps.secrets.open(factor.secret, secretPlace(accountId))
  const delta = totpOf(secret, '').validate({ token: typed.replaceAll(/\s/g, ''), timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
  return updateLastStep(db, accountId, step)
}

/** The place that the secret is sealed for. */
export function secretPlace(accountId: string): string {
  return `second_factor/${accountId}/secret`
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Notifly', label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret })
}

/** Without letters and digits that people confuse. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODES = 10
const HALF = 5

/** Returns ten codes of 50 random bits, written in two halves. */
export function newRecoveryCodes(): string[] {
  const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: CODES }, () => `${half()}-${half()}`)
}

/** Whether the text has the format of a recovery code rather than of an app's six digits. */
function isRecoveryCode(typed: string): boolean {
  return plain(typed).length === 2 * HALF
}

/**
 * The stored hash of a code. Keyed with the installation's secret: with the database alone nobody can try codes, and a fast hash is enough.
 */
export function recoveryCodeHash({ secrets }: Deps, accountId: string, typed: string): Buffer {
  return secrets.sign('recovery-code', Buffer.from(`${accountId}:${plain(typed)}`))
}

/** People type capitals and spaces, or omit the hyphen. */
function plain(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}

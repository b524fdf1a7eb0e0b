import { randomInt } from 'node:crypto'
import type { Deps } from '../../../http/deps.ts'

/** Without letters and digits that are taken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODES = 10
const HALF = 5

/** Ten codes of 50 random bits, written in two halves. */
export function newRecoveryCodes(): string[] {
  const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: CODES }, () => `${half()}-${half()}`)
}

/** Whether what was typed has the form of a recovery code rather than that of an app's six digits. */
export function isRecoveryCode(typed: string): boolean {
  return plain(typed).length === 2 * HALF
}

/**
 * What is stored of a code. Keyed with the installation's secret: whoever reads the database alone cannot try codes, and a
 * quick hash is enough.
 */
export function recoveryCodeHash({ secrets }: Deps, accountId: string, typed: string): Buffer {
  return secrets.sign('recovery-code', Buffer.from(`${accountId}:${plain(typed)}`))
}

/** People type capitals, spaces, or leave the hyphen out. */
function plain(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}

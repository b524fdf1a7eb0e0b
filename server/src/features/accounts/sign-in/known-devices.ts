/**
 * Browsers that have signed in to an account before. An attacker on another device can use up only the attempts of that device, never those
 * of the owner's own devices.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import type { Http } from '../../../http/route.ts'
import { randomToken } from '../../../lib/secrets.ts'

const COOKIE = 'device'
const COOKIE_SECONDS = 400 * 86_400

interface PasswordAccount {
  account_id: string
  password_hash: string | null
}

/**
 * Marks the browser as a known device of this account. The mark only proves that a person signed in here before, and becomes invalid when
 * the password changes.
 */
export function rememberDevice({ publicUrl }: Http, deps: Deps, reply: FastifyReply, account: PasswordAccount): void {
  const device = randomToken()
  const mark = deps.secrets.sign(COOKIE, signedOf(account, device)).toString('base64url')
  const secure = new URL(publicUrl).protocol === 'https:'
  const options = { httpOnly: true, sameSite: 'lax', path: '/authP', secure, maxAge: COOKIE_SECONDS } as const
  reply.setCookie(COOKIE, `${device}.${mark}`, options)
}

/** Returns the device's id if it has signed in to this account with the present password, else null. */
export function knownDevice(
  { secrets }: Deps,
  request: FastifyRequest,
  account: PasswordAccount | undefined,
): string | null {
  const [device, mark] = (request.cookies[COOKIE] ?? '').split('.')
  if (account === undefined || device === undefined || mark === undefined) return null
  return secrets.verify(COOKIE, signedOf(account, device), Buffer.from(mark, 'base64url')) ? device : null
}

function signedOf({ account_id: accountId, password_hash: hash }: PasswordAccount, device: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([accountId, hash, device]))
    .digest()
}

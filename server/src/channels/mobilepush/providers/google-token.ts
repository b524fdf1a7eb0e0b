/** Google's access tokens for a service account (RFC 7523): requested once, shared by all messages, renewed before they expire. */
import { readServiceAccount } from '@notifly/contracts/channel-settings/mobilepush'
import { recordIn } from '../../../lib/json.ts'
import { callOutside } from '../../../lib/network/outbound.ts'
import { asError } from '../../../lib/as-error.ts'
import { errorReason, isUnreachable } from '../../network-reasons.ts'
import { RequestNotSent, rejected } from '../../http/http-exchange.ts'
import type { Outcome, ProviderEnvironment } from '../../provider.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASKED_FOR_SECONDS = 3600
const RENEWED_BEFORE_MS = 5 * 60_000

export interface GoogleTokens {
  /** At once while there is one. Rejects with NotSent when there is none to be had. */
  take(): string | Promise<string>
  /** The service refused it. Returns whether it was so new that another one would fare no better. */
  drop(token: string): boolean
}

/** Throws for text that is not a service account; settings are checked when they are saved. */
export function googleTokens(account: string, { urls }: Pick<ProviderEnvironment, 'urls'>): GoogleTokens {
  const { client_email: email, private_key: key } = accountOf(account)
  let current: { token: string; fetchedMs: number; renewMs: number } | undefined
  let pending: Promise<string> | undefined

  const fetchToken = async (): Promise<string> => {
    const { token, expiresInMs } = await askGoogle(`${urls.google_oauth}/token`, email, key)
    const now = Date.now()
    current = { token, fetchedMs: now, renewMs: now + Math.max(expiresInMs - RENEWED_BEFORE_MS, expiresInMs / 2) }
    return token
  }

  return {
    take() {
      if (current !== undefined && current.renewMs > Date.now()) return current.token
      pending ??= fetchToken().finally(() => (pending = undefined))
      return pending
    },
    drop(token) {
      if (current?.token !== token) return false
      const isNew = Date.now() - current.fetchedMs < 60_000
      current = undefined
      return isNew
    },
  }
}

export function accountOf(account: string) {
  const found = readServiceAccount(account)
  if (found === null) throw new Error('this is not the JSON file of a service account')
  return found
}

async function askGoogle(url: string, email: string, key: string): Promise<{ token: string; expiresInMs: number }> {
  const assertion = await signed(url, email, key)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  const answer = await callOutside(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
    // The operator's own setting.
    isAllowed: () => true,
  }).catch((error: unknown) => {
    throw new RequestNotSent(unreachable(asError(error)))
  })
  const said = recordIn(answer.text)
  if (answer.status === 200 && typeof said['access_token'] === 'string') {
    return { token: said['access_token'], expiresInMs: (Number(said['expires_in']) || ASKED_FOR_SECONDS) * 1000 }
  }
  const words = [`HTTP ${answer.status}`, said['error'], said['error_description']]
    .filter(each => typeof each === 'string')
    .join(' ')
  throw new RequestNotSent(
    answer.status >= 500 || answer.status === 429
      ? { kind: 'deferred', reason: 'temporary_failure', code: String(answer.status), answer: words.slice(0, 300) }
      : stopped('wrong_key', words, false),
  )
}

async function signed(audience: string, email: string, key: string): Promise<string> {
  // Most workers never need it.
  const { importPKCS8, SignJWT } = await import('jose')
  try {
    const privateKey = await importPKCS8(key, 'RS256')
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${ASKED_FOR_SECONDS}s`)
      .sign(privateKey)
  } catch {
    throw new RequestNotSent(stopped('wrong_key', 'The private key of the service account cannot be read.', false))
  }
}

function unreachable(error: Error): Outcome {
  const reason = errorReason(error)
  return stopped(isUnreachable(reason) ? reason : 'temporary_failure', error.message, true)
}

function stopped(reason: string, words: string, temporary: boolean): Outcome {
  return rejected({ reason, code: '', answer: words.slice(0, 300) }, true, temporary)
}

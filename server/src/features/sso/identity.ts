/** The identity that a provider vouches for, read from its id_token after all checks of the standard. */
import { isEmail } from '@notifly/contracts/fields'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/app-error.ts'
import type { KeySets, SigningKey } from './key-sets.ts'
import type { Provider } from './providers.ts'
import { refusal } from './refusal.ts'

export interface Identity {
  provider: Provider['name']
  issuer: string
  subject: string
  email: string | null
  /** What the provider says of the address: true, false, or nothing at all. */
  emailVerified: boolean | null
  name: string | null
}

const CLOCKS_DIFFER_SECONDS = 60
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the claims of a current id_token that this provider signed for us. Checks signature, algorithm, issuer, audience and times; the
 * caller checks the nonce. Throws ssoFailed.
 */
export async function readIdToken(
  { keySets, clock }: { keySets: KeySets; clock: Clock },
  provider: Provider,
  idToken: string,
): Promise<JWTPayload> {
  const { issuer } = await keySets.discover(provider)
  let signingKey: SigningKey | undefined
  const keyFor: Parameters<typeof jwtVerify>[1] = async (header, token) => {
    signingKey = await keySets.keyOf(provider, header, token)
    return signingKey.key
  }
  try {
    const { payload } = await jwtVerify(idToken, keyFor, {
      algorithms: provider.algorithms,
      audience: provider.clientId,
      currentDate: clock.now(),
      clockTolerance: CLOCKS_DIFFER_SECONDS,
      requiredClaims: ['iss', 'sub', 'exp', 'iat'],
    })
    if (payload.iss !== forTenant(issuer, payload)) throw refusal('the issuer is another one')
    if (signingKey?.issuer !== undefined && payload.iss !== forTenant(signingKey.issuer, payload)) {
      throw refusal('the key signs for another issuer')
    }
    // RFC 9700 and OpenID Connect Core 3.1.3.7: a token for several audiences names who asked for it.
    if (payload['azp'] !== undefined && payload['azp'] !== provider.clientId)
      throw refusal('it was asked for by another')
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] === undefined) {
      throw refusal('it has several audiences')
    }
    return payload
  } catch (error) {
    if (error instanceof AppError || !(error instanceof errors.JOSEError)) throw error
    // The library's code says which check failed; its message never holds the token.
    throw refusal(`the id_token is not accepted: ${error.code}`, error)
  }
}

/** Returns the identity in the claims. Throws ssoFailed without a usable subject. */
export function identityOf(provider: Provider, claims: JWTPayload): Identity {
  const { iss, sub } = claims
  if (iss === undefined || typeof sub !== 'string' || sub === '' || sub.length > 255) throw refusal('it has no subject')
  const told = claims['email']
  const email = typeof told === 'string' && isEmail(told) ? told : null
  const name = typeof claims['name'] === 'string' ? claims['name'] : null
  return { provider: provider.name, issuer: iss, subject: sub, email, name, emailVerified: verdict(provider, claims) }
}

/** Microsoft's shared endpoints sign for every tenant: their issuer is a template that contains the token's `tid`. */
function forTenant(template: string, { tid }: JWTPayload): string {
  if (!template.includes('{tenantid}')) return template
  if (typeof tid !== 'string' || !GUID.test(tid)) throw refusal('it names no tenant')
  return template.replace('{tenantid}', tid)
}

/**
 * Any tenant of Microsoft may put any address into a profile, so only Microsoft's statement about the domain's owner counts (the optional
 * claim xms_edov); the others have email_verified.
 */
function verdict(provider: Provider, claims: JWTPayload): boolean | null {
  const word = claims[provider.name === 'microsoft' ? 'xms_edov' : 'email_verified']
  if (word === undefined || word === null) return null
  return word === true || word === 1 || word === 'true' || word === '1'
}

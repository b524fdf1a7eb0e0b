/**
 * Access tokens of programs: their content (key, expiry, scopes) is signed and not stored. Each call looks up the key, so that the tokens
 * of a deleted key are invalid at once.
 */
import { ACCESS_TOKEN_SECONDS, type IssuedToken, type TokenRefusal } from '@notifly/contracts/api-keys/access-tokens'
import { KEY_SCOPES, type KeyScope } from '@notifly/contracts/api-keys/scopes'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { epochSeconds } from '../../lib/clock.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Keys } from './api-keys.ts'

type TokenDeps = Pick<Deps, 'secrets' | 'clock'>

interface TokenRequest {
  grant_type?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  scope?: string | undefined
  /** What the Authorization header says. */
  basic: { id: string; secret: string } | null
}

/** Never throws for a wrong request: a refusal is returned. */
export async function issueToken(
  deps: TokenDeps,
  authenticateKey: Keys['authenticate'],
  asked: TokenRequest,
): Promise<IssuedToken | TokenRefusal> {
  const { grant_type: grantType, basic } = asked
  if (grantType === undefined) return refusal('invalid_request', sentence('apiKeys.grantType'))
  if (grantType !== 'client_credentials') return refusal('unsupported_grant_type', sentence('apiKeys.grantType'))
  if (basic !== null && asked.client_secret !== undefined) return refusal('invalid_request', sentence('apiKeys.oneWay'))
  const { id = '', secret = '' } = basic ?? { id: asked.client_id, secret: asked.client_secret }
  const key = await authenticateKey(id, secret)
  if (key === null) return refusal('invalid_client', sentence('apiKeys.wrongClient'))
  const wanted = (asked.scope ?? '').split(' ').filter(Boolean)
  const missing = wanted.find(scope => !key.scopes.some(each => each === scope))
  if (missing !== undefined) return refusal('invalid_scope', sentence('apiKeys.scopeNotGranted', { scope: missing }))
  const scopes = wanted.length === 0 ? key.scopes : key.scopes.filter(scope => wanted.includes(scope))
  const endSeconds = epochSeconds(deps.clock.now()) + ACCESS_TOKEN_SECONDS
  return {
    access_token: sealToken(deps.secrets, { keyId: key.keyId, endSeconds, scopes }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: scopes.join(' '),
  }
}

/** Returns the program of an access token, with the scopes of both; null if it is not ours, has expired, or its key is gone. */
export async function authenticateAccessToken(
  deps: TokenDeps,
  keys: Pick<Keys, 'callerNamed'>,
  token: string,
): Promise<KeyCaller | null> {
  const content = openToken(deps.secrets, token)
  if (content === null || content.endSeconds <= epochSeconds(deps.clock.now())) return null
  const key = await keys.callerNamed(content.keyId)
  return key && { ...key, scopes: key.scopes.filter(scope => content.scopes.includes(scope)) }
}

function refusal(error: TokenRefusal['error'], said: Sentence): TokenRefusal {
  return { error, error_description: english(said) }
}

interface Content {
  keyId: string
  endSeconds: number
  scopes: readonly KeyScope[]
}

// 16 bytes of the key's id, 4 of the end, 1 with a bit for each scope in the order of the catalogue, 16 of the signature.
const PREFIX = 'nat_'
const PURPOSE = 'access-token'
const CONTENT_BYTES = 21
const END_AT = 16
const SCOPES_AT = 20

function sealToken(secrets: Secrets, { keyId, endSeconds, scopes }: Content): string {
  const content = Buffer.alloc(CONTENT_BYTES)
  content.write(keyId.replaceAll('-', ''), 'hex')
  content.writeUInt32BE(endSeconds, END_AT)
  content.writeUInt8(
    KEY_SCOPES.reduce((bits, scope, at) => bits | (scopes.includes(scope) ? 1 << at : 0), 0),
    SCOPES_AT,
  )
  return PREFIX + Buffer.concat([content, secrets.sign(PURPOSE, content)]).toString('base64url')
}

function openToken(secrets: Secrets, token: string): Content | null {
  if (!token.startsWith(PREFIX)) return null
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url')
  const content = bytes.subarray(0, CONTENT_BYTES)
  if (content.length < CONTENT_BYTES || !secrets.verify(PURPOSE, content, bytes.subarray(CONTENT_BYTES))) return null
  const hex = content.toString('hex', 0, END_AT)
  const bits = content.readUInt8(SCOPES_AT)
  return {
    keyId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    endSeconds: content.readUInt32BE(END_AT),
    scopes: KEY_SCOPES.filter((_, at) => (bits & (1 << at)) !== 0),
  }
}

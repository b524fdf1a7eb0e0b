/** Access tokens for keys: OAuth 2.0 client credentials (RFC 6749, section 4.4). */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxCharacters } from '../fields.ts'

/** Lifetime of a token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600

const parameter = z.optional(z.string().check(maxCharacters(1000)))

export const issueAccessToken = endpoint({
  call: 'POST /oauth/token',
  summary: 'An access token for an hour, for the ID and the secret of a key (OAuth 2.0 client credentials)',
  access: 'public',
  // The handler checks the body itself, since the RFC prescribes the answers to errors.
  body: z.object({ grant_type: parameter, client_id: parameter, client_secret: parameter, scope: parameter }),
  raw: { types: ['application/json'] },
})

/** A success (section 5.1). */
export interface IssuedToken {
  access_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
  /** Separated by spaces. */
  scope: string
}

/** A refusal (section 5.2). */
export interface TokenRefusal {
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'
  error_description: string
}

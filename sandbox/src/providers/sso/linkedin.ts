import type { FastifyRequest } from 'fastify'
import { addAuthorizePage } from './authorize.ts'
import type { Grant } from './grants.ts'
import { personCode, type SsoPerson } from './people.ts'
import { CLIENT, grantOfBearer, nowSeconds, originOf, valuesOf, type SsoLook, type SsoTools } from './provider.ts'

// LinkedIn (learn.microsoft.com: Sign In with LinkedIn using OpenID Connect). Confidential clients only: the secret is
// in the form, a code verifier is refused, nothing is open to pages of other sites, and there is no nonce.

export const LINKEDIN: SsoLook = { name: 'linkedin', title: 'LinkedIn', claim: 'email_verified', pkce: false }

const BASE = '/sso/linkedin'
const TOKEN_SECONDS = 60 * 86_400
const ID_TOKEN_SECONDS = 3600

export function addLinkedin(tools: SsoTools): void {
  const { app, grants } = tools
  addAuthorizePage(tools, LINKEDIN, `${BASE}/oauth/v2/authorization`)

  app.get(`${BASE}/oauth/.well-known/openid-configuration`, async request => ({
    issuer: issuerOf(request),
    authorization_endpoint: `${originOf(request)}${BASE}/oauth/v2/authorization`,
    token_endpoint: `${originOf(request)}${BASE}/oauth/v2/accessToken`,
    userinfo_endpoint: `${originOf(request)}${BASE}/v2/userinfo`,
    jwks_uri: `${issuerOf(request)}/openid/jwks`,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
  }))

  app.get(`${BASE}/oauth/openid/jwks`, async () => ({ keys: [(await tools.key()).publicJwk] }))

  app.post(`${BASE}/oauth/v2/accessToken`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const values = valuesOf(request)
    const refuse = (status: number, error: string, description: string) =>
      reply.code(status).send({ error, error_description: description })
    const isOurClient = values['client_id'] === CLIENT.id && values['client_secret'] === CLIENT.secret
    // A PKCE verifier counts as failed authentication.
    if (!isOurClient || values['code_verifier'] !== undefined) {
      return refuse(401, 'invalid_client', 'Client authentication failed')
    }
    if (values['grant_type'] !== 'authorization_code') {
      return refuse(400, 'unsupported_grant_type', 'The grant type is not supported')
    }
    const grant = grants.takeCode(values['code'] ?? '')
    if (grant?.provider !== 'linkedin' || grant.redirectUri !== values['redirect_uri']) {
      return refuse(
        400,
        'invalid_request',
        'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
      )
    }
    return {
      access_token: grants.issueToken(grant),
      expires_in: TOKEN_SECONDS,
      scope: grant.scope.replaceAll(' ', ','),
      token_type: 'Bearer',
      id_token: await (await tools.key()).sign(idTokenClaims(issuerOf(request), grant)),
    }
  })

  app.get(`${BASE}/v2/userinfo`, async (request, reply) => {
    const grant = grantOfBearer(request, reply, grants)
    return grant === undefined ? reply : { ...profileOf(grant.person), locale: { country: 'US', language: 'en' } }
  })
}

function issuerOf(request: FastifyRequest): string {
  return `${originOf(request)}${BASE}/oauth`
}

function idTokenClaims(issuer: string, { clientId, person }: Grant) {
  const iat = nowSeconds()
  return { iss: issuer, aud: clientId, iat, exp: iat + ID_TOKEN_SECONDS, ...profileOf(person), locale: 'en_US' }
}

function profileOf(person: SsoPerson) {
  const [given = '', ...family] = person.name.split(' ')
  return {
    sub: personCode(person, 'linkedin').slice(0, 10),
    name: person.name,
    given_name: given,
    family_name: family.join(' '),
    email: person.email,
    ...(person.assertion !== 'silent' && { email_verified: person.assertion === 'verified' }),
  }
}

import type { FastifyRequest } from 'fastify'
import { addAuthorizePage } from './authorize.ts'
import { matchesChallenge, type Grant } from './grants.ts'
import { personNumber, type SsoPerson } from './people.ts'
import { grantOfBearer, nowSeconds, openToAll, originOf, valuesOf, type SsoLook, type SsoTools } from './provider.ts'

// GitLab (docs.gitlab.com: OAuth 2.0 provider, OpenID Connect provider). A public application: PKCE instead of a
// secret, parameters in the query string, and every endpoint open to pages of other sites.

export const GITLAB: SsoLook = { name: 'gitlab', title: 'GitLab', claim: 'email_verified', pkce: true }

const BASE = '/sso/gitlab'
const ANYWHERE = { 'access-control-allow-origin': '*' } as const
const TOKEN_SECONDS = 7200
const ID_TOKEN_SECONDS = 120

export function addGitlab(tools: SsoTools): void {
  const { app } = tools
  addAuthorizePage(tools, GITLAB, `${BASE}/oauth/authorize`)
  for (const path of [
    '/oauth/token',
    '/oauth/userinfo',
    '/oauth/discovery/keys',
    '/.well-known/openid-configuration',
  ]) {
    openToAll(app, BASE + path)
  }

  app.get(`${BASE}/.well-known/openid-configuration`, async (request, reply) =>
    reply.headers(ANYWHERE).send(discoveryOf(issuerOf(request))),
  )

  app.get(`${BASE}/oauth/discovery/keys`, async (_request, reply) =>
    reply.headers(ANYWHERE).send({ keys: [(await tools.key()).publicJwk] }),
  )
  addTokenEndpoint(tools)
  addUserInfo(tools)
}

function addTokenEndpoint({ app, grants, key }: SsoTools): void {
  app.post(`${BASE}/oauth/token`, async (request, reply) => {
    reply.headers({ ...ANYWHERE, 'cache-control': 'no-store' })
    const values = valuesOf(request)
    const refuse = (error: string, description: string, status = 400) =>
      reply.code(status).send({ error, error_description: description })
    if (values['grant_type'] !== 'authorization_code') {
      return refuse(
        'unsupported_grant_type',
        'The authorization grant type is not supported by the authorization server.',
      )
    }
    const grant = grants.takeCode(values['code'] ?? '')
    const isOurs = grant?.provider === 'gitlab' && grant.redirectUri === values['redirect_uri']
    if (!isOurs || !matchesChallenge(values['code_verifier'] ?? '', grant.challenge ?? '')) {
      return refuse(
        'invalid_grant',
        'The provided authorization grant is invalid, expired, revoked, or does not match.',
      )
    }
    if (grant.clientId !== values['client_id']) return refuse('invalid_client', 'Client authentication failed.', 401)
    return {
      access_token: grants.issueToken(grant),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: grants.issueToken(grant),
      scope: grant.scope,
      created_at: nowSeconds(),
      id_token: await (await key()).sign(idTokenClaims(issuerOf(request), grant)),
    }
  })
}

function addUserInfo({ app, grants }: SsoTools): void {
  app.get(`${BASE}/oauth/userinfo`, async (request, reply) => {
    reply.headers(ANYWHERE)
    const grant = grantOfBearer(request, reply, grants)
    if (grant === undefined) return reply
    const { person } = grant
    const nickname = person.email.split('@')[0] ?? ''
    const profile = `${issuerOf(request)}/${nickname}`
    return {
      sub: subjectOf(person),
      name: person.name,
      nickname,
      preferred_username: nickname,
      profile,
      ...emailOf(person),
    }
  })
}

function issuerOf(request: FastifyRequest): string {
  return originOf(request) + BASE
}

function discoveryOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/oauth/discovery/keys`,
    scopes_supported: ['openid', 'profile', 'email', 'read_user'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['plain', 'S256'],
    claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'sub_legacy', 'email', 'email_verified', 'groups_direct'],
  }
}

/** The name is only in userinfo. */
function idTokenClaims(issuer: string, { clientId, nonce, person }: Grant) {
  const iat = nowSeconds()
  return {
    iss: issuer,
    sub: subjectOf(person),
    aud: clientId,
    exp: iat + ID_TOKEN_SECONDS,
    iat,
    ...(nonce !== undefined && { nonce }),
    auth_time: iat,
    ...emailOf(person),
    groups_direct: [],
  }
}

function emailOf({ email, assertion }: SsoPerson) {
  return { email, ...(assertion !== 'silent' && { email_verified: assertion === 'verified' }) }
}

/** GitLab's subjects are user numbers. */
function subjectOf(person: SsoPerson): string {
  return String(personNumber(person, 'gitlab'))
}

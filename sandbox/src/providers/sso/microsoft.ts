import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addAuthorizePage } from './authorize.ts'
import { matchesChallenge, type Grant } from './grants.ts'
import { personCode, personGuid } from './people.ts'
import { grantOfBearer, nowSeconds, originOf, valuesOf, type SsoLook, type SsoTools } from './provider.ts'

// Microsoft Entra (learn.microsoft.com: v2.0 authorization code flow). The redirect address is registered as "spa":
// only pages of other sites redeem codes, with PKCE and without a secret. Shared endpoints sign for every tenant.

export const MICROSOFT: SsoLook = { name: 'microsoft', title: 'Microsoft', claim: 'xms_edov', pkce: true }

const BASE = '/sso/microsoft/:tenant'
const SHARED = ['common', 'organizations', 'consumers']
/** The tenant of everyone who uses a shared endpoint. */
const HOME_TENANT = '6f1d2c3b-4a59-4e68-9b7a-0c1d2e3f4a5b'
const TOKEN_SECONDS = 3600

export function addMicrosoft(tools: SsoTools): void {
  const { app, grants } = tools
  addAuthorizePage(tools, MICROSOFT, `${BASE}/oauth2/v2.0/authorize`)

  app.get(`${BASE}/v2.0/.well-known/openid-configuration`, async (request, reply) =>
    reply.header('access-control-allow-origin', '*').send(discoveryOf(request)),
  )

  app.get(`${BASE}/discovery/v2.0/keys`, async (request, reply) => {
    const { publicJwk } = await tools.key()
    const issuer = issuerOf(request, '{tenantid}')
    return reply.header('access-control-allow-origin', '*').send({ keys: [{ ...publicJwk, issuer }] })
  })

  app.options(`${BASE}/oauth2/v2.0/token`, async (request, reply) =>
    allowOrigin(request, reply)
      .code(204)
      .header('access-control-allow-methods', 'POST, OPTIONS')
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
      .send(),
  )

  // At Microsoft this belongs to Graph, on another host.
  app.get('/sso/microsoft/oidc/userinfo', async (request, reply) => {
    const grant = grantOfBearer(request, reply, grants)
    if (grant === undefined) return reply
    const { email, name } = grant.person
    return { sub: personCode(grant.person, 'microsoft'), name, email }
  })

  addTokenEndpoint(tools)
}

function addTokenEndpoint({ app, grants, key }: SsoTools): void {
  app.post(`${BASE}/oauth2/v2.0/token`, async (request, reply) => {
    allowOrigin(request, reply).header('cache-control', 'no-store')
    // Only form bodies are accepted here.
    const values = typeof request.body === 'object' && request.body !== null ? valuesOf(request) : {}
    const refused = clientProblem(request, values)
    if (refused !== undefined) return refuse(reply, ...refused)
    const grant = grants.takeCode(values['code'] ?? '')
    if (grant?.provider !== 'microsoft') {
      return refuse(reply, 'invalid_grant', 70008, 'The provided authorization code is expired, used or unknown.')
    }
    if (grant.redirectUri !== values['redirect_uri'] || grant.clientId !== values['client_id']) {
      return refuse(
        reply,
        'invalid_grant',
        50011,
        'The redirect URI does not match the one of the authorization request.',
      )
    }
    if (!matchesChallenge(values['code_verifier'] ?? '', grant.challenge ?? '')) {
      return refuse(reply, 'invalid_grant', 501481, 'The Code_Verifier does not match the code_challenge.')
    }
    return {
      token_type: 'Bearer',
      scope: grant.scope,
      expires_in: TOKEN_SECONDS,
      ext_expires_in: TOKEN_SECONDS,
      access_token: grants.issueToken(grant),
      ...(grant.scope.includes('offline_access') && { refresh_token: grants.issueToken(grant) }),
      id_token: await (await key()).sign(idTokenClaims(request, grant)),
    }
  })
}

type Problem = [error: string, code: number, description: string]

function clientProblem(request: FastifyRequest, values: Record<string, string | undefined>): Problem | undefined {
  if (values['grant_type'] !== 'authorization_code') {
    return ['unsupported_grant_type', 70003, 'The app requested an unsupported grant type.']
  }
  if (request.headers.origin === undefined) {
    return [
      'invalid_request',
      9002327,
      "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.",
    ]
  }
  if (values['client_secret'] !== undefined) {
    return ['invalid_client', 90023, 'Public clients do not send a client secret.']
  }
  return undefined
}

function refuse(reply: FastifyReply, error: string, code: number, description: string): FastifyReply {
  return reply.code(400).send({
    error,
    error_description: `AADSTS${code}: ${description}`,
    error_codes: [code],
    timestamp: new Date().toISOString().replace('T', ' ').replace(/\.\d+/, ''),
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  })
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { origin } = request.headers
  return origin === undefined ? reply : reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
}

function tenantIn(request: FastifyRequest): string {
  return (request.params as { tenant: string }).tenant
}

function issuerOf(request: FastifyRequest, tenant: string): string {
  return `${originOf(request)}/sso/microsoft/${tenant}/v2.0`
}

function discoveryOf(request: FastifyRequest) {
  const tenant = tenantIn(request)
  const base = `${originOf(request)}/sso/microsoft/${tenant}`
  return {
    issuer: issuerOf(request, SHARED.includes(tenant) ? '{tenantid}' : tenant),
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    userinfo_endpoint: `${originOf(request)}/sso/microsoft/oidc/userinfo`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

function idTokenClaims(request: FastifyRequest, { clientId, nonce, person, tenant }: Grant) {
  const iat = nowSeconds()
  const tid = SHARED.includes(tenant) ? HOME_TENANT : tenant
  return {
    aud: clientId,
    iss: issuerOf(request, tid),
    iat,
    nbf: iat,
    exp: iat + TOKEN_SECONDS,
    ...(nonce !== undefined && { nonce }),
    name: person.name,
    preferred_username: person.email,
    email: person.email,
    // An optional claim, included only if the app registration requests it.
    ...(person.assertion !== 'silent' && { xms_edov: person.assertion === 'verified' }),
    oid: personGuid(person, 'microsoft'),
    sub: personCode(person, 'microsoft'),
    tid,
    ver: '2.0',
  }
}

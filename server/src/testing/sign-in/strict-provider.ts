/** An OpenID Connect provider that others wrote and certified, and a browser that walks through it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { afterAll } from 'vitest'

export interface StrictProvider {
  issuer: string
  /** Who signs in next. Told by userinfo alone, never by the id_token. */
  person: { sub: string; email: string; email_verified: boolean; name: string }
  /** Goes to the address as a browser does, agrees to everything, and answers the query with which it is sent back. */
  walk(address: string): Promise<URLSearchParams>
}

export const CONFIDENTIAL = { id: 'our app & more', secret: 'a secret: of our own, with 100% odd signs' }
export const PUBLIC_ID = 'our-public-app'

/** Starts one on a free port that signs with ES256 and demands a code challenge; it ends after the file's last test. */
export async function startStrictProvider(redirectUri: string): Promise<StrictProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise(resolve => server.close(resolve)))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const person = { sub: '', email: '', email_verified: true, name: '' }
  const common = {
    redirect_uris: [redirectUri],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: 'ES256',
  }
  const provider = new Provider(issuer, {
    clients: [
      { ...common, client_id: CONFIDENTIAL.id, client_secret: CONFIDENTIAL.secret },
      { ...common, client_id: PUBLIC_ID, token_endpoint_auth_method: 'none' },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'theirs' }] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: () => '/agree' },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => person }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (request.url === '/agree')
      void provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
    else serve(request, response)
  })
  return { issuer, person, walk: address => walk(address, redirectUri) }
}

interface GrantContext {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } }
    client: { clientId: string }
    session: { accountId: string }
  }
}

const HOPS_MAX = 8

async function walk(address: string, redirectUri: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let next = address
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${next} answers ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(redirectUri)) return new URL(next).searchParams
  }
  throw new Error(`the provider leads nowhere: ${next}`)
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { afterAll } from 'vitest'
import type { Config } from '../../config.ts'

export const MICROSOFT_TENANT = '6f1d2c3b-4a59-4e68-9b7a-0c1d2e3f4a5b'
export const CLIENT_ID = 'our-app'

/** A provider of identities that says whatever a test wants; GitLab, Microsoft and LinkedIn at once, by the path. */
export interface IdentityProvider {
  sso: Config['sso']
  issuers: Record<'gitlab' | 'microsoft' | 'linkedin', string>
  /** Signs claims as they are. */
  sign(claims: JWTPayload, how?: SignOptions): Promise<string>
  /** The present public key as PEM, which an attacker knows as well. */
  publicPem(): Promise<string>
  /** From now on signs with a new key; the old one is not published any more. */
  rotate(): Promise<void>
  /** What the token endpoint answers to a code. */
  tokens: { id_token?: string; access_token?: string; error?: string }
  /** What userinfo answers. */
  userInfo: Record<string, unknown>
  /** Forms that came to the token endpoint. */
  exchanges: URLSearchParams[]
  /** Says of the shared key whose tokens it signs. */
  keyIssuer: string | undefined
  /** Answers nothing but 503 meanwhile. */
  isDown: boolean
}

interface SignOptions {
  kid?: string
  /** Instead of the published one. */
  key?: CryptoKey
}

/** Starts one on a free port; it ends after the file's last test. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let current = await newKey('first')
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise(resolve => server.close(resolve)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outside: IdentityProvider = {
    sso: {
      gitlab: { url: `${url}/gitlab`, name: null, clientId: CLIENT_ID, clientSecret: null },
      microsoft: { url: `${url}/microsoft/common`, name: null, clientId: CLIENT_ID, clientSecret: null },
      linkedin: { url: `${url}/linkedin`, name: null, clientId: CLIENT_ID, clientSecret: 'our secret' },
    },
    issuers: {
      gitlab: `${url}/gitlab`,
      microsoft: `${url}/microsoft/${MICROSOFT_TENANT}/v2.0`,
      linkedin: `${url}/linkedin/oauth`,
    },
    sign: (claims, { kid = current.jwk.kid ?? '', key = current.privateKey } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
    publicPem: () => exportSPKI(current.publicKey),
    rotate: async () => void (current = await newKey(`next-${Date.now()}`)),
    tokens: {},
    userInfo: {},
    exchanges: [],
    keyIssuer: undefined,
    isDown: false,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const [, provider = ''] = path.split('/')
    const issuer = provider === 'microsoft' ? `${url}/microsoft/{tenantid}/v2.0` : issuerOf(provider)
    const key = { ...current.jwk, ...(outside.keyIssuer !== undefined && { issuer: outside.keyIssuer }) }
    if (outside.isDown) return send(response, 503, {})
    if (path.endsWith('/openid-configuration')) {
      const base = `${url}/${provider}`
      return send(response, 200, { issuer, jwks_uri: `${base}/jwks`, userinfo_endpoint: `${base}/userinfo` })
    }
    if (path.endsWith('/jwks')) return send(response, 200, { keys: [key] })
    if (path.endsWith('/userinfo')) return send(response, 200, outside.userInfo)
    outside.exchanges.push(new URLSearchParams(Buffer.concat(await request.toArray()).toString()))
    send(response, outside.tokens.error === undefined ? 200 : 400, outside.tokens)
  }

  function issuerOf(provider: string): string | undefined {
    return provider === 'gitlab' ? outside.issuers.gitlab : outside.issuers.linkedin
  }

  return outside
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function newKey(kid: string): Promise<{ privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } }
}

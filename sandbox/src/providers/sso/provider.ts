import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Grant, Grants } from './grants.ts'
import type { SigningKey } from './keys.ts'

/** The product's registration with the emulated providers. */
export const CLIENT = { id: 'notifly', secret: 'sandbox-secret' } as const

/** What an emulated provider needs. */
export interface SsoTools {
  app: FastifyInstance
  grants: Grants
  /** The provider's own key. */
  key(): Promise<SigningKey>
}

/** An emulated provider, as its authorize page shows it. */
export interface SsoLook {
  name: 'gitlab' | 'microsoft' | 'linkedin'
  title: string
  /** The claim in its id_token that says whether an address is verified; shown to testers. */
  claim: string
  /** Whether a code requires a challenge. */
  pkce: boolean
}

/** Address of this sandbox as the caller knows it, which the provider's metadata starts with. */
export function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host ?? 'localhost'}`
}

/** Query and form merged, because providers differ in where they expect the values. */
export function valuesOf(request: FastifyRequest): Record<string, string | undefined> {
  const parts = [request.query, request.body].filter(part => typeof part === 'object' && part !== null)
  return Object.fromEntries(
    parts.flatMap(part => Object.entries(part as object)).map(([name, value]) => [name, String(value)]),
  )
}

/** The access token's grant; undefined after responding with 401 as in RFC 6750. */
export function grantOfBearer(request: FastifyRequest, reply: FastifyReply, grants: Grants): Grant | undefined {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const grant = token === undefined ? undefined : grants.findToken(token)
  if (grant === undefined) {
    void reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({ error: 'invalid_token' })
  }
  return grant
}

/** Lets any page read this route's response, including a preflight request. */
export function openToAll(app: FastifyInstance, path: string, headers = 'Authorization'): void {
  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST, HEAD, OPTIONS')
      .header('access-control-allow-headers', headers)
      .send(),
  )
}

/** Seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

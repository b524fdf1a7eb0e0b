import type { FastifyRequest } from 'fastify'

/** Returns the token of the Authorization header; null without one or with another scheme. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** Returns the credentials of HTTP Basic authentication (RFC 7617); null without it. */
export function basicOf(request: FastifyRequest): { id: string; secret: string } | null {
  const match = /^Basic ([\w+/]{1,1000}={0,2})$/i.exec(request.headers.authorization ?? '')
  if (match?.[1] === undefined) return null
  const text = Buffer.from(match[1], 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

import type { FastifyRequest } from 'fastify'

/** What HTTP Basic authentication says (RFC 7617); null without it. */
export function basicOf(request: FastifyRequest): { id: string; secret: string } | null {
  const match = /^Basic ([\w+/]{1,1000}={0,2})$/i.exec(request.headers.authorization ?? '')
  if (match?.[1] === undefined) return null
  const text = Buffer.from(match[1], 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

import type { FastifyRequest } from 'fastify'

/** The token of the Authorization header; null without one or with another scheme. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

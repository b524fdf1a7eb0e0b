/**
 * Who may call from a page: the pages of the site that an application names, and of new browsers as many as one network may bring.
 *
 * Each new browser is a row, a contact and a message to a push service, and a script can invent them. After a refusal the next page that
 * the visitor opens tries again. The application's quota of contacts bounds all networks together: a limit of the site as a whole would
 * let a few networks keep its visitors out.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../../lib/app-error.ts'
import { createRateLimit, networkOf } from '../../../lib/rate-limit.ts'

/** Allows the site's own pages to read the response. */
export function allowSite(reply: FastifyReply, request: FastifyRequest, siteUrl: string): void {
  reply.header('Vary', 'Origin')
  const { origin } = new URL(siteUrl)
  if (request.headers.origin === origin) reply.header('Access-Control-Allow-Origin', origin)
}

/** Throws forbidden for a page of another site and for a call without an origin, which every browser sends. */
export function demandSite(request: FastifyRequest, siteUrl: string): void {
  if (request.headers.origin !== new URL(siteUrl).origin) {
    throw new AppError('forbidden', sentence('sdk.otherSite', { site: new URL(siteUrl).origin }))
  }
}

/** For an office, or the customers that share an address of their carrier. */
export const NEWCOMERS = { name: 'sdk-new-network', attempts: 200, perSeconds: 3600, waitSeconds: 600 }

/** Throws tooManyAttempts. */
export type Admit = (applicationId: string, address: string) => Promise<void>

export function createNewVisitorLimit(pool: Pool): Admit {
  const limit = createRateLimit(pool, NEWCOMERS)
  return (applicationId, address) => limit.take(`${applicationId} ${networkOf(address, 48)}`)
}

/** Which pages may call: those of the site that an application names, and nobody else's. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/app-error.ts'

/** Lets the site's own pages read the answer. */
export function allowSite(reply: FastifyReply, request: FastifyRequest, siteUrl: string): void {
  reply.header('Vary', 'Origin')
  const { origin } = new URL(siteUrl)
  if (request.headers.origin === origin) reply.header('Access-Control-Allow-Origin', origin)
}

/** Throws for a page of another site, and for whoever says nothing: only browsers have visitors, and they all say it. */
export function demandSite(request: FastifyRequest, siteUrl: string): void {
  if (request.headers.origin !== new URL(siteUrl).origin) {
    throw new AppError('forbidden', sentence('sdk.otherSite', { site: new URL(siteUrl).origin }))
  }
}

import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/**
 * Whether a browser says that the request comes from our own pages. The cookie counts only then: SameSite alone would admit other ports of
 * the same host, since cookies ignore ports. Scripts cannot set any of the three headers. Browsers omit `Sec-Fetch-Site` on plain http and
 * `Origin` in a GET; `Referer` covers that case.
 */
export function isFromOwnPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, referer } = request.headers
  if (request.headers['sec-fetch-site'] === 'same-origin') return true
  const claimed = origin ?? originOf(referer)
  if (claimed === undefined) return false
  // The address in the browser may differ from the public one (127.0.0.1 for localhost); it is ours if it is this host's.
  return claimed === originOf(publicUrl) || hostOf(claimed) === request.host
}

/** Throws if another site's page makes the request; callers other than browsers send no Origin and pass. */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin !== undefined && !isFromOwnPages(request, publicUrl)) {
    throw new AppError('forbidden', sentence('errors.otherSite'))
  }
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

import type { FastifyReply } from 'fastify'
import { layout, type LayoutOptions } from './layout.ts'

export interface SentPage extends LayoutOptions {
  /** What its policy allows beside the sandbox itself, by directive. */
  allow?: Readonly<Partial<Record<'img-src' | 'form-action', string>>>
}

/** Pictures of notifications come from wherever their campaign says, on this machine as well: what a page that shows some allows. */
export const PICTURES = { 'img-src': 'http: https:' }

/** Nothing from elsewhere, no inline code or style: a mail's words can do nothing in a page of ours. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** Sends a page for people; it is not cached. */
export function sendPage(reply: FastifyReply, { allow = {}, ...page }: SentPage): FastifyReply {
  const directives = Object.entries(POLICY).map(([name, sources]) =>
    [name, sources, allow[name as keyof typeof allow]].filter(Boolean).join(' '),
  )
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', directives.join('; '))
    .header('cache-control', 'no-store')
    .send(layout(page))
}

import type { FastifyReply } from 'fastify'
import { type DocumentOptions, htmlDocument, layout, type LayoutOptions } from './layout.ts'

export interface SentPage extends LayoutOptions {
  /** Additional sources that its policy allows, by directive. */
  allow?: Readonly<Partial<Record<'img-src' | 'form-action', string>>>
}

/** Allows a page to show notifications' pictures, which may come from anywhere, including this machine. */
export const PICTURES = { 'img-src': 'http: https:' }

/** Allows nothing from elsewhere and no inline code or style, so that a mail's text can't do anything in our page. */
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
  return send(reply, directives, layout(page))
}

export interface SentDocument extends DocumentOptions {
  /** Pages that may embed it in a frame; none by default. */
  frameAncestors?: string
}

/** Sends a page without the bar. */
export function sendDocument(reply: FastifyReply, { frameAncestors, ...page }: SentDocument): FastifyReply {
  const policy = { ...POLICY, ...(frameAncestors !== undefined && { 'frame-ancestors': frameAncestors }) }
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources}`)
  return send(reply, directives, htmlDocument(page))
}

function send(reply: FastifyReply, directives: readonly string[], text: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', directives.join('; '))
    .header('cache-control', 'no-store')
    .send(text)
}

import type { FastifyReply } from 'fastify'
import { type DocumentOptions, htmlDocument, layout, type LayoutOptions } from './layout.ts'

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
  return send(reply, directives, layout(page))
}

export interface SentDocument extends DocumentOptions {
  /** Pages that may show it in a frame; none unless it is said here. */
  frameAncestors?: string
}

/** Sends a page by itself, without the bar of the others. */
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

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Public calls of messages. Tokens are signed; an invalid one gets a page that says so, never an error. */
const tokenParams = z.object({ token: z.string() })

export const openPixel = endpoint({
  call: 'GET /t/o/{token}',
  summary: 'The open pixel of a message: a transparent image of one pixel',
  access: 'public',
  params: tokenParams,
  raw: { types: ['image/gif'] },
})

export const followLink = endpoint({
  call: 'GET /t/c/{token}',
  summary: 'A link of a message: leads to where the campaign says, and to nowhere else',
  access: 'public',
  params: tokenParams,
  raw: { types: [], redirect: 302, hasNotFoundPage: true },
})

export const followShortLink = endpoint({
  call: 'GET /l/{token}',
  summary: 'The same in a text message, where an address has to be short',
  access: 'public',
  params: tokenParams,
  raw: { types: [], redirect: 302, hasNotFoundPage: true },
})

export const readFont = endpoint({
  call: 'GET /t/fonts/{name}',
  summary: "A font of the recipients' pages",
  access: 'public',
  params: z.object({ name: z.string() }),
  raw: { types: ['font/woff2'], hasNotFoundPage: true },
})

export const readInBrowser = endpoint({
  call: 'GET /v/{token}',
  summary: 'An email as its recipient got it, as a page without scripts; opening it changes nothing',
  access: 'public',
  params: tokenParams,
  raw: { types: ['text/html'], hasNotFoundPage: true },
})

export const readPreferences = endpoint({
  call: 'GET /u/{token}',
  summary: 'The page on which a recipient leaves topics or everything; opening it changes nothing',
  access: 'public',
  params: tokenParams,
  query: z.object({ lang: z.optional(z.unknown()), done: z.optional(z.unknown()), ask: z.optional(z.unknown()) }),
  raw: { types: ['text/html'], hasNotFoundPage: true },
})

export const changePreferences = endpoint({
  call: 'POST /u/{token}',
  summary: 'Leaves the topic of the message, else everything, with one click (RFC 8058); or does as the page asks',
  access: 'public',
  params: tokenParams,
  query: z.object({ lang: z.optional(z.unknown()) }),
  /** For `action: choose`: `shown`, the topics on the page separated by commas, and `topic_{uuid}` for each selected one. */
  body: z.looseObject({ 'List-Unsubscribe': z.optional(z.unknown()), action: z.optional(z.unknown()) }),
  raw: { types: ['text/plain', 'text/html'], redirect: 303, hasNotFoundPage: true },
  bodyLimitBytes: 16_384,
})

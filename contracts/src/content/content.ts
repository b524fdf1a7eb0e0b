/** Pages of text from Markdown files: about, legal pages and the changelog. */
import * as z from 'zod/mini'
import { type Locale, LOCALES } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'

/** `c` has pages below it; without one it is their list. */
export const CONTENT_PATHS = ['about', 'c', 'changelogs'] as const
export type ContentPath = (typeof CONTENT_PATHS)[number]

const locale = z._default(z.enum(LOCALES), 'en')

/** HTML without scripts, styles, forms and frames. */
export const Content = z.object({
  title: z.string(),
  html: z.string(),
  updated_on: epochSeconds,
  /** Language of the text: English if there is no translation into the requested language. */
  locale: z.enum(LOCALES),
  /** Second-level headings, by their ids in the HTML. An id in the changelog starts with the entry's date. */
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type Content = z.infer<typeof Content>

export const readContent = endpoint({
  call: 'POST /_content/{path}',
  summary: 'A page of words in a language, or in English where it is not translated',
  access: 'public',
  params: z.object({ path: z.enum(CONTENT_PATHS) }),
  body: z.object({
    locale,
    /** The page below `c`. */
    page: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: Content,
})

const FEED = { types: ['application/atom+xml'] } as const

export const readFeed = endpoint({
  call: 'GET /changelogs.atom',
  summary: 'The changelog as an Atom feed',
  access: 'public',
  raw: FEED,
})

export const readTranslatedFeed = endpoint({
  call: 'GET /{locale}/changelogs.atom',
  summary: 'The changelog as an Atom feed in another language',
  access: 'public',
  params: z.object({ locale: z.enum(LOCALES.filter((each): each is Exclude<Locale, 'en'> => each !== 'en')) }),
  raw: FEED,
})

/** Saved views: filters and order of a list under a name, for one member or for the whole application. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, oneLine, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const VIEW_LISTS = ['contacts', 'segments', 'templates', 'campaigns', 'runs'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Per person and list. */
export const VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60

const PARAMETERS_MAX = 20

/** Query parameters of the list's page. Unknown parameters and values that no longer exist are ignored. */
const query = z
  .record(
    z.string().check(z.regex(/^[a-z_]{1,40}$/, sentenceKey('fields.format'))),
    z.string().check(maxCharacters(2000)),
  )
  .check(z.refine(parameters => Object.keys(parameters).length <= PARAMETERS_MAX, sentenceKey('fields.format')))
const name = oneLine(VIEW_NAME_MAX).check(z.minLength(1, sentenceKey('fields.required')))

export const SavedView = z.object({
  uuid,
  name: z.string(),
  query: z.record(z.string(), z.string()),
  /** All members of the application see it. */
  shared: z.boolean(),
  /** The caller owns it. */
  own: z.boolean(),
  /** Name of its owner; null if the account was deleted. */
  by: z.nullable(z.string()),
})
export type SavedView = z.infer<typeof SavedView>

export const listViews = endpoint({
  call: 'GET /api/views',
  summary: "The caller's views of a list and those that others share, by name",
  access: 'application',
  query: z.object({ list: z.enum(VIEW_LISTS) }),
  data: z.array(SavedView),
})

export const createView = endpoint({
  call: 'POST /api/views',
  summary: 'Save a view of a list, at most 50 a person and list',
  access: 'application',
  status: 201,
  body: z.object({ list: z.enum(VIEW_LISTS), name, query, shared: z._default(z.boolean(), false) }),
  data: z.object({ uuid }),
})

export const updateView = endpoint({
  call: 'PUT /api/views/{uuid}',
  summary: "Rename, change, share or unshare one of the caller's views",
  access: 'application',
  params: z.object({ uuid }),
  body: z.object({ name: z.optional(name), query: z.optional(query), shared: z.optional(z.boolean()) }),
  data: z.object({ uuid }),
})

export const deleteView = endpoint({
  call: 'DELETE /api/views/{uuid}',
  summary: "Delete one of the caller's views",
  access: 'application',
  params: z.object({ uuid }),
})

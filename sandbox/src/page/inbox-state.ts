import { z } from 'zod'

// The inbox page's state is in its address, so that reloading and sharing show the same view.

export const VIEWS = ['html', 'text', 'source', 'headers', 'links', 'attachments'] as const
export type View = (typeof VIEWS)[number]

export interface InboxState {
  search: string
  page: number
  /** Id of the open message; empty if none is open. */
  id: string
  /** Undefined: HTML if the message has any, otherwise text. */
  view: View | undefined
}

const schema = z.object({
  search: z.string().catch(''),
  page: z.coerce.number().int().min(1).catch(1),
  id: z.string().catch(''),
  view: z.enum(VIEWS).optional().catch(undefined),
})

/** Parses the state from a query; invalid values are ignored. */
export function readInboxState(query: unknown): InboxState {
  const { search, page, id, view } = schema.parse(query)
  return { search: search.trim().slice(0, 200), page, id, view }
}

/** The address of a state with some changes. */
export function inboxUrl(state: InboxState, change: Partial<InboxState>): string {
  const { search, page, id, view } = { ...state, ...change }
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  if (id) query.set('id', id)
  if (view) query.set('view', view)
  return query.size > 0 ? `/?${query.toString()}` : '/'
}

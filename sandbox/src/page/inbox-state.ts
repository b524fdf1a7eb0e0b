import { z } from 'zod'

// What the inbox page shows is in its address: reload and share give the same view.

export const VIEWS = ['html', 'text', 'source', 'headers', 'links', 'attachments'] as const
export type View = (typeof VIEWS)[number]

export interface InboxState {
  search: string
  page: number
  /** Of the open message; empty for none. */
  id: string
  /** Undefined shows what the message has: HTML, else text. */
  view: View | undefined
}

const schema = z.object({
  search: z.string().catch(''),
  page: z.coerce.number().int().min(1).catch(1),
  id: z.string().catch(''),
  view: z.enum(VIEWS).optional().catch(undefined),
})

/** The state in a query; what makes no sense is ignored. */
export function readInboxState(query: unknown): InboxState {
  const { search, page, id, view } = schema.parse(query)
  return { search: search.trim().slice(0, 200), page, id, view }
}

/** The address of a state with some parts changed. */
export function inboxUrl(state: InboxState, change: Partial<InboxState>): string {
  const { search, page, id, view } = { ...state, ...change }
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  if (id) query.set('id', id)
  if (view) query.set('view', view)
  return query.size > 0 ? `/?${query.toString()}` : '/'
}

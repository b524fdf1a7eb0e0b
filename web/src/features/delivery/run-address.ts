/** The part of a run's address that says which recipients are shown. */
import * as z from 'zod/mini'

export const PER_PAGE = 10
const SORTS = ['number', '-number', 'last_event', '-last_event'] as const
export type RecipientSort = (typeof SORTS)[number]

export const recipientState = z.object({
  search: z._default(z.string(), ''),
  /** Names of statuses, separated by commas. */
  status: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), '-last_event'),
  page: z._default(z.coerce.number().check(z.minimum(1)), 1),
})
export type RecipientState = z.infer<typeof recipientState>

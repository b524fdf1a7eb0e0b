/** The part of a run's address that says which recipients are shown. */
import * as z from 'zod/mini'

export const PER_PAGE = 10
const SORTS = ['number', '-number', 'last_event', '-last_event'] as const
export type RecipientSort = (typeof SORTS)[number]

export const recipientState = z.object({
  search: z._default(z.string(), ''),
  /** Names of statuses, separated by commas. */
  status: z._default(z.string(), ''),
  /** Absent: see `sortOf`. */
  sort: z.optional(z.enum(SORTS)),
  page: z._default(z.coerce.number().check(z.minimum(1)), 1),
})
export type RecipientState = z.infer<typeof recipientState>

/** Sorting by time walks over the whole run, which would be slow in a very large one that is looked at live. */
const LARGE_RUN = 200_000

export function sortOf({ sort }: RecipientState, matched: number): RecipientSort {
  return sort ?? (matched > LARGE_RUN ? 'number' : '-last_event')
}

/** The parameters of a run's address that filter its recipients. */
import * as z from 'zod/mini'
import { listFields } from '../../../components/lists/list-state.ts'

const SORTS = ['number', '-number', 'last_event', '-last_event'] as const
export type RecipientSort = (typeof SORTS)[number]

export const recipientState = z.object({
  ...listFields,
  /** Statuses separated by commas. */
  status: z._default(z.string(), ''),
  /** For an A/B test: variant numbers or `rest`, separated by commas. */
  variant: z._default(z.string(), ''),
  /** Reasons separated by commas. */
  reason: z._default(z.string(), ''),
  /** Number of a link that they clicked. */
  link: z._default(z.string(), ''),
  /** Number of the span in which they opened it. */
  open_span: z._default(z.string(), ''),
  /** Names as dashboards use them, separated by commas; after a minus sign: all others. */
  browser: z._default(z.string(), ''),
  system: z._default(z.string(), ''),
  device: z._default(z.string(), ''),
  mailbox: z._default(z.string(), ''),
  domain: z._default(z.string(), ''),
  /** Absent: see `sortOf`. */
  sort: z.optional(z.enum(SORTS)),
})
export type RecipientState = z.infer<typeof recipientState>

export const NO_FILTER = {
  ...{ search: '', status: '', variant: '', reason: '', link: '', open_span: '' },
  ...{ browser: '', system: '', device: '', mailbox: '', domain: '' },
}
const FILTERS = Object.keys(NO_FILTER) as (keyof typeof NO_FILTER)[]

/** The filters that are set, as the list and the file of recipients take them. */
export function filterOf(state: RecipientState): Partial<typeof NO_FILTER> {
  return Object.fromEntries(FILTERS.flatMap(name => (state[name] === '' ? [] : [[name, state[name]]])))
}

/**
 * Above this, recipients are not sorted by time by default: that reads the whole run, which is slow while it is polled.
 */
const LARGE_RUN = 200_000

export function sortOf({ sort }: RecipientState, matched: number): RecipientSort {
  return sort ?? (matched > LARGE_RUN ? 'number' : '-last_event')
}

/** The filters of the log in its address. */
import { LOG_KINDS, LOG_RESULTS } from '@notifly/contracts/logs/logs'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'
import { dayFields, listFields } from '../../components/lists/list-state.ts'

const text = z._default(z.string(), '')

export const logState = z.object({
  ...listFields,
  kind: z._default(z.enum(['', ...LOG_KINDS]), ''),
  channel: z._default(z.enum(['', ...CHANNELS]), ''),
  status: z._default(z.enum(['', ...LOG_RESULTS]), ''),
  endpoint: text,
  receiver: text,
  key: text,
  ...dayFields,
  /** Only entries older than this one: where a list or a search went on. */
  before: z.optional(z.uuid()),
})
export type LogState = z.infer<typeof logState>
export type ChangeLogs = (change: Partial<LogState>, options?: { replace?: boolean }) => void

export const NO_FILTER: Partial<LogState> = {
  search: '',
  kind: '',
  channel: '',
  status: '',
  endpoint: '',
  receiver: '',
  key: '',
  from: undefined,
  to: undefined,
  before: undefined,
  page: 1,
}

export function isFiltered({ page: _, ...filter }: LogState): boolean {
  return Object.values(filter).some(value => value !== undefined && value !== '')
}

/** The query for the server, without the page. */
export function filterOf({ page: _, ...filter }: LogState): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value || undefined]))
}

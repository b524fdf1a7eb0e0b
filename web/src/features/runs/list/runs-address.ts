/** The filters of the list of runs, as its address holds them. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'
import { listFields } from '../../../components/lists/list-state.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const runsState = z.object({
  ...listFields,
  /** Absent: all of them. */
  channel: z.optional(z.enum(CHANNELS)),
  /** Names of statuses, separated by commas. */
  status: z._default(z.string(), ''),
  from: z.optional(day),
  to: z.optional(day),
})
export type RunsState = z.infer<typeof runsState>

export const NO_FILTER: Partial<RunsState> = {
  search: '',
  status: '',
  channel: undefined,
  from: undefined,
  to: undefined,
  page: 1,
}

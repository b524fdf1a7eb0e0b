/** The filters in the address of the list of runs. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'
import { dayFields, listFields } from '../../../components/lists/list-state.ts'

export const runsState = z.object({
  ...listFields,
  /** Absent: all channels. */
  channel: z.optional(z.enum(CHANNELS)),
  /** Statuses separated by commas. */
  status: z._default(z.string(), ''),
  ...dayFields,
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

/** What a dashboard shows, as its address holds it. */
import * as z from 'zod/mini'
import { dayFields } from '../../components/lists/list-state.ts'

export const OUTCOME_SPANS = ['today', 'daily', 'weekly', 'monthly'] as const

export const dashboardState = z.object({
  /** Absent: the last 30 days. */
  ...dayFields,
  compare: z._default(z.enum(['true', 'false']), 'true'),
  /** A campaign's. */
  notification: z.optional(z.uuid()),
  outcome: z._default(z.enum(OUTCOME_SPANS), 'monthly'),
})
export type DashboardState = z.infer<typeof dashboardState>
export type ChangeDashboard = (change: Partial<DashboardState>, options?: { replace?: boolean }) => void

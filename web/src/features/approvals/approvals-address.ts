/** The filters of the approvals page, as its address holds them. */
import { APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import * as z from 'zod/mini'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'

export const PER_PAGE_CHOICES = [10, 25, 50] as const

export const approvalsState = z.object({
  ...listFields,
  /** As APPROVAL_STATUS. */
  status: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3)), APPROVAL_STATUS.pending),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), PER_PAGE),
  /** A module's activity id. */
  module: z._default(z.string(), ''),
  /** `1`: only what the reader asked for. */
  mine: z._default(z.enum(['', '1']), ''),
})
export type ApprovalsState = z.infer<typeof approvalsState>

export const NO_FILTER: Partial<ApprovalsState> = { search: '', module: '', mine: '', page: 1 }

export function isFiltered({ search, module, mine }: ApprovalsState): boolean {
  return search !== '' || module !== '' || mine !== ''
}

/** What the server is asked for, without the page. The contract reads numbers as text. */
export function filterOf({ search, module, mine }: ApprovalsState, status: number) {
  return {
    status: String(status),
    description: search || undefined,
    activity_id: module || undefined,
    mine: mine === '' ? undefined : mine,
  }
}

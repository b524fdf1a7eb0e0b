import { type Approval, listApprovals } from '@notifly/contracts/approvals'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { useUrlState } from '../navigation/use-url-state.ts'

/** One request whole, with what is saved now. `data` is undefined as long as it loads and for what the reader may not see. */
export function useRequest(uuid: string | undefined) {
  const read = useRead(
    listApprovals,
    { query: { uuid: uuid ?? '', page: 1, per_page: 1 } },
    { enabled: uuid !== undefined },
  )
  return { ...read, request: read.data?.[0] }
}

const state = z.object({ approval: z.optional(z.string()) })

export interface Reopened {
  /** The address asks to correct a request that has not arrived yet. */
  isLoading: boolean
  /** The rejected request that the address asks to correct; undefined for anybody but its maker, and once it was answered. */
  request: Approval | undefined
  /** For the body of the write that answers it. */
  reopens: { reopens?: string }
}

/** The rejected request that a page is to be prefilled by: `?approval=` of its address. */
export function useReopened(): Reopened {
  const [{ approval }] = useUrlState(state)
  const { request, isPending } = useRequest(approval)
  const isOurs = request?.can_reopen === true
  return {
    isLoading: approval !== undefined && isPending,
    request: isOurs ? request : undefined,
    reopens: isOurs ? { reopens: request.uuid } : {},
  }
}

import type { ActivityId } from '@notifly/contracts/activities'
import { APPROVAL_STATUS, listApprovals } from '@notifly/contracts/approvals'
import { useRead } from '../../api/queries.ts'

/**
 * The request that is open in a module of which there is one object, such as the email settings: also while there is no
 * object yet that could name it. Undefined for readers who may not see it.
 */
export function usePendingOf(activity: ActivityId): string | undefined {
  const query = { status: String(APPROVAL_STATUS.pending), activity_id: String(activity), page: 1, per_page: 1 }
  return useRead(listApprovals, { query }).data?.[0]?.uuid
}

import type { ActivityId } from '@notifly/contracts/activities'
import { APPROVAL_STATUS, type Approval, listApprovals } from '@notifly/contracts/approvals'
import { useRead } from '../../api/queries.ts'

/** How many requests of a module are looked through. */
const LOOKED_THROUGH = 50

/**
 * The request that is open on an object of which there is one, such as the email settings: also while there is no object yet
 * that could name it. `isOn` tells it from others of its module. Undefined for readers who may not see it.
 */
export function usePendingOf(activity: ActivityId, isOn: (request: Approval) => boolean): string | undefined {
  const query = {
    status: String(APPROVAL_STATUS.pending),
    activity_id: String(activity),
    page: 1,
    per_page: LOOKED_THROUGH,
  }
  return useRead(listApprovals, { query }).data?.find(isOn)?.uuid
}

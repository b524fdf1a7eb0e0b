/**
 * What a deadline does with an undecided request.
 *
 *     group 1 --reject--> rejected      group 1 --approve--> approved, or rejected where it cannot be applied
 *     group 1 --raise--> group 2, one more deadline --> rejected
 *
 * A request that began in group 2, since group 1 has no approver for it, has nowhere to be raised to.
 */
import { SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { says } from '@notifly/contracts/sentences/sentence'

interface Overdue {
  /** Of the maker's role, as SLA_OPTIONS. */
  option: number
  group: number
  /** While two people are needed for every change, no deadline stands in for the second. */
  twoPeople: boolean
}

export function onDeadline({ option, group, twoPeople }: Overdue): 'reject' | 'approve' | 'raise' {
  if (option === SLA_OPTIONS.reject) return 'reject'
  if (option === SLA_OPTIONS.approve && !twoPeople) return 'approve'
  return group === 1 ? 'raise' : 'reject'
}

/** The reason of a rejection by the deadline alone. */
export const NOBODY_DECIDED = says('approvals.nobodyDecided')

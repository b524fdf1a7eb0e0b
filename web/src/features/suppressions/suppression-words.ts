import { SUPPRESSION_REASONS, type SuppressionReason } from '@notifly/contracts/suppressions/suppressions'
import type { BadgeType } from '../../ui/layout/Badge.tsx'

/** What the person did stands apart from what their server said, and both from what we chose. */
export const REASON_TONES: Record<SuppressionReason, BadgeType> = {
  hard_bounce: 'danger',
  complaint: 'danger',
  unsubscribe: 'mellow',
  manual: 'secondary',
}

/** Reasons that somebody may give by hand, the mildest first. */
export const GIVEN_REASONS: readonly SuppressionReason[] = ['manual', 'unsubscribe', 'complaint', 'hard_bounce']

/** The reasons that an address of the page names; others are left out. */
export function reasonsOf(text: string): SuppressionReason[] {
  return SUPPRESSION_REASONS.filter(reason => text.split(',').includes(reason))
}

export function isReason(text: string): text is SuppressionReason {
  return SUPPRESSION_REASONS.some(reason => reason === text)
}

import type { MergeField } from '@notifly/contracts/contacts/audience'

/** Nothing names the field; false while that is not known. */
export function isUnused({ uses }: MergeField): boolean {
  return uses !== undefined && uses.segments.length + uses.templates.length + uses.campaigns.length === 0
}

import type { ChannelReach, Contact } from '@notifly/contracts/contacts/audience'
import type * as z from 'zod/mini'
import type { BadgeType } from '../../ui/layout/Badge.tsx'

export type Reach = z.infer<typeof ChannelReach>

/** First and last name as imports call them; undefined where neither is known. */
export function contactName({ merge_fields: fields }: Contact): string | undefined {
  const parts = [fields['first_name'], fields['last_name']].filter(part => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** What a contact is called where one line must do. */
export function contactTitle(contact: Contact): string {
  return contactName(contact) ?? contact.email ?? contact.external_user_id ?? contact.phone_number ?? contact.uuid
}

export const REACH_TONES: Record<Reach['status'], BadgeType> = {
  reachable: 'light-green',
  unsubscribed: 'mellow',
  suppressed: 'danger',
  no_address: 'secondary',
}

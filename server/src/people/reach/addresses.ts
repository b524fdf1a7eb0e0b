/** Where each channel writes to. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { ADDRESSED_BY } from '../../channels/channel.ts'

/** The columns of a contact that hold its addresses in the form in which they are compared. */
export interface Addresses {
  email_key: string | null
  phone_number: string | null
}

/** The column that a channel writes to; null for channels of devices. */
export function addressColumn(channel: string): keyof Addresses | null {
  const kind = ADDRESSED_BY[channel as Channel]
  if (kind === 'device') return null
  return kind === 'email' ? 'email_key' : 'phone_number'
}

/** The contact's address on a channel; null for none, and on channels of devices. */
export function addressOf(contact: Addresses, channel: string): string | null {
  const column = addressColumn(channel)
  return column === null ? null : contact[column]
}

/** All addresses of contacts. */
export function addressesOf(contacts: readonly Addresses[]): string[] {
  return contacts.flatMap(row => [row.email_key, row.phone_number]).filter(address => address !== null)
}

import type { Channel } from '@notifly/contracts/applications'
import type { Recipient } from '@notifly/contracts/deliveries'

/** Where a message of the channel went; of a device's, whose it is. */
export function addressOf(channel: Channel, { email, phone_number: phone }: Recipient): string | null {
  switch (channel) {
    case 'email':
      return email
    case 'sms':
    case 'whatsapp':
      return phone
    case 'webpush':
    case 'mobilepush':
      return email ?? phone
  }
}

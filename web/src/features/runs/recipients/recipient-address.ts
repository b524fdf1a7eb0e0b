import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient } from '@notifly/contracts/runs/deliveries'

/** Where a message of the channel went; of a notification whose device it was, or what it is where its owner has no address. */
export function addressOf(channel: Channel, { email, phone_number: phone, device }: Recipient): string | null {
  switch (channel) {
    case 'email':
      return email
    case 'sms':
    case 'whatsapp':
      return phone
    case 'webpush':
    case 'mobilepush':
      return email ?? phone ?? device ?? null
  }
}

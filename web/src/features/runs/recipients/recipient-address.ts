import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient } from '@notifly/contracts/runs/deliveries'

/**
 * The address that a message went to. For push: the email address or phone number of the device's owner, otherwise the
 * device.
 */
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

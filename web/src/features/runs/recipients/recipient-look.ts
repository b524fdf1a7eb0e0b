import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import {
  deliveryLook,
  emailCodeLook,
  type StatusLook,
  whatsappCodeLook,
} from '../../../components/display/status-tones.ts'

/** Ends that the numbers of the specification call failed, although nothing went wrong. */
const OWN_WORDS = ['skipped', 'expired', 'cancelled', 'sending']

/** The badge by the specification's number; the reason beside it says what exactly. */
export function recipientLook(channel: Channel, { current_status: status, status_code: code }: Recipient): StatusLook {
  if (channel === 'whatsapp') return code === 2 || code === 0 ? deliveryLook(status) : whatsappCodeLook(code)
  return OWN_WORDS.includes(status) ? deliveryLook(status) : emailCodeLook(code)
}

import type { Recipient } from '@notifly/contracts/deliveries'
import { deliveryLook, emailCodeLook, type StatusLook } from '../../components/display/status-tones.ts'

/** Ends that the numbers of the specification call failed, although nothing went wrong. */
const OWN_WORDS = ['skipped', 'expired', 'cancelled', 'sending']

/** The badge by the specification's number; the reason beside it says what exactly. */
export function recipientLook({ current_status: status, status_code: code }: Recipient): StatusLook {
  return OWN_WORDS.includes(status) ? deliveryLook(status) : emailCodeLook(code)
}

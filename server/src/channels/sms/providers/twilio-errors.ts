/** Twilio's error codes (twilio.com/docs/api/errors) as our reasons. */
import type { NetworkReason } from '../../network-reasons.ts'
import type { SmsReason } from '../reasons.ts'

/** What an error concerns: this recipient, a recipient who opted out, this message, everything with these settings; or it is temporary. */
type Reach = 'recipient' | 'left' | 'message' | 'configuration' | 'later'

interface Meaning {
  reason: SmsReason | NetworkReason
  reach: Reach
}

const BY_CODE: Record<number, [SmsReason, Reach]> = {
  14107: ['rate_limited', 'later'],
  20003: ['wrong_credentials', 'configuration'],
  20005: ['account_suspended', 'configuration'],
  20006: ['wrong_credentials', 'configuration'],
  20008: ['wrong_credentials', 'configuration'],
  20404: ['wrong_credentials', 'configuration'],
  20429: ['rate_limited', 'later'],
  20500: ['temporary_failure', 'later'],
  20503: ['temporary_failure', 'later'],
  21211: ['number_invalid', 'recipient'],
  21214: ['number_unreachable', 'recipient'],
  21217: ['number_invalid', 'recipient'],
  21265: ['number_invalid', 'recipient'],
  21408: ['region_off', 'recipient'],
  21421: ['number_invalid', 'recipient'],
  21602: ['text_empty', 'message'],
  21603: ['sender_refused', 'configuration'],
  21604: ['number_invalid', 'recipient'],
  21605: ['text_too_long', 'message'],
  21606: ['sender_refused', 'configuration'],
  21608: ['number_unverified', 'recipient'],
  21609: ['report_address_refused', 'configuration'],
  21610: ['opted_out', 'left'],
  21611: ['rate_limited', 'later'],
  21612: ['region_off', 'recipient'],
  21614: ['landline', 'recipient'],
  21617: ['text_too_long', 'message'],
  21618: ['carrier_filtered', 'message'],
  21659: ['sender_refused', 'configuration'],
  21660: ['sender_refused', 'configuration'],
  21701: ['sender_refused', 'configuration'],
  21703: ['sender_refused', 'configuration'],
  21705: ['sender_refused', 'configuration'],
  30001: ['rate_limited', 'later'],
  30002: ['account_suspended', 'configuration'],
  30003: ['number_unreachable', 'recipient'],
  30004: ['number_blocked', 'recipient'],
  30005: ['number_unknown', 'recipient'],
  30006: ['landline', 'recipient'],
  30007: ['carrier_filtered', 'message'],
  30008: ['not_delivered', 'recipient'],
  30010: ['message_expired', 'recipient'],
  30022: ['rate_limited', 'later'],
  30024: ['sender_refused', 'recipient'],
  30034: ['carrier_filtered', 'message'],
  30036: ['message_expired', 'recipient'],
  30038: ['carrier_filtered', 'message'],
  30044: ['text_too_long', 'message'],
  30410: ['number_unreachable', 'recipient'],
  30450: ['number_blocked', 'recipient'],
  30883: ['carrier_filtered', 'message'],
  63038: ['rate_limited', 'later'],
}

/** For a code that is not in the list, the HTTP `status` of the response decides. */
export function reasonOfTwilioError(code: number, status: number): Meaning {
  const known = BY_CODE[code]
  if (known !== undefined) return { reason: known[0], reach: known[1] }
  if (status === 429) return { reason: 'rate_limited', reach: 'later' }
  if (status >= 500) return { reason: 'temporary_failure', reach: 'later' }
  if (status === 401 || status === 403) return { reason: 'wrong_credentials', reach: 'configuration' }
  return { reason: 'message_refused', reach: 'message' }
}

/** Returns the reason for a report's error code; an unknown code only means that the message did not arrive. */
export function reasonOfTwilioReport(code: number): SmsReason {
  return BY_CODE[code]?.[0] ?? 'not_delivered'
}

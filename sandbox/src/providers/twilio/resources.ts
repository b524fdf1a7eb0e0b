import { randomBytes } from 'node:crypto'

// The objects and errors of Twilio's API.

export type Values = Record<string, string | undefined>

export interface Refusal {
  status: number
  code: number
  message: string
}

export const REFUSALS = {
  credentials: { status: 401, code: 20_003, message: 'Authenticate' },
  tooFast: { status: 429, code: 20_429, message: 'Too Many Requests' },
  broken: { status: 503, code: 20_503, message: 'Service is unavailable' },
  receiver: { status: 400, code: 21_211, message: "Invalid 'To' Phone Number" },
  badSender: { status: 400, code: 21_212, message: "Invalid 'From' Phone Number" },
  region: { status: 400, code: 21_408, message: 'Permission to send an SMS has not been enabled for the region' },
  noText: { status: 400, code: 21_602, message: 'Message body is required.' },
  noSender: { status: 400, code: 21_603, message: "A 'From' phone number is required." },
  noReceiver: { status: 400, code: 21_604, message: "A 'To' phone number is required." },
  sender: { status: 400, code: 21_606, message: "The 'From' phone number is not a valid, message-capable number" },
  optedOut: { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' },
  queueFull: { status: 400, code: 21_611, message: "This 'From' number has exceeded the maximum number of messages" },
  route: { status: 400, code: 21_612, message: "The 'To' phone number is not currently reachable via SMS" },
  noMobile: { status: 400, code: 21_614, message: "'To' number is not a valid mobile number" },
  tooLong: { status: 400, code: 21_617, message: 'The concatenated message body exceeds the 1600 character limit' },
} as const satisfies Record<string, Refusal>

export function newSid(prefix: 'SM'): string {
  return prefix + randomBytes(16).toString('hex')
}

export function accountResource(sid: string): object {
  const now = new Date().toUTCString()
  return { sid, friendly_name: 'Sandbox', status: 'active', type: 'Full', date_created: now, date_updated: now }
}

interface Sent {
  sid: string
  account: string
  to: string
  /** A number, or the SID of a messaging service. */
  sender: string
  text: string
}

/** A message that was just accepted. */
export function messageResource({ sid, account, to, sender, text }: Sent): object {
  const isService = sender.startsWith('MG')
  return {
    sid,
    account_sid: account,
    messaging_service_sid: isService ? sender : null,
    to,
    from: isService ? null : sender,
    body: text,
    status: isService ? 'accepted' : 'queued',
    // A service has to choose the number first.
    num_segments: String(isService ? 0 : segmentsOf(text)),
    num_media: '0',
    direction: 'outbound-api',
    api_version: '2010-04-01',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    date_created: new Date().toUTCString(),
    date_sent: null,
    uri: `/2010-04-01/Accounts/${account}/Messages/${sid}.json`,
  }
}

const GSM = /^[\n\r\f !-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/

/** Approximately what Twilio would bill; ignores a character of two units at the edge of a segment. */
export function segmentsOf(text: string): number {
  const isGsm = GSM.test(text) && !text.includes('`')
  const units = isGsm ? text.length + (text.match(/[\^{}\\[~\]|€\f]/g)?.length ?? 0) : text.length
  const [single, part] = isGsm ? [160, 153] : [70, 67]
  return units <= single ? 1 : Math.ceil(units / part)
}

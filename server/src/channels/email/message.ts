import type { ComposedMail } from './compose/composed-mail.ts'

/** One complete mail with one envelope recipient. */
export interface EmailMessage {
  /** Envelope sender: where bounces go. Empty for mails that must never bounce. */
  envelopeFrom: string
  recipient: string
  /** The signed name of its delivery, for providers that echo it in their reports. */
  token?: string
  /** Bytes: RFC 5322 with CRLF line ends, not dot-stuffed, since that is the transport's affair. */
  content: Buffer | ComposedMail
}

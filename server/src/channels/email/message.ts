/** One mail, ready to leave: one envelope recipient, and the whole content as RFC 5322 bytes with CRLF line ends. */
export interface EmailMessage {
  /** Envelope sender: where bounces go. Empty for mails that must never bounce. */
  envelopeFrom: string
  recipient: string
  /** Not dot-stuffed: that is the transport's affair. */
  content: Buffer
}

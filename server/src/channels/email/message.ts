/** One mail, ready to leave: one envelope recipient, and the whole content as RFC 5322 bytes with CRLF line ends. */
export interface EmailMessage {
  /** Envelope sender: where bounces go. Empty for mails that must never bounce. */
  envelopeFrom: string
  recipient: string
  /** The signed name of its delivery, for providers that echo it in their reports. */
  token?: string
  /** Not dot-stuffed: that is the transport's affair. */
  content: Buffer
  /**
   * Only for what `composeMail` and `composeSignedMail` made: 7-bit, every line end CRLF, no line begins with a dot. The
   * transport then does not look through the content again, which took a seventh of its time.
   */
  isComposed?: boolean
  /**
   * Where the content's memory goes when the server has answered for it and nobody reads it any more. The transport calls it
   * at most once, and not at all when a connection broke. With it, all of the memory is this mail's alone.
   */
  giveBack?: (content: Buffer) => void
}

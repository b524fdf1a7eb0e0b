/** One WhatsApp message, ready to leave: the body of its request is complete. */
export interface WhatsappMessage {
  /** E.164, with its plus. */
  recipient: string
  /** JSON. */
  body: string
}

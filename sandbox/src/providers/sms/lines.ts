/** What somebody writes on the emulated phone. */
export interface Reply {
  /** E.164 with its plus. */
  phone: string
  text: string
  /** Number or name that the newest message came from. */
  sender: string
}

/** A provider that carries what a phone's owner writes back. */
export interface PhoneLine {
  /** Answers what keeps it from arriving, in a sentence; undefined once the customer has taken it. */
  reply(reply: Reply): Promise<string | undefined>
}

// What the sandbox keeps of a message, whatever its channel.

/** A message as a provider hands it in: one raw body for all of its recipients. */
export interface IncomingMessage {
  channel: string
  provider: string
  /** Who the envelope says it is from; for mail the bounce address, empty for the null sender. */
  sender: string
  recipients: string[]
  /** Who the reader sees as its author, decoded. */
  from: string
  subject: string
  raw: Buffer
  /** What a search finds in it; absent for a mail, which is taken apart when the first search looks. */
  text?: string
}

/** One message to one recipient: what lists, counts and ids speak of. */
export interface StoredMessage extends Omit<IncomingMessage, 'raw' | 'text' | 'recipients'> {
  id: string
  seq: number
  /** Arrival, epoch milliseconds. */
  atMs: number
  to: string
}

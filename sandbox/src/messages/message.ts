// What the sandbox stores about a message, whatever its channel.

/** A message as a provider receives it: one raw body for all its recipients. */
export interface IncomingMessage {
  channel: string
  provider: string
  /** The envelope sender; for mail the bounce address, empty for the null sender. */
  sender: string
  recipients: string[]
  /** The author that the reader sees, decoded. */
  from: string
  subject: string
  raw: Buffer
  /** The text to search; absent for a mail, which is parsed on the first search. */
  text?: string
}

/** One message to one recipient. Lists, counts and ids refer to these. */
export interface StoredMessage extends Omit<IncomingMessage, 'raw' | 'text' | 'recipients'> {
  id: string
  seq: number
  /** Time of arrival, in epoch milliseconds. */
  atMs: number
  to: string
}

/** Reads abuse reports (RFC 5965): a mailbox provider says that its user marked a mail of ours as unwanted. */
import PostalMime from 'postal-mime'

export interface Complaint {
  /** abuse, fraud, not-spam, other, virus. */
  type: string
  /** The provider's program, as it names itself; at most 300 characters. */
  reporter: string
}

/** Undefined for anything else, and for "not spam", which takes a complaint back. */
export async function parseComplaint(raw: Buffer): Promise<Complaint | undefined> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }).catch(() => undefined)
  const part = mail?.attachments.find(attachment => /^message\/feedback-report$/i.test(attachment.mimeType))
  if (part === undefined) return undefined
  const text = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
  const type = field(text, 'Feedback-Type').toLowerCase()
  if (type === '' || type === 'not-spam') return undefined
  return { type: type.slice(0, 40), reporter: field(text, 'User-Agent').slice(0, 300) }
}

function field(text: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
}

/**
 * Reads mails that other servers send about ours. The work per mail is bounded: a report's own parts are at its beginning, before the mail
 * that it is about (RFC 6522 section 3).
 */
import PostalMime, { type Email } from 'postal-mime'

const READ_BYTES = 131_072
// A line costs more than its bytes: a mail of empty lines is the most work that there is.
const READ_LINES = 4000
const LF = 10

/** Returns undefined for bytes that are not a mail. */
export function readReportMail(raw: Buffer): Promise<Email | undefined> {
  return PostalMime.parse(beginningOf(raw), { maxNestingDepth: 20, maxHeadersSize: READ_BYTES }).catch(() => undefined)
}

/** Returns the text of the first part of this type, such as message/delivery-status; undefined if there is none. */
export function reportPart(mail: Email, type: RegExp): string | undefined {
  const part = mail.attachments.find(({ mimeType }) => type.test(mimeType))
  if (part === undefined) return undefined
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

function beginningOf(raw: Buffer): Buffer {
  const beginning = raw.subarray(0, READ_BYTES)
  let end = 0
  for (let line = 0; line < READ_LINES; line++) {
    const next = beginning.indexOf(LF, end)
    if (next === -1) return beginning
    end = next + 1
  }
  return beginning.subarray(0, end)
}

// Reads abuse reports (RFC 5965): a mailbox provider says that its user marked a mail of ours as unwanted.

interface Complaint {
  /** abuse, fraud, not-spam, other, virus. */
  type: string
  /** The provider's program, as it names itself; at most 300 characters. */
  reporter: string
}

/** Returns undefined for anything else, and for "not spam", which withdraws a complaint. */
export async function parseComplaint(raw: Buffer): Promise<Complaint | undefined> {
  const mail = await readReportMail(raw)
  const text = mail === undefined ? undefined : reportPart(mail, /^message\/feedback-report$/i)
  if (text === undefined) return undefined
  const type = field(text, 'Feedback-Type').toLowerCase()
  if (type === '' || type === 'not-spam') return undefined
  return { type: type.slice(0, 40), reporter: field(text, 'User-Agent').slice(0, 300) }
}

function field(text: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
}

/** Reads abuse reports (RFC 5965): a mailbox provider says that its user marked a mail of ours as unwanted. */
import { readReportMail, reportPart } from './report-mail.ts'

export interface Complaint {
  /** abuse, fraud, not-spam, other, virus. */
  type: string
  /** The provider's program, as it names itself; at most 300 characters. */
  reporter: string
}

/** Undefined for anything else, and for "not spam", which takes a complaint back. */
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

/**
 * Reads delivery status notifications (RFC 3464): what another server reports about one of our mails after accepting it. The address that
 * the report was sent to identifies the mail: each mail has its own envelope sender (VERP).
 */
import type { Email } from 'postal-mime'
import { isPermanentlyUndeliverable, refusalReason } from './reasons.ts'
import type { EmailReason } from './reasons.ts'
import { readReportMail, reportPart } from './report-mail.ts'

/**
 * hard: refused permanently. soft: given up for now, or after too many attempts. delayed: the server is still trying. delivered: we had
 * asked for a report of success.
 */
type BounceKind = 'hard' | 'soft' | 'delayed' | 'delivered'

export interface Bounce {
  /** From the address that the report came to; its signature is for the caller to check. */
  recipientToken: string
  kind: BounceKind
  /** As reported: failed, delayed, delivered, relayed, expanded. Empty when the report was in no known form. */
  action: string
  /** RFC 3463 status, such as 5.1.1. */
  status: string
  /** The other server's own words, at most 300 characters. */
  diagnostic: string
  reason: EmailReason
  /** The address is dead: nothing should be sent to it again. */
  suppress: boolean
}

/** Returns the token of a bounce address in lower case, since some servers change case; undefined for any other address. */
export function bounceToken(address: string, domain: string): string | undefined {
  const match = /^b\.([\w.=-]{1,62})@(.+)$/i.exec(address.trim())
  return match?.[2]?.toLowerCase() === domain.toLowerCase() ? match[1]?.toLowerCase() : undefined
}

/** Parses a report. Returns undefined for anything else that arrives at such an address, such as "out of office". */
export async function parseBounce(raw: Buffer, recipientToken: string): Promise<Bounce | undefined> {
  const mail = await readReportMail(raw)
  if (mail === undefined) return undefined
  const report = statusReport(mail) ?? looseReport(mail)
  if (report === undefined) return undefined
  const { action, diagnostic, isProse } = report
  const status = tellingStatus(report)
  const kind = kindOf(action, status)
  const reason = reasonOf(status, diagnostic, isProse)
  return {
    recipientToken,
    kind,
    action,
    status,
    diagnostic: diagnostic.slice(0, 300),
    reason,
    suppress: kind === 'hard' && isPermanentlyUndeliverable(reason),
  }
}

interface Report extends Pick<Bounce, 'action' | 'status' | 'diagnostic'> {
  /** The diagnostic was found in a text that a person is meant to read. */
  isProse: boolean
}

const ACTIONS = new Set(['failed', 'delayed', 'delivered', 'relayed', 'expanded'])

/** The first recipient's fields of a message/delivery-status part: our mails have one recipient each. */
function statusReport(mail: Email): Report | undefined {
  const text = reportPart(mail, /^message\/(global-)?delivery-status$/i)
  if (text === undefined) return undefined
  for (const group of text.split(/(?:\r?\n[ \t]*){2,}/)) {
    const fields = readFields(group)
    const action = fields.get('action')?.toLowerCase() ?? ''
    if (!ACTIONS.has(action)) continue
    const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    const diagnostic = (fields.get('diagnostic-code') ?? '').slice(0, READ_LETTERS).replace(/^[\w-]+;\s*/, '')
    const isSilent = action === 'failed' && diagnostic === '' && (status === '' || status.endsWith('.0.0'))
    const prose = isSilent ? wordsAbout(addressIn(fields), mail.text ?? '') : ''
    return { action, status, diagnostic: isSilent ? prose : diagnostic, isProse: isSilent }
  }
  return undefined
}

/** Length up to which a diagnostic is read; servers write a line or two. */
const READ_LETTERS = 2000

function addressIn(fields: ReadonlyMap<string, string>): string {
  const recipient = fields.get('final-recipient') ?? fields.get('original-recipient') ?? ''
  return recipient
    .slice(recipient.indexOf(';') + 1)
    .trim()
    .toLowerCase()
}

// Exim gives the reason in the lines under the address, OpenSMTPD behind it.
const LINES_ABOUT = 5

/**
 * Returns what the human-readable part says about an address: the rest of the line that starts with it, and the lines up to the next empty
 * one. Exim (for its own recipients) and OpenSMTPD report "5.0.0" without a diagnostic; only this part has the reason.
 */
function wordsAbout(address: string, text: string): string {
  if (address === '') return ''
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex(line => line.trimStart().replace(/^</, '').toLowerCase().startsWith(address))
  if (start === -1) return ''
  const first = (lines[start] ?? '').trimStart().replace(/^</, '').slice(address.length)
  const rest = lines.slice(start + 1, start + 1 + LINES_ABOUT)
  const end = rest.findIndex(line => line.trim() === '')
  const about = [first.replace(/^[>:\s]+/, ''), ...(end === -1 ? rest : rest.slice(0, end))]
  return about
    .map(line => line.trim())
    .join(' ')
    .trim()
    .slice(0, READ_LETTERS)
}

function readFields(group: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}

/** For servers that write prose: a mail from the mail system itself that quotes a status or a reply code. */
function looseReport(mail: Email): Report | undefined {
  const header = (name: string) => mail.headers.find(entry => entry.key === name)?.value ?? ''
  const isPersonal = /auto-replied/i.test(header('auto-submitted')) || header('x-autoreply') !== ''
  if (isPersonal || !/^(mailer-daemon|postmaster|mail-daemon)@/i.test(mail.from?.address ?? '')) return undefined
  const text = mail.text ?? mail.html ?? ''
  const line = text
    .split(/\r?\n/)
    .find(candidate => LOOSE_CODE.test(candidate))
    ?.trim()
    .slice(0, READ_LETTERS)
  if (line === undefined) return undefined
  const [, status, reply] = LOOSE_CODE.exec(line) ?? []
  return { action: '', status: status ?? `${reply?.[0] ?? '5'}.0.0`, diagnostic: line, isProse: false }
}

const LOOSE_CODE = /\b(?:([45]\.\d{1,3}\.\d{1,3})|([45][0-5]\d)(?=[ -]))(?![\d.])/

/** Many servers report 5.0.0 and give the real status only in the quoted reply. */
function tellingStatus({ status, diagnostic, action }: Report): string {
  const quoted = /\b[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(diagnostic)?.[0]
  if (status !== '' && !status.endsWith('.0.0')) return status
  if (quoted !== undefined && (status === '' || quoted[0] === status[0])) return quoted
  if (status !== '') return status
  return action === 'delayed' ? '4.0.0' : '5.0.0'
}

function kindOf(action: string, status: string): BounceKind {
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') return 'delivered'
  if (action === 'delayed') return 'delayed'
  return status.startsWith('5') ? 'hard' : 'soft'
}

function reasonOf(status: string, diagnostic: string, isProse: boolean): EmailReason {
  const reason = refusalReason(status.startsWith('5'), status, diagnostic)
  // A bare 550 means the mailbox (RFC 5321 section 4.2.3), as it does at RCPT. In prose it may be about anything.
  return reason === 'recipient_refused' && !isProse && /\b550\b/.test(diagnostic) ? 'mailbox_missing' : reason
}

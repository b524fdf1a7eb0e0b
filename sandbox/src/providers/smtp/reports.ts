import { randomUUID } from 'node:crypto'
import { headerBlock } from '../../messages/mail-view.ts'
import type { Report } from './verdict.ts'

// Messages that mail systems send back: bounces (RFC 3464) and spam complaints (RFC 5965).

export interface ReportedMail {
  /** The envelope sender, who gets the report. */
  sender: string
  to: string
  receivedAtMs: number
  raw: Buffer
}

const SYSTEM = 'sandbox.localhost'

const BOUNCES = {
  hard: { status: '5.1.1', diagnostic: '550 5.1.1 No such mailbox here' },
  soft: { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' },
} as const

/** The report as a complete mail, to be sent from the null sender. */
export function composeReport(kind: Report, mail: ReportedMail, nowMs: number): Buffer {
  return kind === 'complaint' ? composeComplaint(mail, nowMs) : composeBounce(kind, mail, nowMs)
}

function composeBounce(kind: 'hard' | 'soft', mail: ReportedMail, nowMs: number): Buffer {
  const { status, diagnostic } = BOUNCES[kind]
  const deliveryStatus = [
    `Reporting-MTA: dns; ${SYSTEM}`,
    `Arrival-Date: ${mailDate(mail.receivedAtMs)}`,
    '',
    `Final-Recipient: rfc822; ${mail.to}`,
    'Action: failed',
    `Status: ${status}`,
    `Remote-MTA: dns; ${SYSTEM}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    `Last-Attempt-Date: ${mailDate(nowMs)}`,
  ]
  return composeMail({
    from: `Mail Delivery System <mailer-daemon@${SYSTEM}>`,
    to: mail.sender,
    subject: 'Undelivered Mail Returned to Sender',
    reportType: 'delivery-status',
    words: `Your message to ${mail.to} could not be delivered:\r\n${diagnostic}`,
    fields: deliveryStatus,
    original: headerBlock(mail.raw),
    nowMs,
  })
}

function composeComplaint(mail: ReportedMail, nowMs: number): Buffer {
  const feedback = [
    'Feedback-Type: abuse',
    'User-Agent: Notifly-Sandbox/1.0',
    'Version: 1',
    `Original-Mail-From: <${mail.sender}>`,
    `Arrival-Date: ${mailDate(mail.receivedAtMs)}`,
    `Reporting-MTA: dns; ${SYSTEM}`,
    'Source-IP: 127.0.0.1',
  ]
  return composeMail({
    from: `Complaints <feedback@${SYSTEM}>`,
    to: mail.sender,
    subject: 'Complaint about a message',
    reportType: 'feedback-report',
    words: 'One of our users has reported the message below as spam.',
    fields: feedback,
    original: headerBlock(mail.raw),
    nowMs,
  })
}

interface ReportParts {
  from: string
  to: string
  subject: string
  reportType: 'delivery-status' | 'feedback-report'
  words: string
  fields: string[]
  original: Buffer
  nowMs: number
}

function composeMail(parts: ReportParts): Buffer {
  const boundary = `report-${randomUUID()}`
  const head = [
    `From: ${parts.from}`,
    `To: <${parts.to}>`,
    `Subject: ${parts.subject}`,
    `Date: ${mailDate(parts.nowMs)}`,
    `Message-ID: <${randomUUID()}@${SYSTEM}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${parts.reportType}; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    parts.words,
    '',
    `--${boundary}`,
    `Content-Type: message/${parts.reportType}`,
    '',
    ...parts.fields,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n')), parts.original, Buffer.from(`\r\n\r\n--${boundary}--\r\n`)])
}

/** A date in the format of mail (RFC 5322), in UTC. */
function mailDate(atMs: number): string {
  return new Date(atMs).toUTCString().replace('GMT', '+0000')
}

/** Mails that come back: bounces and complaints. Each is stored unchanged before it is parsed (settle.ts). */
import { parseBounce as readBounce, type Bounce } from '../../channels/email/bounce.ts'
import { parseComplaint } from '../../channels/email/report-mail.ts'
import type { DeliveryEvent } from '../../engine/events/apply-events.ts'
import { isGenuineBounce, parseBounce as parseBounceAddress, type DeliveryRef } from '../../lib/delivery-token.ts'
import { selectRunOfBounce } from './message-queries.ts'
import { idOf } from './report-id.ts'
import type { Report } from './report-queries.ts'
import { reasonNamed, type Reading, type ReportDeps } from './reporting.ts'

/** The report to store for a mail to a bounce address. Null for an address that this installation did not create. */
export async function reportOfMail(deps: ReportDeps, raw: Buffer, token: string): Promise<Report | null> {
  const ref = await deliveryOf(deps, token)
  if (ref === null) return null
  return {
    reportId: idOf(token, raw),
    provider: 'smtp',
    applicationId: ref.applicationId,
    configurationId: null,
    channel: null,
    call: null,
    raw: sealEnvelope(token, raw),
    receivedAt: deps.clock.now(),
  }
}

/** Parses a stored mail. Returns what it reports about its delivery. */
export async function readBounceMail(deps: ReportDeps, report: Report): Promise<Reading> {
  const { token, raw } = openEnvelope(report.raw)
  const ref = await deliveryOf(deps, token)
  if (ref === null) return { events: [], outcome: 'unmatched', next: 'again' }
  const event = await interpret(raw, token, ref, report)
  return { events: event === null ? [] : [event], outcome: event?.kind ?? 'no report', next: 'done' }
}

/** Null for a mail that is no report, and for one that only says that the other server is still trying. */
async function interpret(raw: Buffer, token: string, ref: DeliveryRef, report: Report): Promise<DeliveryEvent | null> {
  const base = { ...ref, at: report.receivedAt, source: 'provider' as const, bot: false, eventId: report.reportId }
  const complaint = await parseComplaint(raw)
  if (complaint !== undefined) {
    const answer = [`Feedback-Type: ${complaint.type}`, complaint.reporter].filter(text => text !== '').join('\n')
    return { ...base, kind: 'complained', detail: { answer, diagnostic: answer } }
  }
  const bounce = await readBounce(raw, token)
  if (bounce === undefined || bounce.kind === 'delayed') return null
  if (bounce.kind === 'delivered') return { ...base, kind: 'delivered', detail: detailOf(bounce) }
  return {
    ...base,
    kind: 'bounced',
    isPermanent: bounce.suppress,
    reason: reasonNamed(bounce.reason),
    detail: { ...detailOf(bounce), reason: bounce.reason },
  }
}

function detailOf({ status, diagnostic }: Bounce): Record<string, string> {
  const answer = diagnostic === '' ? status : diagnostic
  return { status, diagnostic: answer, answer }
}

async function deliveryOf({ database, secrets }: ReportDeps, token: string): Promise<DeliveryRef | null> {
  const bounce = parseBounceAddress(`b.${token}`)
  if (bounce === null) return null
  const run = await selectRunOfBounce(database.kysely, bounce.runId)
  if (run === undefined || !isGenuineBounce(secrets, bounce, run.applicationId)) return null
  return { applicationId: run.applicationId, runId: bounce.runId, seq: bounce.seq }
}

/** Only the envelope says which delivery a report is about: this header, added before the mail, stores it, as mail servers do. */
const NOTE = 'X-Notifly-Bounce-Token: '

function sealEnvelope(token: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${NOTE}${token}\r\n`), raw])
}

function openEnvelope(stored: Buffer): { token: string; raw: Buffer } {
  const end = stored.indexOf('\r\n')
  return { token: stored.toString('latin1', NOTE.length, end), raw: stored.subarray(end + 2) }
}

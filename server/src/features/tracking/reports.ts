/**
 * Mails that come back: bounces and complaints. A report is kept as it came before it is read, so that a defect of ours or
 * an outage loses none; what cannot be settled at once is tried again, later and later, for three days.
 */
import { createHash } from 'node:crypto'
import { parseBounce as readBounce, type Bounce } from '../../channels/email/bounce.ts'
import { parseComplaint } from '../../channels/email/complaint.ts'
import { applyEvents, type DeliveryEvent } from '../../delivery/events/apply-events.ts'
import { providerReasonNumber, reasonOf, type DeliveryReason } from '../../delivery/reasons.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { isOurBounce, parseBounce as parseBounceAddress, type DeliveryRef } from '../../lib/delivery-token.ts'
import type { Log } from '../../lib/log.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { insertReport, postponeReport, selectRunOfBounce, settleReport, takeOpenReports } from './report-queries.ts'

export interface ReportDeps {
  database: Database
  secrets: Secrets
  clock: Clock
  log: Log
}

/**
 * Takes one mail that came to a bounce address. Mail to an address that we did not write is dropped. Rejects when the
 * report could not be stored: the other server then keeps it.
 */
export async function takeReport(deps: ReportDeps, raw: Buffer, token: string): Promise<void> {
  const ref = await deliveryOf(deps, token)
  if (ref === null) {
    deps.log.info('a mail to a bounce address that is none of ours was dropped')
    return
  }
  const reportId = idOf(raw, token)
  const receivedAt = deps.clock.now()
  const envelope = sealEnvelope(token, raw)
  const isNew = await insertReport(deps.database.kysely, {
    reportId,
    applicationId: ref.applicationId,
    raw: envelope,
    receivedAt,
  })
  if (isNew) await settle(deps, { report_id: reportId, raw: envelope, received_at: receivedAt })
}

const RETRY_EVERY_MS = 1000
const RETRY_DELAYS_MS = [1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000]
const GIVE_UP_MS = 72 * 3_600_000

/** Tries again what could not be settled, until stopped. */
export function startReportRetries(deps: ReportDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() =>
      retryReports(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'reports could not be read again')),
    )
  }, RETRY_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

export async function retryReports(deps: ReportDeps): Promise<void> {
  const now = deps.clock.now()
  // Should this process end halfway, they come up again after this time.
  const reports = await takeOpenReports(deps.database.kysely, now, new Date(now.getTime() + 60_000))
  for (const report of reports) await settle(deps, report)
}

interface StoredReport {
  report_id: string
  raw: Buffer
  received_at: Date
}

async function settle(deps: ReportDeps, report: StoredReport): Promise<void> {
  const db = deps.database.kysely
  try {
    const { token, raw } = openEnvelope(report.raw)
    const ref = await deliveryOf(deps, token)
    if (ref === null) return await postpone(deps, report, 'unmatched')
    const event = await interpret(raw, token, ref, report)
    if (event !== null) await applyEvents(deps.database, [event])
    await settleReport(db, report.report_id, event?.kind ?? 'no report')
  } catch (error) {
    deps.log.warn({ err: error, report: report.report_id }, 'a report could not be settled; trying again')
    await postpone(deps, report, 'failed')
  }
}

async function postpone({ database, clock }: ReportDeps, report: StoredReport, outcome: string): Promise<void> {
  const now = clock.now().getTime()
  const ageMs = now - report.received_at.getTime()
  const delayMs = RETRY_DELAYS_MS.find(delay => delay > ageMs) ?? RETRY_DELAYS_MS.at(-1) ?? 0
  const next = ageMs >= GIVE_UP_MS ? null : new Date(now + delayMs)
  await postponeReport(database.kysely, report.report_id, outcome, next)
}

/** Null for what is no report, and for one that says only that the other server is still trying. */
async function interpret(
  raw: Buffer,
  token: string,
  ref: DeliveryRef,
  report: StoredReport,
): Promise<DeliveryEvent | null> {
  const base = { ...ref, at: report.received_at, source: 'provider' as const, bot: false, eventId: report.report_id }
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

function reasonNamed(name: string): DeliveryReason {
  const known = reasonOf(providerReasonNumber(name))
  return known?.name === name ? known.name : 'reported_bounce'
}

async function deliveryOf({ database, secrets }: ReportDeps, token: string): Promise<DeliveryRef | null> {
  const bounce = parseBounceAddress(`b.${token}`)
  if (bounce === null) return null
  const run = await selectRunOfBounce(database.kysely, bounce.runId)
  if (run === undefined || !isOurBounce(secrets, bounce, run.applicationId)) return null
  return { applicationId: run.applicationId, runId: bounce.runId, seq: bounce.seq }
}

/** The same report sent twice has the same id; as a UUID (RFC 9562 version 8). */
function idOf(raw: Buffer, token: string): string {
  const hash = createHash('sha256').update(token).update('\n').update(raw).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whom a report is about stands in the envelope, not in the mail: it is kept in front, as mail servers note it. */
const NOTE = 'X-Notifly-Bounce-Token: '

function sealEnvelope(token: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${NOTE}${token}\r\n`), raw])
}

function openEnvelope(stored: Buffer): { token: string; raw: Buffer } {
  const end = stored.indexOf('\r\n')
  return { token: stored.toString('latin1', NOTE.length, end), raw: stored.subarray(end + 2) }
}

/**
 * Processes stored reports. Since each is stored unchanged, no defect or outage loses any: a report that cannot be processed is retried for
 * three days, at growing intervals. Processing one twice changes nothing. A report that fails in the same way each time, or crashes the
 * process that reads it, is set aside, so that it delays no other report, even after a restart.
 */
import { applyEvents } from '../../engine/events/apply-events.ts'
import { traceReports } from '../../engine/events/trace-reports.ts'
import { AppError } from '../../lib/app-error.ts'
import { asError } from '../../lib/as-error.ts'
import { readBounceMail } from './bounce-mails.ts'
import { readCall } from './calls.ts'
import { deleteFormerHooks } from './configuration-queries.ts'
import {
  beginReports,
  deleteOldReports,
  postponeReport,
  settleReports,
  takeOpenReports,
  TRIED_AT_ONCE,
  type Report,
} from './report-queries.ts'
import { logReading } from './report-log.ts'
import { firstTryAt, reportsSince, type Reading, type ReportDeps, type Reporting } from './reporting.ts'

/** Processes stored reports. Never rejects: a report that fails is retried, or set aside if retrying does not help. */
export async function settle(deps: ReportDeps, reporting: Reporting, reports: readonly Report[]): Promise<void> {
  const wasNeverInterrupted = (report: Report): boolean => (report.interrupted ?? 0) === 0
  for (const some of ofBoundedSize(reports.filter(wasNeverInterrupted))) await settleTogether(deps, reporting, some)
  // One of these may have ended the process. Alone, it ends only its own reading, and is known by it.
  for (const report of reports) {
    if (!wasNeverInterrupted(report)) await settleAlone(deps, reporting, report)
  }
}

/** Parsed bodies take several times their size, so this many bytes are parsed at a time. */
const READ_TOGETHER_BYTES = 4 * 1_048_576

function ofBoundedSize(reports: readonly Report[]): Report[][] {
  const parts: Report[][] = []
  let room = 0
  for (const report of reports) {
    room -= report.raw.length
    if (room < 0 || parts.length === 0) {
      parts.push([])
      room = READ_TOGETHER_BYTES - report.raw.length
    }
    parts.at(-1)?.push(report)
  }
  return parts
}

const INTERRUPTED_MOST = 5

async function settleAlone(deps: ReportDeps, reporting: Reporting, report: Report): Promise<void> {
  if ((report.interrupted ?? 0) < INTERRUPTED_MOST) return settleTogether(deps, reporting, [report])
  deps.log.error(
    { report: report.reportId },
    'a report ended the process that read it, again and again; it is set aside',
  )
  await postponeReport(deps.database.kysely, report.reportId, { outcome: SET_ASIDE, nextTryAt: null }).catch(
    () => undefined,
  )
}

async function settleTogether(deps: ReportDeps, reporting: Reporting, reports: readonly Report[]): Promise<void> {
  if (reports.length === 0) return
  try {
    await beginReports(
      deps.database.kysely,
      reports.map(({ reportId }) => reportId),
    )
  } catch (error) {
    deps.log.warn({ err: error }, 'reports could not be read; they come up again')
    return
  }
  const startMs = Date.now()
  const readings = await Promise.all(
    reports.map(async report => ({ report, reading: await readSafely(deps, reporting, report) })),
  )
  try {
    const events = readings.flatMap(({ reading }) => reading.events)
    await applyEvents(deps.database, events)
    await traceReports(deps, events, startMs)
    await conclude(deps, readings)
  } catch (error) {
    if (reports.length > 1) {
      for (const report of reports) await settleTogether(deps, reporting, [report])
      return
    }
    deps.log.warn({ err: error, report: reports[0]?.reportId }, 'a report could not be settled; trying again')
    // With the database away the report comes up again by itself.
    for (const report of reports) await postpone(deps, report, failureOf(error)).catch(() => undefined)
  }
}

/** Retries a round of reports that could not be processed, or never were. Returns whether more may be due. */
export async function retryReports(deps: ReportDeps, reporting: Reporting): Promise<'more' | 'done'> {
  const now = deps.clock.now()
  // Should this process end halfway, they come up again after this time.
  const reports = await takeOpenReports(deps.database.kysely, now, new Date(now.getTime() + 60_000))
  if (reports.length > 0) await settle(deps, reporting, reports)
  return reports.length === TRIED_AT_ONCE ? 'more' : 'done'
}

const DAY_MS = 86_400_000
/** Reports that were applied are part of the history; they are kept in case a defect is found. */
const SETTLED_DAYS = 7
/** Reports that could not be processed are kept for longer, so that people can examine them. */
const OTHERS_DAYS = 30
const FORGOTTEN_AT_ONCE = 5_000

/**
 * Deletes reports that are no longer needed, and hooks that can receive no more reports. Returns how many reports. A report that is
 * repeated later changes nothing.
 */
export async function pruneReports({ database, clock }: Pick<ReportDeps, 'database' | 'clock'>): Promise<number> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const old = { settledBefore: ago(SETTLED_DAYS), before: ago(OTHERS_DAYS), most: FORGOTTEN_AT_ONCE }
  await deleteFormerHooks(database.kysely, reportsSince(clock.now()))
  let all = 0
  for (let some = FORGOTTEN_AT_ONCE; some === FORGOTTEN_AT_ONCE; all += some) {
    some = await deleteOldReports(database.kysely, old)
  }
  return all
}

async function readSafely(deps: ReportDeps, reporting: Reporting, report: Report): Promise<Reading> {
  try {
    return report.call === null
      ? await readBounceMail(deps, report)
      : await readCall(deps, reporting, report, report.call)
  } catch (error) {
    deps.log.warn({ err: error, report: report.reportId }, 'a report could not be read; trying again')
    return { events: [], next: 'again', ...failureOf(error) }
  }
}

async function conclude(deps: ReportDeps, readings: readonly { report: Report; reading: Reading }[]): Promise<void> {
  const done = readings.filter(({ reading }) => reading.next === 'done')
  for (const [outcome, group] of Map.groupBy(done, ({ reading }) => reading.outcome)) {
    const ids = group.map(({ report }) => report.reportId)
    await settleReports(deps.database.kysely, ids, outcome)
  }
  for (const { report, reading } of readings) {
    const { next, outcome } = reading
    logReading(deps, report, reading, isBeforeFirstRetry(deps, report))
    if (next === 'again') await postpone(deps, report, reading)
    if (next === 'never') await postponeReport(deps.database.kysely, report.reportId, { outcome, nextTryAt: null })
  }
}

/** After that time it has been processed at least once. */
function isBeforeFirstRetry({ clock }: ReportDeps, { receivedAt }: Report): boolean {
  return clock.now() < firstTryAt(receivedAt)
}

const RETRY_DELAYS_MS = [1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000]
const GIVE_UP_MS = 72 * 3_600_000

/** Operators search for it: such reports are kept, but never processed again. */
const SET_ASIDE = 'set_aside'
/** By then a minute has passed without any change. */
const SAME_FAILURES_MOST = 4
const ERROR_LENGTH = 500

type Failure = Pick<Reading, 'outcome' | 'error'>

/** Errors of networks and databases are temporary; an error of the code for a report is permanent. */
function failureOf(error: unknown): Failure {
  const passes = error instanceof AppError || (error instanceof Error && 'code' in error)
  return { outcome: 'failed', ...(!passes && { error: asError(error).message.slice(0, ERROR_LENGTH) }) }
}

async function postpone(
  { database, clock, log }: ReportDeps,
  report: Report,
  { outcome, error }: Failure,
): Promise<void> {
  const now = clock.now().getTime()
  const ageMs = now - report.receivedAt.getTime()
  const delayMs = RETRY_DELAYS_MS.find(delay => delay > ageMs) ?? RETRY_DELAYS_MS.at(-1) ?? 0
  const failures = error === undefined ? 0 : error === report.error ? (report.failures ?? 0) + 1 : 1
  const failure = error === undefined ? {} : { failure: { error, failures } }
  if (failures >= SAME_FAILURES_MOST) {
    log.error({ report: report.reportId, error }, 'a report cannot be read; it is set aside')
    await postponeReport(database.kysely, report.reportId, { outcome: SET_ASIDE, nextTryAt: null, ...failure })
    return
  }
  const nextTryAt = ageMs >= GIVE_UP_MS ? null : new Date(now + delayMs)
  await postponeReport(database.kysely, report.reportId, { outcome, nextTryAt, ...failure })
}

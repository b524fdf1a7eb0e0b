/**
 * Stores reports unchanged, within a limit for each application: a client that has a hook's secret could call it without end. Stored
 * reports are never removed to make room (docs/decisions/0028-room-for-reports.md).
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { keptSums } from '../../db/kept-sum.ts'
import { AppError } from '../../lib/app-error.ts'
import { selectMessagesSent } from './message-queries.ts'
import { insertReports, type Report } from './report-queries.ts'
import { firstTryAt, type ReportDeps } from './reporting.ts'

const BASE_BYTES = 256 * 1_048_576
/** Enough for several reports of each message, even if none of them can be processed for a month. */
const BYTES_OF_MESSAGE = 20_480
const MESSAGES_DAYS = 30

/** How long the number of messages that an application sent is cached. */
const ROOM_KNOWN_MS = 60_000
const LOGGED_EVERY_MS = 600_000
const COME_AGAIN_SECONDS = 600

export interface ReportStore {
  /** Returns which of them were not here yet, and for which there was no room. */
  add(reports: readonly Report[]): Promise<{ fresh: ReadonlySet<Report>; refused: ReadonlySet<Report> }>
}

/** The error for a report that exceeds the limit. */
export function diskFullError(): AppError {
  return new AppError('tooManyRequests', { ...sentence('hooks.noRoom'), retryAfterSeconds: COME_AGAIN_SECONDS })
}

/** One per process. Processes that store at the same moment may exceed the limit by what each stores in one statement. */
export function openReportStore(deps: ReportDeps): ReportStore {
  const { database, clock } = deps
  const roomOf = startRooms(deps)
  const logRefused = startLog(deps)

  async function withoutRoom(reports: readonly Report[]): Promise<Set<Report>> {
    const ids = [...new Set(reports.map(report => report.applicationId))]
    const used = await keptSums(database.kysely, 'report_bytes', ids)
    const refused = new Set<Report>()
    for (const report of reports) {
      const { applicationId, raw } = report
      const bytes = (used.get(applicationId) ?? 0) + raw.length
      if (bytes <= BASE_BYTES || bytes <= (await roomOf(applicationId))) used.set(applicationId, bytes)
      else refused.add(report)
    }
    return refused
  }

  return {
    async add(reports) {
      const refused = await withoutRoom(reports)
      for (const { applicationId } of refused) logRefused(applicationId)
      const those = reports.filter(report => !refused.has(report))
      const fresh = new Set<Report>()
      if (those.length === 0) return { fresh, refused }
      const ids = await insertReports(database.kysely, those, firstTryAt(clock.now()))
      for (const report of those) if (ids.delete(report.reportId)) fresh.add(report)
      return { fresh, refused }
    },
  }
}

/** The bytes that an application may store, by the number of messages that it sent. */
function startRooms({ database, clock }: ReportDeps): (applicationId: string) => Promise<number> {
  const known = new Map<string, { bytes: number; atMs: number }>()
  return async applicationId => {
    const nowMs = clock.now().getTime()
    const last = known.get(applicationId)
    if (last !== undefined && nowMs - last.atMs < ROOM_KNOWN_MS) return last.bytes
    const since = new Date(nowMs - MESSAGES_DAYS * 86_400_000)
    const messages = await selectMessagesSent(database.kysely, applicationId, since)
    const bytes = BASE_BYTES + messages * BYTES_OF_MESSAGE
    known.set(applicationId, { bytes, atMs: nowMs })
    return bytes
  }
}

/** Logs at most one line per application in a while, not one for each call. */
function startLog({ log, clock }: ReportDeps): (application: string) => void {
  const loggedAtMs = new Map<string, number>()
  return application => {
    const nowMs = clock.now().getTime()
    if (nowMs - (loggedAtMs.get(application) ?? -Infinity) < LOGGED_EVERY_MS) return
    loggedAtMs.set(application, nowMs)
    log.warn({ application }, 'reports are refused: the application has no room for more')
  }
}

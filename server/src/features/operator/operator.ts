/** Front door of the operator's view: who may see the whole installation, and its state. */
import type {
  Backups,
  LaneDepth,
  OperatorStatus,
  PaymentHook,
  Restored,
  WorkerState,
} from '@notifly/contracts/operator/operator'
import { inWords } from '@notifly/contracts/sentences/english'
import type { Config } from '../../config.ts'
import { rebuildCounters } from '../../engine/upkeep/counters.ts'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers, longQueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import type { BackupStanding } from '../backups/backups.ts'
import type { HookStanding } from '../billing/billing.ts'
import type { EngineState } from './engine-state.ts'
import { hasRun, selectFirstAccount, selectFirstAddress, type LaneRow, type WorkerRow } from './queries.ts'
import { monthsAhead } from './storage.ts'
import { findTroubles, SILENT_SECONDS } from './troubles.ts'
import { unsafeSettings } from './unsafe-settings.ts'

export { unsafeSettings } from './unsafe-settings.ts'

/** Name of the job; its payload is `{applicationId, runId}`. */
const REBUILD_COUNTERS = 'operator.rebuild-counters'
const MOST_LANES = 50
const MINUTES = 60
const MINUTE_MS = 60_000

/**
 * Whether the person is an operator: their verified address is in NOTIFLY_OPERATORS or, if that is empty and only this machine can reach
 * the server, no other person signed up before them.
 */
export async function isOperator(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  person: Pick<Caller, 'accountId' | 'email' | 'emailVerified'>,
): Promise<boolean> {
  if (!person.emailVerified) return false
  if (config.operators.length > 0) return config.operators.includes(person.email.toLowerCase())
  // Where others can sign up, being the first one is no merit.
  if (!config.onlyThisMachine) return false
  return (await selectFirstAccount(database.kysely)) === person.accountId
}

/** The address of mail to the operators: the first of NOTIFLY_OPERATORS or, as above, of the first account. Null if there is none. */
export async function operatorMailbox({ database, config }: Pick<Deps, 'database' | 'config'>): Promise<string | null> {
  const [named] = config.operators
  if (named !== undefined || !config.onlyThisMachine) return named ?? null
  return (await selectFirstAddress(database.kysely)) ?? null
}

/** Throws notFound for everyone else, so that they do not learn that the page exists. */
export async function requireOperator(deps: Deps, caller: Caller): Promise<void> {
  if (!(await isOperator(deps, caller))) throw new AppError('notFound')
}

/** Has a run recounted soon. Throws notFound for a run that does not exist, or whose details are deleted. */
export async function requestRebuild({ database }: Deps, applicationId: string, runId: string): Promise<void> {
  if (!(await hasRun(database.kysely, applicationId, runId))) throw new AppError('notFound')
  const options = { key: `${REBUILD_COUNTERS}:${runId}`, queue: longQueue(applicationId) }
  await enqueue(database.kysely, REBUILD_COUNTERS, { applicationId, runId }, options)
}

export function operatorJobs(deps: Deps): JobHandlers {
  return {
    [REBUILD_COUNTERS]: {
      long: async payload => {
        await rebuildCounters(deps, payload as { applicationId: string; runId: string })
      },
    },
  }
}

/** The engine's state in the API's form. */
export function presentStatus(state: EngineState, config: Config, hook: HookStanding | null): OperatorStatus {
  const { at, lanes, workers, totals, lag, jobs, storage } = state
  return {
    at: epochSeconds(at),
    troubles: findTroubles(state, config),
    unsafe_settings: unsafeSettings(config).map(({ setting, risk }) => ({ setting, risk })),
    queue: sumOf(lanes),
    lanes: lanes.slice(0, MOST_LANES).map(presentLane),
    lanes_total: lanes.length,
    rates: state.lastMinute.map(({ channel, sent, failed, retried }) => ({
      channel,
      sent: sent / 60,
      failed: failed / 60,
      retried: retried / 60,
    })),
    course: courseOf(state),
    workers: workers.map(presentWorker),
    leases_lost: {
      last_hour: state.leasesLostLastHour,
      total: totals.reduce((sum, { leasesLost }) => sum + leasesLost, 0),
    },
    counters: {
      hits_waiting: lag.hits,
      oldest_hit_seconds: whole(lag.oldestHitSeconds),
      reports_waiting: lag.reports,
      off: state.off.map(({ applicationId, application, runId, name, off, checkedAt }) => ({
        application_uuid: applicationId,
        application,
        run_uuid: runId,
        name,
        off,
        checked_on: epochSeconds(checkedAt),
      })),
    },
    jobs: { ...jobCounts(jobs), oldest_seconds: whole(jobs.oldestSeconds) },
    backups: presentBackups(state.backups, config),
    restored: presentRestored(state.backups.restored),
    payment_hook: hook && presentHook(hook),
    near_quotas: storage.nearQuotas.map(({ applicationId, application, what, used, limit }) => ({
      application_uuid: applicationId,
      application,
      what,
      used,
      limit,
    })),
    storage: {
      database_bytes: storage.databaseBytes,
      retention_days: config.retentionDays,
      months_ahead: monthsAhead(storage.leaves, at),
      partitions: storage.leaves.map(({ table, month, sizeBytes, rows }) => ({
        table,
        month,
        size_bytes: sizeBytes,
        rows,
      })),
    },
  }
}

function presentHook({ provider, address, reportedAt }: HookStanding): PaymentHook {
  return { provider, address, reported_on: reportedAt && epochSeconds(reportedAt) }
}

function presentBackups(standing: BackupStanding, { backup }: Config): Backups {
  const { moment, bytes, tookMs, archivedAt, segmentsWaiting } = standing
  const lastOn = archivedAt === null ? null : epochSeconds(archivedAt)
  return {
    last: moment === null ? null : { moment: epochSeconds(moment), bytes, seconds: Math.round(tookMs / 100) / 10 },
    every_hours: backup.dir === null ? null : backup.everyHours,
    archive: backup.archiveDir === null ? null : { last_on: lastOn, waiting: segmentsWaiting },
  }
}

function presentRestored(restored: BackupStanding['restored']): Restored | null {
  if (restored === null) return null
  const { moment, restoredAt, heldAt: _, ...held } = restored
  return { moment: epochSeconds(moment), restored_on: epochSeconds(restoredAt), ...held }
}

function jobCounts({ waiting, running, failed }: EngineState['jobs']) {
  return { waiting, running, failed }
}

/** Sixty minutes, including those without messages. */
function courseOf({ at, lastHour }: EngineState): OperatorStatus['course'] {
  const known = new Map(lastHour.map(minute => [minute.at.getTime(), minute]))
  const endMs = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  return Array.from({ length: MINUTES }, (_, index) => {
    const ms = endMs - (MINUTES - index) * MINUTE_MS
    const { sent = 0, failed = 0 } = known.get(ms) ?? {}
    return { at: ms / 1000, sent: sent / 60, failed: failed / 60 }
  })
}

function sumOf(lanes: readonly LaneRow[]): OperatorStatus['queue'] {
  const total = (of: (lane: LaneRow) => number): number => lanes.reduce((sum, lane) => sum + of(lane), 0)
  const ages = lanes.flatMap(({ oldestDueSeconds }) => oldestDueSeconds ?? [])
  return {
    due: total(lane => lane.due),
    leased: total(lane => lane.leased),
    later: total(lane => lane.later),
    retries: total(lane => lane.retries),
    paused: total(lane => lane.paused),
    oldest_due_seconds: ages.length === 0 ? null : Math.round(Math.max(...ages)),
  }
}

function presentLane(lane: LaneRow): LaneDepth {
  const reason = lane.blockedReason === null ? null : readWords(lane.blockedReason)
  return {
    uuid: lane.laneId,
    application_uuid: lane.applicationId,
    application: lane.application,
    channel: lane.channel,
    class: lane.class === 0 ? 'single' : 'campaign',
    due: lane.due,
    leased: lane.leased,
    later: lane.later,
    retries: lane.retries,
    paused: lane.paused,
    oldest_due_seconds: whole(lane.oldestDueSeconds),
    blocked_reason: reason === null ? null : inWords(reason).message,
    blocked_reason_sentence: typeof reason === 'object' ? reason : null,
    blocked_since: lane.blockedSince === null ? null : epochSeconds(lane.blockedSince),
    connections: lane.connections,
    max_connections: lane.maxConnections,
    messages_per_second: lane.messagesPerSecond,
  }
}

function presentWorker(worker: WorkerRow): WorkerState {
  return {
    uuid: worker.workerId,
    host_uuid: worker.hostId,
    pid: worker.pid,
    started_on: epochSeconds(worker.startedAt),
    beat_seconds: Math.round(worker.beatSeconds * 10) / 10,
    is_silent: worker.beatSeconds >= SILENT_SECONDS,
    batches: worker.batches,
    connections: worker.connections,
    journal_bytes: worker.journalBytes,
  }
}

function whole(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(0, Math.round(seconds))
}

/** Problems in the engine's state that need an operator, most urgent first. */
import type { Trouble } from '@notifly/contracts/operator/operator'
import type { Config } from '../../config.ts'
import { monthsAhead } from './storage.ts'
import type { EngineState } from './engine-state.ts'

/** A worker claims within a fifth of a second; a wait of this length has a cause. */
const DUE_SECONDS = 15
/** With workers there may be a short time without messages, because of a slow provider or a rate limit. */
const STALLED_SECONDS = 60
/** The duration of three permits: six missed renewals. */
export const SILENT_SECONDS = 5
const JOB_SECONDS = 60
const HIT_SECONDS = 60
/** For each worker, which stops with 64,000 recipients in hand (engine/tuning.ts): their answers take 30 bytes each and more. */
const JOURNAL_BYTES = 1024 * 1024
const LEAST_MONTHS_AHEAD = 1
/** As a share of the interval between two backups: one may be missed because of a restart, or take long. */
const LATE_BACKUP = 1.25
/** A segment is usually handed over every half minute. */
const ARCHIVE_SECONDS = 180

/** Empty if there are none. */
export function findTroubles(state: EngineState, { backup }: Pick<Config, 'backup'>): Trouble[] {
  return [
    ...dueTroubles(state),
    ...silentWorkers(state),
    ...jobTroubles(state),
    ...blockedLanes(state),
    ...counterTroubles(state),
    ...storageTroubles(state),
    ...backupTroubles(state, backup),
  ]
}

function dueTroubles({ lanes, workers, lastMinute }: EngineState): Trouble[] {
  // What is blocked has its own line and waits by intention.
  const ages = lanes.flatMap(lane => (lane.blockedReason === null ? [lane.oldestDueSeconds ?? 0] : []))
  const seconds = Math.round(Math.max(0, ...ages))
  const isAnybodyThere = workers.some(worker => worker.beatSeconds < SILENT_SECONDS)
  if (!isAnybodyThere && seconds >= DUE_SECONDS) return [trouble('no_worker', { seconds })]
  const isMoving = lastMinute.some(({ sent, failed, retried }) => sent + failed + retried > 0)
  return isAnybodyThere && !isMoving && seconds >= STALLED_SECONDS ? [trouble('stalled', { seconds })] : []
}

function silentWorkers({ workers }: EngineState): Trouble[] {
  const silent = workers.filter(worker => worker.beatSeconds >= SILENT_SECONDS)
  const longest = Math.max(0, ...silent.map(worker => worker.beatSeconds))
  return silent.length === 0 ? [] : [trouble('silent_worker', { n: silent.length, seconds: Math.round(longest) })]
}

function jobTroubles({ jobs }: EngineState): Trouble[] {
  const seconds = Math.round(jobs.oldestSeconds ?? 0)
  return [
    ...(seconds >= JOB_SECONDS ? [trouble('no_scheduler', { seconds, n: jobs.waiting })] : []),
    ...(jobs.failed > 0 ? [trouble('failed_jobs', { n: jobs.failed })] : []),
  ]
}

function blockedLanes({ lanes, at }: EngineState): Trouble[] {
  return lanes.flatMap(({ blockedReason, blockedSince, application }) => {
    if (blockedReason === null) return []
    const seconds = blockedSince === null ? null : Math.round((at.getTime() - blockedSince.getTime()) / 1000)
    return [trouble('lane_blocked', { seconds, name: application })]
  })
}

function counterTroubles({ off, lag, workers }: EngineState): Trouble[] {
  const seconds = Math.round(lag.oldestHitSeconds ?? 0)
  const journalBytes = workers.reduce((sum, worker) => sum + worker.journalBytes, 0)
  return [
    ...(off.length > 0 ? [trouble('counters_off', { n: off.length })] : []),
    ...(seconds >= HIT_SECONDS ? [trouble('hits_late', { seconds, n: lag.hits })] : []),
    ...(journalBytes > JOURNAL_BYTES * workers.length ? [trouble('journal_behind', { n: journalBytes })] : []),
  ]
}

function storageTroubles({ storage, at }: EngineState): Trouble[] {
  const n = monthsAhead(storage.leaves, at)
  return n < LEAST_MONTHS_AHEAD ? [trouble('no_room', { n })] : []
}

function backupTroubles({ backups, at }: EngineState, { dir, everyHours, archiveDir }: Config['backup']): Trouble[] {
  const { moment, failedAt, archiveFailedAt, segmentsWaiting, archivedAt } = backups
  const since = (date: Date): number => Math.round((at.getTime() - date.getTime()) / 1000)
  const found: Trouble[] = []
  if (failedAt !== null) found.push(trouble('backup_failed', { seconds: since(failedAt) }))
  else if (dir !== null && moment === null) found.push(trouble('backup_missing', {}))
  if (dir !== null && moment !== null && since(moment) > everyHours * LATE_BACKUP * 3600) {
    found.push(trouble('backup_late', { seconds: since(moment) }))
  }
  const isLate = segmentsWaiting > 0 && archivedAt !== null && since(archivedAt) > ARCHIVE_SECONDS
  if (archiveDir !== null && (archiveFailedAt !== null || isLate)) {
    found.push(trouble('archive_late', { seconds: archivedAt === null ? null : since(archivedAt) }))
  }
  return found
}

function trouble(kind: Trouble['kind'], facts: Partial<Trouble>): Trouble {
  return { kind, seconds: null, n: null, name: null, ...facts }
}

/** Reads the engine's state, from which the operator's page and /metrics are made. */
import { leafSizes, type LeafSize } from '../../db/partitions.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { readJobDepth, type JobDepth } from '../../jobs/depth.ts'
import { type BackupStanding, readBackupStanding } from '../backups/backups.ts'
import { type QuotaUse, usesNearQuotas } from '../quotas/quotas.ts'
import {
  countLeasesLost,
  selectDatabaseSize,
  selectLag,
  selectLanes,
  selectLastHour,
  selectLastMinute,
  selectOff,
  selectTotals,
  selectWorkers,
  type Lag,
  type LaneRow,
  type MinuteRow,
  type OffRow,
  type PulseRow,
  type TotalRow,
  type WorkerRow,
} from './queries.ts'

export interface EngineState {
  at: Date
  lanes: LaneRow[]
  lastMinute: PulseRow[]
  lastHour: MinuteRow[]
  totals: TotalRow[]
  workers: WorkerRow[]
  leasesLostLastHour: number
  lag: Lag
  off: OffRow[]
  jobs: JobDepth
  backups: BackupStanding
  storage: Storage
}

interface Storage {
  nearQuotas: QuotaUse[]
  databaseBytes: number
  leaves: LeafSize[]
}

/** Several viewers, and a page that polls every five seconds, share one read. */
const FRESH_MS = 1000
/** A read that takes longer may never end; until then nobody begins another one. */
const HANGS_MS = 15_000
/** Sizes change slowly, and a large installation has many files. */
const STORAGE_FRESH_MS = 60_000
const MOST_OFF = 50

/** Returns the present state; reads the database at most once a second, for all callers together. */
export function createEngineState(deps: Pick<Deps, 'config' | 'database' | 'clock'>): () => Promise<EngineState> {
  const { database, clock } = deps
  const db = database.kysely
  const storage = shared(STORAGE_FRESH_MS, async () => ({
    databaseBytes: await selectDatabaseSize(db),
    leaves: await leafSizes(database),
    nearQuotas: await usesNearQuotas(deps),
  }))
  return shared(FRESH_MS, async () => ({ ...(await look(db, clock.now())), storage: await storage() }))
}

async function look(db: Db, at: Date): Promise<Omit<EngineState, 'storage'>> {
  // One after the other: an onlooker must not take several connections from those who work.
  return {
    at,
    lanes: await selectLanes(db, at),
    lastMinute: await selectLastMinute(db, at),
    lastHour: await selectLastHour(db, at),
    totals: await selectTotals(db),
    workers: await selectWorkers(db),
    leasesLostLastHour: await countLeasesLost(db, at),
    lag: await selectLag(db, at),
    off: await selectOff(db, MOST_OFF),
    jobs: await readJobDepth(db),
    backups: await readBackupStanding(db, at),
  }
}

function shared<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { untilMs: number; answer: Promise<T> } | undefined
  return () => {
    const nowMs = performance.now()
    if (known === undefined || known.untilMs <= nowMs) {
      const answer = read()
      const asked = { untilMs: nowMs + Math.max(freshMs, HANGS_MS), answer }
      known = asked
      answer.then(
        () => (asked.untilMs = nowMs + freshMs),
        () => {
          if (known === asked) known = undefined
        },
      )
    }
    return known.answer
  }
}

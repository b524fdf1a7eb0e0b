/** Keeps the leases of this worker alive, and stops every batch that is not confirmed in time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { claimBatch, renewLeases, type WorkerIdentity } from './lease-queries.ts'
import { LeasedBatch, thisMoment } from './leased-batch.ts'
import type { Tuning } from '../tuning.ts'

interface LeasesOptions {
  database: Database
  worker: WorkerIdentity
  clock: Clock
  log: Log
  tuning: Tuning
  /** Another supervisor took over our work: this process must not go on. */
  onLost: () => void
  /** Told with each renewal how many workers there are. */
  onWorkers: (workers: number) => void
}

export class Leases {
  readonly #options: LeasesOptions
  readonly #held = new Set<LeasedBatch>()
  readonly #ended = new AbortController()

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  get held(): ReadonlySet<LeasedBatch> {
    return this.#held
  }

  async claim(busyLanes: readonly string[]): Promise<LeasedBatch | null> {
    const { database, worker, clock, tuning } = this.#options
    const began = thisMoment()
    const { leaseMs, messagesPerMinute } = tuning
    const claim = await claimBatch(database.pool, worker, { now: clock.now(), busyLanes, leaseMs, messagesPerMinute })
    if (claim === null) return null
    const batch = new LeasedBatch(claim, began, tuning.permitMs)
    this.#held.add(batch)
    return batch
  }

  /** Completed or given back: not ours any more. */
  forget(batch: LeasedBatch): void {
    this.#held.delete(batch)
  }

  /** Renews until `end`. A database that does not answer costs the permits, not the process. */
  async run(onBeat: () => void): Promise<void> {
    const { tuning, log } = this.#options
    const { signal } = this.#ended
    while (!signal.aborted) {
      const startedAt = performance.now()
      onBeat()
      await this.#renew().catch((error: unknown) => log.warn({ err: error }, 'leases could not be renewed'))
      const waitMs = Math.max(0, tuning.renewMs - (performance.now() - startedAt))
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  end(): void {
    this.#ended.abort()
  }

  async #renew(): Promise<void> {
    const { database, worker, clock, tuning, onLost, onWorkers } = this.#options
    const began = thisMoment()
    const renewed = await renewLeases(database.pool, worker.workerId, { now: clock.now(), leaseMs: tuning.leaseMs })
    if (renewed === null) return this.#ended.signal.aborted ? undefined : onLost()
    const byKey = new Map(renewed.leases.map(lease => [`${lease.runId}.${lease.no}.${lease.token}`, lease.mayGoOn]))
    onWorkers(renewed.workers)
    for (const batch of this.#held) {
      const { runId, no, token } = batch.claim
      const mayGoOn = byKey.get(`${runId}.${no}.${token}`)
      if (mayGoOn === true) batch.renew(began, tuning.permitMs)
      // A batch that was claimed while the call was on its way cannot be in its answer.
      else if (mayGoOn === false || batch.heldSinceMs < began.monotonicMs) batch.stop()
    }
  }
}

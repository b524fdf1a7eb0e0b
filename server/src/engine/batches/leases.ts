/** The batches that this worker holds. Keeps their leases alive, and stops a batch whose lease was not confirmed in time. */
// Imported: the global is a getter, and each message would call it many times.
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { BatchTrace } from '../sending/batch-trace.ts'
import { claimBatch, type ClaimedBatch, type LaneClass, renewLeases } from './lease-queries.ts'
import type { WorkerIdentity } from './worker-queries.ts'
import type { Tuning } from '../tuning.ts'

interface LeasesOptions {
  database: Database
  worker: WorkerIdentity
  clock: Clock
  log: Log
  tuning: Tuning
  /** Another supervisor took over this worker's batches: this process must not go on. */
  onLost: () => void
  /** Called with each renewal, with the number of live workers. */
  onWorkers: (workers: number) => void
}

/** Renews the leases of this worker. */
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

  async claim(laneClass: LaneClass, busyLanes: readonly string[]): Promise<LeasedBatch | null> {
    const { database, worker, clock, tuning } = this.#options
    const began = thisMoment()
    const { leaseMs, messagesPerMinute } = tuning
    const claim = await claimBatch(database.pool, worker, {
      now: clock.now(),
      busyLanes,
      leaseMs,
      messagesPerMinute,
      laneClass,
    })
    if (claim === null) return null
    const batch = new LeasedBatch(claim, began, tuning.permitMs)
    this.#held.add(batch)
    return batch
  }

  /** For a batch that was completed or released. */
  forget(batch: LeasedBatch): void {
    this.#held.delete(batch)
  }

  /** Renews until `end`. While the database does not respond, permits lapse, but the process goes on. */
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
      // The renewal cannot know a batch that was claimed while it was under way.
      else if (mayGoOn === false || batch.heldSinceMs < began.monotonicMs) batch.stop()
    }
  }
}

/** A batch that this worker holds: what may still be sent of it, and which deliveries get another attempt. */
export class LeasedBatch {
  readonly claim: ClaimedBatch
  /** `performance.now()` from which on the batch is known to be ours. */
  readonly heldSinceMs = performance.now()
  /** All of it has been handed over; only outcomes are still on their way to the database. */
  isHandedOver = false
  /** Null if the batch is not traced. */
  trace: BatchTrace | null = null
  readonly #retries = new Map<string, RetryList>()
  #permit: Permit
  readonly #stop = new AbortController()
  // Beside the signal, which is slower to read: each message reads it several times.
  #isStopped = false

  constructor(claim: ClaimedBatch, claimBegan: Moment, permitMs: number) {
    this.claim = claim
    this.#permit = permitFrom(claimBegan, permitMs)
  }

  /** Aborted once nothing more of the batch may be started. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Whether the last renewal in time says that the batch is ours and that its run goes on. */
  mayStart(): boolean {
    if (this.isStopped) return false
    // Both clocks: the monotonic one may stop while the machine sleeps, the other may be set back.
    const { monotonicUntilMs, wallUntilMs } = this.#permit
    return performance.now() < monotonicUntilMs && Date.now() < wallUntilMs
  }

  renew(began: Moment, permitMs: number): void {
    this.#permit = permitFrom(began, permitMs)
  }

  stop(): void {
    this.#isStopped = true
    this.#stop.abort()
  }

  get retries(): Iterable<RetryList> {
    return this.#retries.values()
  }

  /** `attempt`: attempts already made. */
  retryAt(dueMs: number, attempt: number, seq: number): void {
    const key = `${dueMs}.${attempt}`
    const list = this.#retries.get(key)
    if (list === undefined) this.#retries.set(key, { dueMs, attempt, seqs: [seq] })
    else list.seqs.push(seq)
  }
}

/** Deliveries of one batch whose next attempt is due at the same time. */
export interface RetryList {
  /** Milliseconds since 1970. */
  dueMs: number
  attempt: number
  seqs: number[]
}

/** The same instant on both clocks, in milliseconds. */
export interface Moment {
  monotonicMs: number
  wallMs: number
}

interface Permit {
  monotonicUntilMs: number
  wallUntilMs: number
}

export function thisMoment(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}

function permitFrom({ monotonicMs, wallMs }: Moment, permitMs: number): Permit {
  return { monotonicUntilMs: monotonicMs + permitMs, wallUntilMs: wallMs + permitMs }
}

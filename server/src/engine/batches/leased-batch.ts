/** A batch in the hands of this worker: what may still be sent of it, and what is to be tried again. */
// Imported since the global is a getter, which each mail would ask many times.
import { performance } from 'node:perf_hooks'
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import type { JournalBatch } from '../record/journal-records.ts'

/** What a claim answers. */
export interface ClaimedBatch extends JournalBatch {
  laneId: string
  campaignId: string
  seqFrom: number | null
  seqTo: number | null
  seqs: number[] | null
  /** Of an A/B test, from 1; 0: the run's own content. */
  variant: number
  /** Attempts that its deliveries have behind them. */
  attempt: number
  /** Its last lease ran out on another machine: what that one did last is unknown. */
  isTakenOver: boolean
  /** Messages a second; null: as fast as the provider takes them. */
  ratePerSecond: number | null
  maxConnections: number
  /** How many messages one person gets on the channel; null: no cap. */
  cap: FrequencyCap | null
  /** Workers among which those connections are shared. */
  workers: number
  /** The lane's configuration failed the last time it was tried. */
  isLaneFailing: boolean
  configuration: StoredConfiguration
}

export interface StoredConfiguration {
  configuration_id: string
  provider: string
  settings: unknown
  secrets: string
  hook_token: string
  updatedAt: Date
}

export class LeasedBatch {
  readonly claim: ClaimedBatch
  /** Performance time since which it is known to be ours. */
  readonly heldSinceMs = performance.now()
  /** Nothing of it is left to send; only its outcomes are still on their way to the database. */
  isHandedOver = false
  readonly #retries = new Map<string, RetryList>()
  #permit: Permit
  readonly #stop = new AbortController()
  // Beside the signal, which takes longer to ask: every mail asks several times.
  #isStopped = false

  constructor(claim: ClaimedBatch, claimBegan: Moment, permitMs: number) {
    this.claim = claim
    this.#permit = permitFrom(claimBegan, permitMs)
  }

  /** Aborted when nothing more of it may be started. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Whether the batch is still ours and its run still goes on, as far as we were told in time. */
  mayStart(): boolean {
    if (this.isStopped) return false
    // Both clocks: the monotonic one may stop while the machine sleeps, the other one may be set back.
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

  /** `attempt`: how many it has behind it. */
  retryAt(dueMs: number, attempt: number, seq: number): void {
    const key = `${dueMs}.${attempt}`
    const list = this.#retries.get(key)
    if (list === undefined) this.#retries.set(key, { dueMs, attempt, seqs: [seq] })
    else list.seqs.push(seq)
  }
}

/** Deliveries of one batch that get a further attempt at the same moment. */
export interface RetryList {
  /** Milliseconds since 1970. */
  dueMs: number
  attempt: number
  seqs: number[]
}

/** One moment on both clocks, in milliseconds. */
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

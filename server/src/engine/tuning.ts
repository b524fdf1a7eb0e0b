/** Times and sizes of the engine. Tests shorten them; an installation has no reason to. */
export interface Tuning {
  leaseMs: number
  /** Interval at which leases are renewed. */
  renewMs: number
  /** How long after the start of a renewal a worker may still start messages. */
  permitMs: number
  /** Interval at which workers poll the database, besides being notified. */
  pollMs: number
  /** Longest time until outcomes are in the database. */
  flushMs: number
  /** ... or when this many have accumulated. */
  flushRows: number
  /** Waits before the further attempts of one message; see sending/hand-over.ts for where each reason starts. */
  backoffMs: readonly number[]
  /** Waits before a failing configuration is tried again. */
  blockMs: readonly number[]
  /** A lane that has failed for this long expires what waits in it. */
  blockedForMs: number
  /** Interval at which ended runs are looked for. */
  sweepMs: number
  batchesPerLane: number
  /** The same for transactional messages. */
  messageBatchesPerLane: number
  /** Limit per application, all its campaigns together; 0: none. Set by the operator. */
  messagesPerMinute: number
  /** One in this many successful messages of a run is logged; 0: none. Set by the operator. */
  logSample: number
  /** With this many recipients in memory, a worker claims no more from lanes that it already has a batch of. */
  recipientsInHand: number
  /** ... and with this many, nothing at all. */
  recipientsAtMost: number
  /** At that limit, a batch that has been held for this long is released. */
  slowMs: number
  journalSegmentBytes: number
  /** Age at which a journal file ends, however small it is. */
  journalSegmentMs: number
  /** A worker process without a heartbeat for this long is killed. Well below the lease. */
  stuckMs: number
  /** How long a stopping worker waits for messages in flight. */
  stopMs: number
  /** Interval at which a small machine looks whether work waits for workers. */
  needLookMs: number
  /** All its workers but one end when there was nothing to do for this long. */
  needQuietMs: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const TUNING: Tuning = {
  leaseMs: 30 * SECOND,
  renewMs: 500,
  permitMs: 1500,
  pollMs: 200,
  flushMs: 100,
  flushRows: 2000,
  backoffMs: [
    5 * SECOND,
    15 * SECOND,
    30 * SECOND,
    1 * MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    1 * HOUR,
    4 * HOUR,
  ],
  blockMs: [30 * SECOND, 1 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE],
  // Longer than the day over which providers count the recipients of a business.
  blockedForMs: 25 * HOUR,
  sweepMs: 1 * SECOND,
  batchesPerLane: 2,
  messageBatchesPerLane: 8,
  messagesPerMinute: 0,
  logSample: 1000,
  recipientsInHand: 16_000,
  recipientsAtMost: 64_000,
  slowMs: 5 * MINUTE,
  journalSegmentBytes: 8 * 1024 * 1024,
  journalSegmentMs: 5 * 60_000,
  stuckMs: 20 * SECOND,
  stopMs: 15 * SECOND,
  needLookMs: 1 * SECOND,
  needQuietMs: 2 * MINUTE,
}

/** Points in a worker's loop. Only the tests that kill workers listen to them. */
export const STAGES = ['claimed', 'checked', 'rendered', 'intent', 'answered', 'flush', 'flushed', 'completed'] as const

export type Stage = (typeof STAGES)[number]

/** Times and sizes of the engine. Tests shorten them; an installation has no reason to. */
export interface Tuning {
  leaseMs: number
  /** Leases are renewed this often. */
  renewMs: number
  /** How long after the beginning of a renewal a worker may still start messages. */
  permitMs: number
  /** The database is asked for work this often, besides being notified of it. */
  pollMs: number
  /** Outcomes reach the database at most this much later. */
  flushMs: number
  /** ... or when this many have come together. */
  flushRows: number
  /** Wait before each further attempt of one message; see sending/hand-over.ts for who begins at which step. */
  backoffMs: readonly number[]
  /** Wait before a failing configuration is tried again. */
  blockMs: readonly number[]
  /** After this long of failing, what waits in the lane expires. */
  blockedForMs: number
  /** Runs that ended are looked for this often. */
  sweepMs: number
  batchesPerLane: number
  /** The same for transactional messages. */
  messageBatchesPerLane: number
  /** Of one application, all its campaigns together; 0: no end. The installation's own setting. */
  messagesPerMinute: number
  /** Of so many messages of a run that went well, one is written into the log; 0: none. The installation's own setting. */
  logSample: number
  /** With so many recipients in memory a worker takes nothing more from lanes that it has a batch of. */
  recipientsInHand: number
  /** ... and with so many, nothing at all. */
  recipientsAtMost: number
  /** A batch that has been in hand for so long goes back while a worker has as many recipients as that. */
  slowMs: number
  journalSegmentBytes: number
  /** A file of the journal that is older ends, however small it is. */
  journalSegmentMs: number
  /** A worker process that has not been heard of for this long is killed. Well below the lease. */
  stuckMs: number
  /** Messages in flight are waited for this long when a worker is to stop. */
  stopMs: number
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
  // Longer than the day over which providers count whom a business writes to.
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
}

/** Where a worker is. The tests that kill workers do it between any two of these; nothing else listens. */
export const STAGES = ['claimed', 'checked', 'rendered', 'intent', 'answered', 'flush', 'flushed', 'completed'] as const

export type Stage = (typeof STAGES)[number]

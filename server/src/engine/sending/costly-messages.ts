/**
 * Limits messages that are expensive to render. A message takes a fraction of a millisecond; one that is made to hurt takes as long as its
 * budget allows (lib/liquid/budget.ts). A thousand of those in a row would keep the worker from all other messages and from its heartbeat,
 * without which it is killed and starts the same batch again. So a lane with such messages rests after a few of them.
 */
// Imported: the global is a getter, and each message would call it.
import { performance } from 'node:perf_hooks'
import { withinBudget } from '../../lib/liquid/budget.ts'

/** Wall-clock time from which on a message is measured more closely: reading processor time takes a few microseconds. */
const SUSPICIOUS_MS = 5
/** How many messages after a slow one are measured. */
const WATCHED = 100
/** Processor time of one message. Newsletters need a hundredth of it; on a busy machine wall-clock time says little. */
const COSTLY_MS = 10
/** Garbage collection and compilation fall into an innocent message now and then: one costly message in fifteen is ignored. */
const SEVERAL = 0.12
const WEIGHT = 0.1
/** Wall-clock time, as heartbeats are measured: what costly messages of a lane may take at once, and of each further second. */
const AT_ONCE_MS = 200
const SHARE = 0.25

interface Lane {
  spentMs: number
  atMs: number
  /** How many of its next messages are measured. */
  watched: number
  /** Moving average of the share of costly messages among those measured, over about the last ten. */
  costly: number
}

export class CostlyMessages {
  readonly #lanes = new Map<string, Lane>()

  /** Runs `write` for a message of the lane, within the budget of one message, and throws what it throws. */
  write<Message>(laneId: string, write: () => Message): Message {
    const lane = this.#lanes.get(laneId)
    const before = lane !== undefined && lane.watched > 0 ? process.threadCpuUsage() : undefined
    const beganMs = performance.now()
    try {
      return withinBudget(write)
    } finally {
      const tookMs = performance.now() - beganMs
      if (tookMs >= SUSPICIOUS_MS || before !== undefined) this.#look(laneId, tookMs, before)
    }
  }

  /** Whether the lane must rest before its next message. */
  isOver(laneId: string): boolean {
    const lane = this.#lanes.get(laneId)
    return lane !== undefined && spentBy(lane, performance.now()) >= AT_ONCE_MS
  }

  #look(laneId: string, tookMs: number, before: NodeJS.CpuUsage | undefined): void {
    const nowMs = performance.now()
    const known = this.#lanes.get(laneId) ?? { spentMs: 0, atMs: nowMs, watched: 0, costly: 0 }
    const lane = { ...known, spentMs: spentBy(known, nowMs), atMs: nowMs, watched: known.watched - 1 }
    if (tookMs >= SUSPICIOUS_MS) lane.watched = WATCHED
    if (before !== undefined) {
      const { user, system } = process.threadCpuUsage(before)
      const isCostly = (user + system) / 1000 >= COSTLY_MS
      lane.costly += ((isCostly ? 1 : 0) - lane.costly) * WEIGHT
      if (isCostly && lane.costly > SEVERAL) lane.spentMs += tookMs
    }
    if (lane.watched > 0 || lane.spentMs > 0) this.#lanes.set(laneId, lane)
    else this.#lanes.delete(laneId)
  }
}

function spentBy({ spentMs, atMs }: Lane, nowMs: number): number {
  return Math.max(0, spentMs - (nowMs - atMs) * SHARE)
}

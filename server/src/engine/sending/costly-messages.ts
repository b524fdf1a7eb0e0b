/**
 * Writing a message takes a fraction of a millisecond; of one that is made to hurt, as long as its budget lets it (lib/liquid/budget.ts). A
 * thousand of those in a row would keep the worker from everybody else's messages, and from its own sign of life, without which it is
 * killed and begins the same batch again. So messages that take long are written a few at a time: then their lane rests.
 */
// Imported since the global is a getter, which each message would ask.
import { performance } from 'node:perf_hooks'
import { withinBudget } from '../../lib/liquid/budget.ts'

/** By the clock. Only what takes so long is looked at more closely, since asking for processor time takes a few microseconds. */
const SUSPICIOUS_MS = 5
/** So many messages after one of those. */
const WATCHED = 100
/** Of the thread's processor time, for one message: newsletters need a hundredth. On a busy machine others take long by the clock as well. */
const COSTLY_MS = 10
/** The memory is tidied, and code compiled, within an honest message now and then: one costly message among fifteen counts for nothing. */
const SEVERAL = 0.12
const WEIGHT = 0.1
/** By the clock, as signs of life are counted: what the costly messages of a lane may take at once, and of each second that passes. */
const AT_ONCE_MS = 200
const SHARE = 0.25

interface Lane {
  spentMs: number
  atMs: number
  /** So many of its next messages are looked at closely. */
  watched: number
  /** Of the messages that were looked at closely: about which share is costly, the last ten counting most. */
  costly: number
}

export class CostlyMessages {
  readonly #lanes = new Map<string, Lane>()

  /** Writes a message of the lane within the budget of one, and throws what that throws. */
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

  /** Whether the lane is to rest before its next message. */
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

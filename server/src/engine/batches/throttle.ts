/** Lets messages go no faster than their lane's rate, over all workers together. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { reserveSlots } from './lane-queries.ts'
import type { LeasedBatch } from './leased-batch.ts'

/** A worker takes slots for this long at most: what it holds is lost to the others if it stops. */
const RESERVED_SECONDS = 0.25
/** A slot can be used so much later. */
const LATE_MS = RESERVED_SECONDS * 1000

/** Consecutive slots of a lane. */
interface Slots {
  /** Performance time of the first one that is left. */
  dueAt: number
  left: number
}

/**
 * Passes messages on at the moments that the lane grants; ends early when the batch is stopped. No slot is wasted: no more are
 * taken than there are messages (`most`), and the next ones are asked for before the last ones are used up, so that the way to
 * the database costs none. Slots are given up only if no message could use them in time, since the connections rested or the machine
 * stalled: used later they would add to what others send at their own moments.
 */
export async function* throttle<M>(
  messages: Iterable<M | Promise<M>>,
  batch: LeasedBatch,
  pool: pg.Pool,
  lane: { ratePerSecond: number; most: number },
): AsyncGenerator<M> {
  const { ratePerSecond } = lane
  const atOnce = Math.max(1, Math.floor(ratePerSecond * RESERVED_SECONDS))
  let unreserved = lane.most
  const reserve = async (): Promise<Slots> => {
    const count = Math.max(1, Math.min(atOnce, unreserved))
    unreserved -= count
    const waitMs = await reserveSlots(pool, batch.claim.laneId, count, ratePerSecond)
    return { dueAt: performance.now() + waitMs, left: count }
  }
  let slots: Slots = { dueAt: 0, left: 0 }
  let next: Promise<Slots> | undefined
  for (const message of messages) {
    unreserved += forfeit(slots, ratePerSecond)
    while (slots.left === 0) {
      slots = await (next ?? reserve())
      next = undefined
      unreserved += forfeit(slots, ratePerSecond)
    }
    await sleepUntil(slots.dueAt, batch.stopSignal)
    if (batch.isStopped) return
    slots.left--
    slots.dueAt += 1000 / ratePerSecond
    if (next === undefined && unreserved > 0 && atOnce > 1 && slots.left <= atOnce / 2) {
      next = reserve()
      // Heard when it is awaited, if it comes to that.
      next.catch(() => undefined)
    }
    yield await message
  }
}

/** Gives up slots whose moment is long over. Answers how many. */
function forfeit(slots: Slots, ratePerSecond: number): number {
  const stepMs = 1000 / ratePerSecond
  const lateMs = performance.now() - slots.dueAt - Math.max(LATE_MS, stepMs)
  const lost = lateMs <= 0 ? 0 : Math.min(slots.left, Math.ceil(lateMs / stepMs))
  slots.left -= lost
  slots.dueAt += lost * stepMs
  return lost
}

async function sleepUntil(atMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = atMs - performance.now()
  if (waitMs > 1) await delay(waitMs, undefined, { signal }).catch(() => undefined)
}

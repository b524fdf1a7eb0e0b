/** Lets messages go no faster than their lane's rate, over all workers together. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { reserveSlots } from './lane-queries.ts'
import type { LeasedBatch } from './leased-batch.ts'

/** A worker takes slots for this long at most: what it holds is lost to the others if it stops. */
const RESERVED_SECONDS = 0.25

/** Passes messages on at the moments that the lane grants; ends early when the batch is stopped. */
export async function* throttle<M>(
  messages: Iterable<M | Promise<M>>,
  batch: LeasedBatch,
  pool: pg.Pool,
  ratePerSecond: number,
): AsyncGenerator<M> {
  const { laneId } = batch.claim
  const slots = Math.max(1, Math.floor(ratePerSecond * RESERVED_SECONDS))
  const intervalMs = 1000 / ratePerSecond
  let left = 0
  let dueAt = 0
  for (const message of messages) {
    if (left === 0) {
      const waitMs = await reserveSlots(pool, laneId, slots, ratePerSecond)
      dueAt = performance.now() + waitMs
      left = slots
    }
    await sleepUntil(dueAt, batch.stopSignal)
    if (batch.isStopped) return
    left--
    dueAt += intervalMs
    yield await message
  }
}

async function sleepUntil(atMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = atMs - performance.now()
  if (waitMs > 1) await delay(waitMs, undefined, { signal }).catch(() => undefined)
}

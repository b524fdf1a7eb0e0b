/**
 * How many workers a small machine needs: one stays warm, another one comes with each look that finds work waiting, and all but the one go
 * when there was nothing to do for some minutes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { readBacklog } from './batches/backlog-queries.ts'
import type { Tuning } from './tuning.ts'

interface NeedOptions {
  database: Pick<Database, 'pool'>
  clock: Clock
  log: Pick<Log, 'warn'>
  /** As many as there may be. */
  workers: number
  tuning: Pick<Tuning, 'needLookMs' | 'needQuietMs'>
  /** Called when all but the warm one may go. */
  onQuiet(): void
}

export class WorkerNeed {
  readonly #options: NeedOptions
  #needed = 1
  #changed = Promise.withResolvers<void>()

  constructor(options: NeedOptions) {
    this.#options = options
  }

  /** Resolves when the worker with this number, from 0, is needed, or the signal aborts. */
  async of(slot: number, signal: AbortSignal): Promise<void> {
    while (slot >= this.#needed && !signal.aborted) await this.#changed.promise
  }

  /** Looks until the signal aborts. While the database cannot be read, everything stays as it is. */
  async watch(signal: AbortSignal): Promise<void> {
    const { database, clock, log, workers, tuning, onQuiet } = this.#options
    let wasWaiting = false
    let busyAtMs = performance.now()
    while (!signal.aborted) {
      await delay(tuning.needLookMs, undefined, { signal }).catch(() => undefined)
      try {
        const { isWaiting, isOpen } = await readBacklog(database.pool, clock.now())
        // Once is not enough: workers take what is new within milliseconds.
        if (isWaiting && wasWaiting && this.#needed < workers) this.#set(this.#needed + 1)
        wasWaiting = isWaiting
        if (isOpen) busyAtMs = performance.now()
      } catch (error) {
        busyAtMs = performance.now()
        log.warn({ err: error }, 'it could not be read whether work waits for workers')
      }
      if (this.#needed > 1 && performance.now() - busyAtMs > tuning.needQuietMs) {
        this.#set(1)
        onQuiet()
      }
    }
    this.#set(this.#needed)
  }

  #set(needed: number): void {
    this.#needed = needed
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

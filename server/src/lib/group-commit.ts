import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises'

/**
 * Writes for many callers in few transactions: while one runs, the next writes gather, so that an idle system responds at once and a busy
 * one writes in large batches. Each call resolves after its own write is committed.
 */
export class GroupCommit<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>
  readonly #largest: number
  readonly #everyMs: number
  #beganMs = -Infinity
  #waiting: { item: Item; settled: PromiseWithResolvers<void> }[] = []
  #running: Promise<void> | null = null

  /**
   * `everyMs`: so much time lies between the beginnings of two writes, and the first after a rest begins with the end of its turn of the
   * event loop. Without it each begins at once.
   */
  constructor(write: (items: readonly Item[]) => Promise<void>, largest: number, everyMs = 0) {
    this.#write = write
    this.#largest = largest
    this.#everyMs = everyMs
  }

  /** Resolves after the commit; rejects when this item could not be written, alone or with others. */
  add(item: Item): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.#waiting.push({ item, settled })
    this.#running ??= this.#run()
    return settled.promise
  }

  /** Resolves when nothing waits any more. */
  async settle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Whatever else the caller adds, or arrives in this turn of the event loop, joins the first batch.
    await (this.#everyMs > 0 ? endOfTurn() : Promise.resolve())
    while (this.#waiting.length > 0) {
      const restMs = this.#everyMs - (performance.now() - this.#beganMs)
      if (restMs > 0) await delay(restMs)
      this.#beganMs = performance.now()
      const batch = this.#waiting.splice(0, this.#largest)
      try {
        await this.#write(batch.map(({ item }) => item))
        for (const { settled } of batch) settled.resolve()
      } catch (error) {
        await this.#writeSingly(batch, error)
      }
    }
    this.#running = null
  }

  /** One bad item must not take the others with it. */
  async #writeSingly(batch: { item: Item; settled: PromiseWithResolvers<void> }[], error: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]?.settled.reject(error)
    for (const { item, settled } of batch) await this.#write([item]).then(settled.resolve, settled.reject)
  }
}

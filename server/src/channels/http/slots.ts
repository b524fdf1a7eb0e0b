import { Pace } from '../pace.ts'

/** Requests that may be under way at once, shared by all batches of a sender. */
export class Slots {
  readonly pace: Pace
  #inUse = 0
  #waiters: (() => void)[] = []
  #isWaking = false

  constructor(most: number) {
    this.pace = new Pace(most, () => this.#wake())
  }

  get hasRoom(): boolean {
    return this.#inUse < this.pace.connections
  }

  take(): void {
    this.#inUse++
  }

  giveBack(): void {
    this.#inUse--
    this.#wake()
  }

  /** Resolves at the next moment at which one may be had. */
  whenRoom(): Promise<void> {
    return new Promise(resolve => this.#waiters.push(resolve))
  }

  /** Resolves when no more than that many are in use. */
  async resize(most: number): Promise<void> {
    this.pace.setMost(most)
    while (this.#inUse > most) await this.whenRoom()
  }

  /** Once for all answers of this round of the event loop. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      const waiters = this.#waiters
      this.#waiters = []
      for (const waiter of waiters) waiter()
    })
  }
}

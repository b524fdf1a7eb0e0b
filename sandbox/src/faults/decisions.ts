// The outcome of each attempt to hand over a message, with which a tester can compare what the sender reports. In
// memory only, and only for the latest attempts.

/** `put_off`: may be retried. `refused`: permanently. `taken`: accepted. */
export type Outcome = 'put_off' | 'refused' | 'taken'

/** What will be reported about an accepted message; `sent` means nothing further. */
export type End = 'sent' | 'delivered' | 'bounced' | 'complained'

export interface Decision {
  channel: string
  /** The recipient as in the store; for a browser the id of its subscription. */
  to: string
  outcome: Outcome
  end?: End | undefined
  /** The minimum wait that the sender was told. */
  retryAfterSeconds?: number | undefined
}

export interface DatedDecision extends Decision {
  /** Time of arrival, in epoch milliseconds. */
  atMs: number
}

const KEPT = 100_000

export class Decisions {
  #kept: DatedDecision[] = []
  #dropped = 0

  add(decision: Decision): void {
    this.#kept.push({ ...decision, atMs: Date.now() })
    if (this.#kept.length < KEPT * 2) return
    this.#dropped += KEPT
    this.#kept = this.#kept.slice(KEPT)
  }

  /**
   * At most `most` decisions, starting with number `from`, in order of arrival. `next` is the number to continue with.
   */
  list(from: number, most: number): { decisions: readonly DatedDecision[]; next: number } {
    const first = Math.max(0, from - this.#dropped)
    const decisions = this.#kept.slice(first, first + most)
    return { decisions, next: this.#dropped + first + decisions.length }
  }
}

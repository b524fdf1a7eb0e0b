// What was decided of each attempt at handing a message over: an account by which a tester can compare what a sender says
// has become of its messages. In memory only, and of the last attempts.

/** `put_off`: to be tried again. `refused`: for good. `taken`: a message that is on its way. */
export type Outcome = 'put_off' | 'refused' | 'taken'

/** What will be reported of a message that was taken; `sent`: nothing further. */
export type End = 'sent' | 'delivered' | 'bounced' | 'complained'

export interface Decision {
  channel: string
  /** As the store has it; of a browser the id of its subscription. */
  to: string
  outcome: Outcome
  end?: End | undefined
  /** What the sender was told to wait at the least. */
  retryAfterSeconds?: number | undefined
}

export interface DatedDecision extends Decision {
  /** Arrival, epoch milliseconds. */
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

  /** At most `most` of them from number `from` on, in the order of their arrival; `next` is where to go on. */
  list(from: number, most: number): { decisions: readonly DatedDecision[]; next: number } {
    const first = Math.max(0, from - this.#dropped)
    const decisions = this.#kept.slice(first, first + most)
    return { decisions, next: this.#dropped + first + decisions.length }
  }
}

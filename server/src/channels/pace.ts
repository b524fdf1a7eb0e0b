/**
 * How many connections a server bears. Its answers decide: when more than a tenth of them ask us to slow down, half of the
 * connections rest; for each round with hardly any such answer one comes back (additive increase, multiplicative decrease, as
 * TCP does it; who throttles a few at random, whatever the pace, must not bring it to a standstill). Where a single connection
 * is still too much, that one pauses for a while too.
 */
import type { Outcome } from './provider.ts'

// Of the answers of a round.
const TOO_MANY = 0.1
const HARDLY_ANY = 0.05
const LEAST_ANSWERS = 10
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 10_000

export class Pace {
  #most: number
  #connections: number
  #answers = 0
  #slow = 0
  #pauseMs = 0
  #pause: NodeJS.Timeout | undefined
  readonly #onMore: () => void

  /** `onMore` is called when more connections may be used than before. */
  constructor(most: number, onMore: () => void) {
    this.#most = most
    this.#connections = most
    this.#onMore = onMore
  }

  /** Connections that may be in use now. */
  get connections(): number {
    return this.#pause === undefined ? this.#connections : 0
  }

  /** What the configuration allows has changed. */
  setMost(most: number): void {
    // What was all of it stays all of it.
    this.#connections = this.#connections === this.#most ? most : Math.min(this.#connections, most)
    this.#most = most
    this.#onMore()
  }

  answered(outcome: Outcome): void {
    if (outcome.kind !== 'deferred') this.#count(0)
    else if (outcome.reason !== 'server_closing') this.#count(slowness(outcome.reason))
  }

  /** The server ended a connection with 421, whatever was in flight. */
  serverClosed(): void {
    this.#count(1)
  }

  end(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
  }

  #count(slow: number): void {
    this.#slow += slow
    if (++this.#answers < Math.max(LEAST_ANSWERS, this.#connections * 2)) return
    if (this.#slow > this.#answers * TOO_MANY) this.#less()
    else if (this.#slow <= this.#answers * HARDLY_ANY) this.#more()
    this.#answers = 0
    this.#slow = 0
  }

  #less(): void {
    if (this.#connections > 1) this.#connections >>= 1
    else if (this.#pause === undefined) {
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.#pauseMs * 2))
      this.#pause = setTimeout(() => {
        this.#pause = undefined
        this.#onMore()
      }, this.#pauseMs)
    }
  }

  #more(): void {
    this.#pauseMs = 0
    if (this.#connections >= this.#most) return
    this.#connections++
    this.#onMore()
  }
}

/** A server that cannot take mails says so less plainly than one that counts them: only if half of the answers are like that. */
function slowness(reason: string): number {
  if (reason === 'rate_limited') return 1
  return reason === 'temporary_failure' ? TOO_MANY * 2 : 0
}

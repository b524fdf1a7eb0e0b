/**
 * Whether a server accepts commands that arrive together with the end of a message. RFC 2920 section 3.1 allows them, and they save half of
 * the round trips; yet some servers refuse them (Haraka since 3.3), and some relay the message and then fail (Dovecot 2.3), which leaves it
 * in doubt. So one connection tries them before the others rely on them, and the result is discarded at the first loss. A server that fails
 * the trial gets one message at a time.
 */

/** What happened to the commands sent behind one message's end. */
export type TrialEnd =
  /** All were answered in their place. */
  | 'taken'
  /** Refused, or the connection broke with the message in doubt. */
  | 'failed'
  /** Something else came between, such as an ordinary end of the connection. */
  | 'unclear'
  /** Our own doing. */
  | 'void'

/** Commands that were sent behind the end of a message. */
export interface Trial {
  readonly epoch: number
  /** The server has taken such commands before. */
  readonly isProven: boolean
}

/** A server that has accepted this many in a row is not suspected after a single loss, which may be a restart: it is tried again. */
const PROOF = 100
/** An unclear trial is repeated; this many in a row count as failed. */
const UNCLEAR_AT_MOST = 3

export class BehindDot {
  #state: 'unknown' | 'trying' | 'taken' | 'failed'
  /** Counts what was learnt: what left before the last lesson teaches nothing more. */
  #epoch = 0
  #proven: Trial = { epoch: 0, isProven: true }
  #takenInARow = 0
  #unclearInARow = 0

  constructor(state: 'unknown' | 'taken' | 'failed') {
    this.#state = state
  }

  /** The server takes one message at a time. */
  get hasFailed(): boolean {
    return this.#state === 'failed'
  }

  /**
   * Asked before the next commands leave behind a message. Undefined: they wait for the answer to it. `mayTry`: the connection has
   * brought a message through, so that a failure is the trial's.
   */
  begin(mayTry: boolean): Trial | undefined {
    if (this.#state === 'taken') return this.#proven
    if (this.#state !== 'unknown' || !mayTry) return undefined
    this.#state = 'trying'
    return { epoch: this.#epoch, isProven: false }
  }

  /** Returns whether it is now known that the server takes one message at a time, and was not before. */
  end(trial: Trial, end: TrialEnd): boolean {
    if (trial.epoch !== this.#epoch || this.#state === 'failed') return false
    if (end === 'taken') this.#take()
    else if (end === 'failed') this.#fail(trial)
    else if (!trial.isProven) this.#repeat(end)
    return this.hasFailed
  }

  #take(): void {
    this.#unclearInARow = 0
    this.#takenInARow++
    this.#state = 'taken'
  }

  #fail({ isProven }: Trial): void {
    this.#proven = { epoch: ++this.#epoch, isProven: true }
    this.#state = isProven && this.#takenInARow >= PROOF ? 'unknown' : 'failed'
    this.#takenInARow = 0
  }

  #repeat(end: 'unclear' | 'void'): void {
    if (end === 'unclear') this.#unclearInARow++
    this.#state = this.#unclearInARow >= UNCLEAR_AT_MOST ? 'failed' : 'unknown'
  }
}

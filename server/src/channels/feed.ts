/**
 * Distributes the messages of one batch to several connections. It takes no more from the source than the connections need, awaits promised
 * messages concurrently, and takes back messages that a broken connection had not started.
 */
import type { MessageSource, Outcome } from './provider.ts'
import { asError } from '../lib/as-error.ts'

export interface FeedItem<M> {
  message: M
  /** Connections that broke before this message was begun. */
  losses: number
}

// A source that takes its time hands messages out at their moment: those that lie here would leave all at once.
const TIMED = 4

export class Feed<M> {
  /** What the source threw. */
  error: Error | undefined
  #ready: FeedItem<M>[] = []
  #outstanding = 0
  #reserved = 0
  #exhausted = false
  #stopped = false
  #promised = false
  #waiters: (() => void)[] = []
  readonly #over = Promise.withResolvers<void>()
  readonly #iterator: Iterator<M | Promise<M>> | AsyncIterator<M>
  readonly #isAsync: boolean
  readonly #lookahead: number

  constructor(source: MessageSource<M>, lookahead: number) {
    this.#isAsync = Symbol.asyncIterator in source
    this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
    this.#lookahead = lookahead
  }

  /** Nothing is left, and nothing can come back. */
  get isOver(): boolean {
    return this.#exhausted && this.#outstanding === 0 && this.#reserved === 0 && this.#ready.length === 0
  }

  /** Resolves when the feed is over or stopped. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** The next message, or undefined when none is at hand now. */
  take(): FeedItem<M> | undefined {
    this.#pull()
    const item = this.#ready.shift()
    if (item === undefined && this.isOver) this.#wake()
    return item
  }

  /** Resolves when there may be something to take, or nothing more to wait for. */
  whenReady(): Promise<void> {
    return new Promise(resolve => this.#waiters.push(resolve))
  }

  /** Takes a message for a connection that is yet to be opened; end that with `release` or `putBack`. */
  async reserve(): Promise<FeedItem<M> | undefined> {
    for (;;) {
      const item = this.take()
      if (item !== undefined) {
        this.#reserved++
        return item
      }
      if (this.isOver) return undefined
      await new Promise<void>(resolve => this.#waiters.push(resolve))
    }
  }

  /** The connection is there and has the reserved message. */
  release(): void {
    this.#reserved--
    if (this.isOver) this.#wake()
  }

  putBack(item: FeedItem<M>): void {
    if (!this.#stopped) this.#ready.unshift(item)
    this.#wake()
  }

  /** Takes nothing more from the source and forgets what is at hand. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#ready = []
    if (!this.#exhausted) {
      this.#exhausted = true
      // A generator's own clean-up; its outcome changes nothing any more.
      void Promise.resolve(this.#iterator.return?.()).catch(() => undefined)
    }
    this.#wake()
  }

  #pull(): void {
    while (!this.#exhausted && this.#wantsMore()) {
      try {
        this.#receive(this.#iterator.next())
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  // Plain messages are taken one by one, when they are needed. What takes time is begun early enough to be at hand.
  #wantsMore(): boolean {
    if (this.#isAsync) return this.#outstanding === 0 && this.#ready.length < Math.min(TIMED, this.#lookahead)
    return this.#promised ? this.#outstanding + this.#ready.length < this.#lookahead : this.#ready.length === 0
  }

  #receive(result: IteratorResult<M | Promise<M>> | Promise<IteratorResult<M>>): void {
    if (result instanceof Promise) return this.#await(result.then(step => this.#receive(step)))
    if (result.done === true) {
      this.#exhausted = true
      return
    }
    const { value } = result
    if (value instanceof Promise) {
      this.#promised = true
      this.#await(value.then(message => this.#add(message)))
    } else {
      this.#add(value)
    }
  }

  #add(message: M): void {
    if (!this.#stopped) this.#ready.push({ message, losses: 0 })
  }

  #await(work: Promise<void>): void {
    this.#outstanding++
    void work
      .catch((error: unknown) => this.#fail(error))
      .then(() => {
        this.#outstanding--
        this.#pull()
        this.#wake()
      })
  }

  #fail(error: unknown): void {
    this.error ??= asError(error)
    this.stop()
  }

  #wake(): void {
    if (this.#stopped || this.isOver) this.#over.resolve()
    const waiters = this.#waiters
    this.#waiters = []
    for (const waiter of waiters) waiter()
  }
}

// How many connections a server bears. Its answers decide: when more than a seventh of the last ones ask us to slow down, half of the
// connections rest; while hardly any does, one after the other comes back (additive increase, multiplicative decrease, as TCP does it; who
// throttles a few at random, whatever the pace, must not bring it to a standstill). Where a single connection gets nothing through, or
// every answer names a time before which we are not to come back, all of them pause. Times too long for a pause are the engine's business:
// `longWaitMs`.

// Of the last answers, the newest counting most: about forty of them matter. One in twenty that is throttled and one in twenty that
// fails, by chance, stay below; seven in a row do not.
const WEIGHT = 1 / 40
const TOO_MANY = 0.15
const HARDLY_ANY = 0.075
/** A paused connection returns after this many replies, or after two per connection. */
const LEAST_ANSWERS = 10
/** This many in a row are no coincidence: the server asks all connections to wait. */
const MEANT_FOR_ALL = 7
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 10_000

export class Pace {
  #most: number
  #connections: number
  #answers = 0
  /** Share of the last answers. */
  #slow = 0
  #slowInARow = 0
  /** Answers still to come to what left at the pace before. */
  #underWay = 0
  #pauseMs = 0
  #longWaitMs = 0
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

  /** How long nothing is worth a try, where the last answers all named a time that is too long for a pause; else 0. */
  get longWaitMs(): number {
    return this.#longWaitMs
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
    else if (outcome.reason !== 'server_closing') this.#count(slowness(outcome.reason), outcome.retryAfterMs)
  }

  /** The server ended a connection with 421, whatever was in flight. */
  serverClosed(): void {
    this.#count(1)
  }

  end(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
  }

  #count(slow: number, retryAfterMs = 0): void {
    this.#slowInARow = slow > 0 ? this.#slowInARow + 1 : 0
    this.#longWaitMs = 0
    if (this.#slowInARow >= MEANT_FOR_ALL) this.#restAll(retryAfterMs)
    if (this.#underWay > 0) {
      this.#underWay--
      return
    }
    this.#slow += (slow - this.#slow) * WEIGHT
    this.#answers++
    if (this.#slow > TOO_MANY) this.#less()
    else if (this.#answers >= Math.max(LEAST_ANSWERS, this.#connections * 2)) {
      this.#answers = 0
      if (this.#slow <= HARDLY_ANY) this.#more()
    }
  }

  #less(): void {
    this.#underWay = this.#connections
    this.#answers = 0
    // None comes back on the strength of a few answers that are no better.
    this.#slow = HARDLY_ANY
    if (this.#connections > 1) this.#connections >>= 1
  }

  /** Once: answers that come during the pause do not make it longer. */
  #restAll(retryAfterMs: number): void {
    if (retryAfterMs > LONGEST_PAUSE_MS) this.#longWaitMs = retryAfterMs
    if (this.#pause !== undefined || (retryAfterMs === 0 && this.#connections > 1)) return
    if (retryAfterMs === 0) this.#pauseMs = Math.max(FIRST_PAUSE_MS, this.#pauseMs * 2)
    const pauseMs = Math.min(LONGEST_PAUSE_MS, retryAfterMs === 0 ? this.#pauseMs : retryAfterMs)
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#onMore()
    }, pauseMs)
  }

  #more(): void {
    this.#pauseMs = 0
    if (this.#connections >= this.#most) return
    this.#connections++
    this.#onMore()
  }
}

/** How much a response counts as slow. A temporary failure means less than a rate limit: half of the responses must be failures. */
function slowness(reason: string): number {
  if (reason === 'rate_limited') return 1
  return reason === 'temporary_failure' ? TOO_MANY * 2 : 0
}

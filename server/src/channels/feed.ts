/**
 * The messages of one batch, in the hands of several connections. It takes no more from the source than the connections
 * need, awaits promised messages side by side, and takes back messages that a broken connection had not begun.
 */
import type { MessageSource } from './provider.ts'
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

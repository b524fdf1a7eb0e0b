/**
 * Sends one batch through an HTTP provider. Each turn records the responses since the last one and starts as many messages as there is room
 * for; the journal is committed once for all of them before the first byte is sent. A message keeps its connection until its response is
 * recorded: there are never more unrecorded responses than connections.
 */
import { asError } from '../../lib/as-error.ts'
import { Feed, Pace } from '../feed.ts'
import { errorReason, isUnreachable } from '../network-reasons.ts'
import type { HandOverEnd, HandOverHooks, MessageSource, Outcome, Rejected, Settled } from '../provider.ts'
import type { HttpClient } from './http-client.ts'
import { type HttpExchange, type HttpRequest, RequestNotSent } from './http-exchange.ts'

/** Requests that may run at once, shared by all batches of a sender. */
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

interface BatchOptions<M> {
  exchange: HttpExchange<M>
  client: HttpClient
  slots: Slots
  manyServers: boolean
}

type AnyRequest = HttpRequest | Promise<HttpRequest>

export class HttpBatch<M> {
  readonly #feed: Feed<M>
  readonly #hooks: HandOverHooks<M>
  readonly #options: BatchOptions<M>
  #settled: Settled<M>[] = []
  #inFlight = 0
  #isStopped = false
  #rejection: Rejected | undefined
  #hookError: Error | undefined
  #answered = Promise.withResolvers<void>()
  #isTold = false

  constructor(messages: MessageSource<M>, hooks: HandOverHooks<M>, options: BatchOptions<M>) {
    this.#feed = new Feed(messages, options.slots.pace.connections * 2)
    this.#hooks = hooks
    this.#options = options
  }

  /** See `Sender.handOver`. */
  async run(): Promise<HandOverEnd> {
    for (;;) {
      this.#turn()
      const isOver = this.#isStopped || this.#feed.isOver
      if (isOver && this.#inFlight === 0 && this.#settled.length === 0) return this.#end()
      await (isOver ? this.#answered.promise : this.#whenSomethingHappens())
    }
  }

  #whenSomethingHappens(): Promise<void> {
    return Promise.race([this.#answered.promise, this.#feed.whenReady(), this.#options.slots.whenRoom()])
  }

  #turn(): void {
    this.#answered = Promise.withResolvers()
    this.#isTold = false
    const { slots } = this.#options
    const started: M[] = []
    // Other waiters wake after this turn has recorded the answers.
    for (const _ of this.#settled) slots.giveBack()
    try {
      while (!this.#isStopped && slots.hasRoom) {
        const item = this.#feed.take()
        if (item === undefined) break
        if (!this.#mayStart(item.message)) this.#stop()
        else {
          slots.take()
          started.push(item.message)
        }
      }
      if (this.#settled.length > 0) this.#hooks.turn(this.#settled.splice(0), undefined)
      if (started.length > 0) this.#hooks.commit()
    } catch (error) {
      this.#fail(error)
      for (const _ of started.splice(0)) slots.giveBack()
    }
    // All are written before the first one leaves: what is sealed or signed meanwhile takes longer than the way, and handed over in a
    // row they cost less, both here and at a server that finds several at once.
    const requests = started.map(message => this.#requestFor(message))
    for (const [index, message] of started.entries()) void this.#send(message, requests[index] as AnyRequest)
  }

  #mayStart(message: M): boolean {
    return this.#hooks.turn(this.#settled.splice(0), message)
  }

  #requestFor(message: M): AnyRequest {
    try {
      return this.#options.exchange.request(message)
    } catch (error) {
      return Promise.reject(asError(error))
    }
  }

  async #send(message: M, request: AnyRequest): Promise<void> {
    this.#inFlight++
    const settled = await this.#settle(message, request)
    const { outcome } = settled
    this.#inFlight--
    this.#options.slots.pace.answered(outcome)
    this.#settled.push(settled)
    const rejection = this.#rejectionIn(outcome)
    if (rejection !== undefined) {
      this.#rejection ??= rejection
      this.#stop()
    }
    this.#tell()
  }

  /** Why nothing more of the batch is worth a try: what the answer says, or that all of the last ones ask for a long wait. */
  #rejectionIn(outcome: Outcome): Rejected | undefined {
    if (outcome.kind === 'rejected' && (outcome.wholeConfiguration || outcome.wholeRun)) return outcome
    const { manyServers, slots } = this.#options
    const retryAfterMs = manyServers ? 0 : slots.pace.longWaitMs
    if (outcome.kind !== 'deferred' || retryAfterMs === 0) return undefined
    const { reason, code, answer } = outcome
    return { kind: 'rejected', reason, code, answer, wholeConfiguration: true, temporary: true, retryAfterMs }
  }

  async #settle(message: M, written: AnyRequest): Promise<Settled<M>> {
    const { exchange, client } = this.#options
    let request: HttpRequest | undefined
    try {
      request = written instanceof Promise ? await written : written
      // Writing the others may have taken long.
      if (!this.#hooks.mayStillSend(message)) return { message, outcome: { kind: 'withheld' } }
      const answer = await client.ask(request)
      return { message, outcome: exchange.outcome(answer, message), exchange: { request, answer } }
    } catch (error) {
      if (error instanceof RequestNotSent) return { message, outcome: error.outcome }
      const outcome = this.#failure(asError(error))
      return request === undefined ? { message, outcome } : { message, outcome, exchange: { request, answer: null } }
    }
  }

  #failure(error: Error): Outcome {
    const reason = errorReason(error)
    const answer = error.message.slice(0, 300)
    if (!isUnreachable(reason)) return { kind: 'unknown', reason, answer }
    if (this.#options.manyServers) return { kind: 'deferred', reason, code: '', answer }
    return { kind: 'rejected', reason, code: '', answer, wholeConfiguration: true, temporary: true }
  }

  /** Answers that arrive in the same round of the event loop are recorded together. */
  #tell(): void {
    if (this.#isTold) return
    this.#isTold = true
    const { resolve } = this.#answered
    setImmediate(resolve)
  }

  #end(): HandOverEnd {
    const error = this.#hookError ?? this.#feed.error
    const isDone = this.#feed.isOver && !this.#isStopped
    this.#feed.stop()
    if (error !== undefined) throw error
    if (this.#rejection !== undefined) return { end: 'rejected', rejection: this.#rejection }
    return isDone ? { end: 'done' } : { end: 'stopped' }
  }

  #fail(error: unknown): void {
    this.#hookError ??= asError(error)
    this.#settled = []
    this.#stop()
  }

  #stop(): void {
    this.#isStopped = true
    this.#feed.stop()
  }
}

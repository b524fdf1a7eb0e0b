/**
 * Hands one batch over on several connections. One loop per connection sends until the batch is over, and gets another connection if it
 * breaks. The batch stops at the first missing permit, at a refusal that concerns the whole configuration, or if no connection can be
 * opened any more.
 */
import type { HandOverEnd, HandOverHooks, MessageSource, Rejected, Sender, Settled } from '../../provider.ts'
import { asError } from '../../../lib/as-error.ts'
import type { EmailMessage } from '../message.ts'
import type { SmtpConnection } from './connection.ts'
import { Feed, type FeedItem } from '../../feed.ts'
import { connectionLostOutcome } from './outcomes.ts'
import { SmtpPool } from './pool.ts'
import type { RunEnd, Work } from './run.ts'
import { asRejection, asSmtpError, SmtpError } from './smtp-error.ts'
import type { SmtpSettings } from './settings.ts'

// The SMTP client as the engine sees it.

/** Opens no connection yet: the first batch does. */
export function openSmtpSender(settings: SmtpSettings): Sender<EmailMessage> {
  const pool = new SmtpPool(settings)
  const memory = { proven: false }
  const running = new Set<Promise<HandOverEnd>>()

  async function send<M extends EmailMessage>(
    messages: MessageSource<M>,
    hooks: HandOverHooks<M>,
  ): Promise<HandOverEnd> {
    if (pool.isClosed) throw new Error('this sender is closed')
    const work = handOver(messages, hooks, { pool, connections: settings.maxConnections, memory })
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  return {
    handOver: send,
    resize: maxConnections => pool.resize(maxConnections),
    close: async () => {
      await Promise.allSettled(running)
      pool.close()
    },
  }
}

// Connections that may break over one message before it is put off.
const MAX_LOSSES = 3
// Connections in a row that one loop may lose without an outcome. More than one message's share, so that one which makes the
// server hang up does not end the batch.
const MAX_FRUITLESS = 5

/** What all batches of a sender have learnt about the server. */
interface ServerMemory {
  proven: boolean
}

interface HandOverOptions {
  pool: SmtpPool
  connections: number
  memory: ServerMemory
}

/** Hands over one batch; see `Sender.handOver`. */
async function handOver<M extends EmailMessage>(
  messages: MessageSource<M>,
  hooks: HandOverHooks<M>,
  options: HandOverOptions,
): Promise<HandOverEnd> {
  const batch = new Batch(new Feed(messages, options.connections * 2), hooks, options)
  await Promise.all(Array.from({ length: options.connections }, () => sendLoop(batch, options.pool)))
  return batch.end()
}

async function sendLoop<M extends EmailMessage>(batch: Batch<M>, pool: SmtpPool): Promise<void> {
  let fruitless = 0
  for (;;) {
    const item = await batch.feed.reserve()
    if (item === undefined) return
    const room = pool.whenRoom()
    const connection = await pool.acquire().catch((error: unknown) => asSmtpError(error))
    if (connection instanceof SmtpError) return batch.loopFailed(connection, item)
    if (connection === undefined) {
      // While all connections are busy, perhaps with other batches, no message is held back from those of this one.
      batch.unreserve(item)
      await Promise.race([room, batch.feed.over])
      continue
    }
    const end = await batch.useConnection(connection, item)
    if (end.error?.reason === 'server_closing') pool.pace.serverClosed()
    batch.connectionEnded(end)
    pool.release(connection)
    fruitless = end.error === undefined || end.settled > 0 ? 0 : fruitless + 1
    if (fruitless >= MAX_FRUITLESS && end.error !== undefined) return batch.loopFailed(end.error)
  }
}

class Batch<M extends EmailMessage> implements Work {
  readonly feed: Feed<M>
  readonly #hooks: HandOverHooks<M>
  readonly #memory: ServerMemory
  readonly #pool: SmtpPool
  #stopped = false
  #rejection: Rejected | undefined
  #loopRejection: Rejected | undefined
  #hookError: Error | undefined
  /** Connections in a row that the server closed before anything came of them. */
  #turnedAway = 0
  readonly #turnedAwayAtMost: number

  constructor(feed: Feed<M>, hooks: HandOverHooks<M>, { memory, pool, connections }: HandOverOptions) {
    this.feed = feed
    this.#hooks = hooks
    this.#memory = memory
    this.#pool = pool
    this.#turnedAwayAtMost = connections + MAX_FRUITLESS
  }

  get provenServer(): boolean {
    return this.#memory.proven
  }

  take(): FeedItem<M> | undefined {
    return this.#stopped || this.#pool.isCrowded ? undefined : this.feed.take()
  }

  turn(settled: readonly Settled<M>[], next: M | undefined): boolean {
    for (const { outcome } of settled) {
      if (outcome.kind === 'sent') this.#memory.proven = true
      this.#pool.pace.answered(outcome)
      if (outcome.kind === 'rejected' && outcome.wholeConfiguration) this.#reject(outcome)
    }
    const allowedNext = this.#stopped ? undefined : next
    if (settled.length === 0 && allowedNext === undefined) return false
    try {
      const allowed = this.#hooks.turn(settled, allowedNext)
      if (allowedNext !== undefined && !allowed) this.#stop()
      return allowed && allowedNext !== undefined
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  commit(): boolean {
    try {
      this.#hooks.commit()
      return true
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  mayStillSend(message: M): boolean {
    try {
      if (this.#hookError === undefined && this.#hooks.mayStillSend(message)) return true
    } catch (error) {
      this.#fail(error)
    }
    this.#stop()
    return false
  }

  giveBack(item: FeedItem<M>, loss?: SmtpError): void {
    const losses = item.losses + (loss === undefined ? 0 : 1)
    if (losses < MAX_LOSSES) return this.feed.putBack({ message: item.message, losses })
    // What the server said of it goes before what became of the connection.
    const said = loss?.reason === 'server_closing' ? loss : undefined
    const error = said ?? new SmtpError('connection_lost', 'the connection broke at this message again')
    const outcome = connectionLostOutcome(false, error)
    this.turn([{ message: item.message, outcome }], undefined)
  }

  learnt(settings: Readonly<Record<string, string>>): void {
    this.#hooks.remember?.(settings)
  }

  /** Sends over this connection, beginning with the reserved message, unless the batch has stopped. */
  useConnection(connection: SmtpConnection, item: FeedItem<M>): Promise<RunEnd> {
    const run = this.#stopped ? Promise.resolve({ settled: 0 }) : connection.run(this, item)
    this.feed.release()
    return run
  }

  /** All loops together: with one connection left and a pause before each, theirs would take a quarter of an hour one by one. */
  connectionEnded({ error, settled }: RunEnd): void {
    if (error?.reason !== 'server_closing' || settled > 0) this.#turnedAway = 0
    else if (++this.#turnedAway >= this.#turnedAwayAtMost) this.#reject(asRejection(error))
  }

  unreserve(item: FeedItem<M>): void {
    this.feed.putBack(item)
    this.feed.release()
  }

  /** No connection for this loop any more: the others carry on, if there are any. */
  loopFailed(error: SmtpError, item?: FeedItem<M>): void {
    if (item !== undefined) this.unreserve(item)
    this.#loopRejection = asRejection(error)
  }

  end(): HandOverEnd {
    const error = this.#hookError ?? this.feed.error
    const isOver = this.feed.isOver
    this.feed.stop()
    if (error !== undefined) throw error
    if (this.#rejection !== undefined) return { end: 'rejected', rejection: this.#rejection }
    if (this.#stopped) return { end: 'stopped' }
    return isOver || this.#loopRejection === undefined
      ? { end: 'done' }
      : { end: 'rejected', rejection: this.#loopRejection }
  }

  #reject(rejection: Rejected): void {
    this.#rejection ??= rejection
    this.#stop()
  }

  #fail(error: unknown): void {
    this.#hookError ??= asError(error)
    this.#stop()
  }

  #stop(): void {
    this.#stopped = true
    this.feed.stop()
  }
}

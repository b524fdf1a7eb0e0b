/**
 * The connections of one configuration: opened on demand up to the limit, kept for a while when idle, and passed from batch to batch. While
 * none is open, only one is tried, so that a dead server or a wrong password costs one attempt rather than twenty. Before each message, a
 * connection's user checks whether the pool is over its limit (`isCrowded`), and then returns the connection.
 */
import { BehindDot } from './behind-dot.ts'
import { SmtpConnection } from './connection.ts'
import { SendQueue } from './send-queue.ts'
import { openReadyWire } from './handshake.ts'
import { Pace } from '../../feed.ts'
import type { SmtpSettings } from './settings.ts'
import { asSmtpError, SmtpError } from './smtp-error.ts'

// A server that refuses a further connection is asked for fewer for this long.
const LIMIT_RECOVERY_MS = 60_000

interface Idle {
  connection: SmtpConnection
  timer: NodeJS.Timeout
}

export class SmtpPool {
  readonly #settings: SmtpSettings
  readonly #idle: Idle[] = []
  readonly #live = new Set<SmtpConnection>()
  readonly #shared: { sendQueue: SendQueue; behindDot: BehindDot }
  readonly pace: Pace
  #opening = 0
  #first: Promise<unknown> | undefined
  #waiters: (() => void)[] = []
  /** What this process has of the configuration's connections. */
  #most: number
  #limit: number
  #limitedUntil = 0
  #closed = false

  constructor(settings: SmtpSettings) {
    this.#settings = settings
    this.#most = settings.maxConnections
    this.#limit = this.#most
    const behindDot = new BehindDot(settings.oneAtATime ? 'failed' : 'unknown')
    this.#shared = { sendQueue: new SendQueue(), behindDot }
    this.pace = new Pace(this.#most, () => this.#wake())
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** A connection for a run, or undefined while all are busy. Throws `SmtpError` if a new one cannot be opened. */
  async acquire(): Promise<SmtpConnection | undefined> {
    for (;;) {
      if (this.#closed) throw new SmtpError('connection_lost', 'closed by us')
      if (this.#live.size > 0 || this.#first === undefined) break
      await this.#first
    }
    if (this.#inUse() + this.#opening >= this.pace.connections) return undefined
    const idle = this.#takeIdle()
    if (idle !== undefined) return idle
    return this.#live.size + this.#opening < this.#currentLimit() ? this.#open() : undefined
  }

  /** More connections are in use than may be. */
  get isCrowded(): boolean {
    return this.#inUse() > this.pace.connections
  }

  /** Resolves when no more than that many are open: those that are too many finish their message first. */
  async resize(maxConnections: number): Promise<void> {
    this.#most = maxConnections
    this.#limit = maxConnections
    this.pace.setMost(maxConnections)
    for (const { connection } of [...this.#idle]) if (this.#live.size > this.#most) this.#dropIdle(connection)
    while (this.#live.size + this.#opening > this.#most && !this.#closed) await this.whenRoom()
  }

  /** Resolves at the next moment at which a connection may be had. */
  whenRoom(): Promise<void> {
    return new Promise(resolve => this.#waiters.push(resolve))
  }

  /** Gives a connection back after its run. */
  release(connection: SmtpConnection): void {
    if (this.#closed) return connection.quit()
    if (!connection.isGone && this.#live.size > this.#most) {
      this.#live.delete(connection)
      connection.quit()
    } else if (!connection.isGone) {
      const timer = setTimeout(() => this.#dropIdle(connection), this.#settings.idleMs)
      timer.unref()
      this.#idle.push({ connection, timer })
    }
    this.#wake()
  }

  close(): void {
    this.#closed = true
    this.pace.end()
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      connection.quit()
    }
    this.#wake()
  }

  async #open(): Promise<SmtpConnection> {
    this.#opening++
    const opening = openReadyWire(this.#settings)
    if (this.#live.size === 0) this.#first = opening
    try {
      const connection = new SmtpConnection(await opening, this.#settings, this.#shared)
      if (connection.isGone) throw new SmtpError('connection_lost', 'the server hung up after the sign-in')
      this.#live.add(connection)
      connection.onGone = () => this.#forget(connection)
      return connection
    } catch (error) {
      this.#lowerLimit()
      throw asSmtpError(error)
    } finally {
      this.#opening--
      if (this.#first === opening) this.#first = undefined
      this.#wake()
    }
  }

  #takeIdle(): SmtpConnection | undefined {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (!idle.connection.isGone) return idle.connection
    }
    return undefined
  }

  #dropIdle(connection: SmtpConnection): void {
    const index = this.#idle.findIndex(idle => idle.connection === connection)
    if (index === -1) return
    clearTimeout(this.#idle.splice(index, 1)[0]?.timer)
    this.#live.delete(connection)
    connection.quit()
  }

  #inUse(): number {
    return this.#live.size - this.#idle.length
  }

  #forget(connection: SmtpConnection): void {
    this.#live.delete(connection)
    const index = this.#idle.findIndex(idle => idle.connection === connection)
    if (index !== -1) clearTimeout(this.#idle.splice(index, 1)[0]?.timer)
    this.#wake()
  }

  // All of them: one that no longer needs a connection must not swallow the call.
  #wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter()
  }

  #lowerLimit(): void {
    if (this.#live.size === 0) return
    this.#limit = this.#live.size
    this.#limitedUntil = performance.now() + LIMIT_RECOVERY_MS
  }

  #currentLimit(): number {
    if (performance.now() >= this.#limitedUntil) this.#limit = this.#most
    return this.#limit
  }
}

/**
 * Requests over HTTP/1.1, each on a connection of its own while it is under way. It takes no more connections than there are
 * requests at once; whoever asks counts those. Beside what the kernel and the encryption take, a short exchange costs 5 us here; with
 * undici it was 30.
 */
import { performance } from 'node:perf_hooks'
import type { HttpAnswer, HttpRequest } from '../http-exchange.ts'
import { Http1Connection } from './http1-connection.ts'
import { requestBytes } from './request-bytes.ts'

export interface Http1Options {
  timeoutMs: number
  connectTimeoutMs: number
}

interface Origin {
  /** The value of the header. */
  host: string
  /** The last one to be free stands last and is taken first, so that those too many go. */
  idle: Http1Connection[]
  open: Set<Http1Connection>
  /** Connections on their way. */
  opening: number
  /** What the next TLS connection may be resumed with. */
  session: Buffer | undefined
}

export class Http1Client {
  readonly #options: Http1Options
  readonly #origins = new Map<string, Origin>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: Http1Options) {
    this.#options = options
  }

  /** Rejects when nobody was reached, when no answer came in time, and for what is no answer: `errorReason` tells which. */
  ask(request: HttpRequest): Promise<HttpAnswer> {
    const origin = this.#origins.get(request.origin) ?? this.#newOrigin(request.origin)
    let bytes: Buffer
    try {
      bytes = requestBytes(request, origin.host)
    } catch (error) {
      return Promise.reject(error as Error)
    }
    for (let idle = origin.idle.pop(); idle !== undefined; idle = origin.idle.pop())
      if (idle.isUsable) return idle.ask(bytes, this.#options.timeoutMs)
    return this.#open(request.origin, origin).then(connection => connection.ask(bytes, this.#options.timeoutMs))
  }

  /** Ends every connection. Nobody asks any more, nor waits for an answer. */
  close(): void {
    clearInterval(this.#timer)
    for (const { open } of this.#origins.values()) for (const connection of open) connection.close()
    this.#origins.clear()
  }

  #newOrigin(name: string): Origin {
    const origin = {
      host: new URL(name).host,
      idle: [],
      open: new Set<Http1Connection>(),
      opening: 0,
      session: undefined,
    }
    this.#origins.set(name, origin)
    return origin
  }

  async #open(name: string, origin: Origin): Promise<Http1Connection> {
    const { connectTimeoutMs } = this.#options
    origin.opening++
    try {
      const target = { origin: name, connectTimeoutMs, session: origin.session }
      const connection = await Http1Connection.open(target, {
        onFree: free => void origin.idle.push(free),
        onGone: gone => void origin.open.delete(gone),
        onSession: session => void (origin.session = session),
      })
      origin.open.add(connection)
      this.#watch()
      return connection
    } finally {
      origin.opening--
    }
  }

  // One timer for all: one a request would cost more than the request's writes.
  #watch(): void {
    this.#timer ??= setInterval(() => this.#expire(), Math.min(1000, this.#options.timeoutMs / 4)).unref()
  }

  #expire(): void {
    const now = performance.now()
    for (const [name, { open, opening, idle }] of this.#origins) {
      for (const connection of open) {
        if (connection.endsAtMs > now) continue
        const place = idle.indexOf(connection)
        if (place !== -1) idle.splice(place, 1)
        connection.expire()
      }
      // Names of push services come from visitors: what nobody talks to any more is forgotten.
      if (open.size === 0 && opening === 0) this.#origins.delete(name)
    }
    if (this.#origins.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

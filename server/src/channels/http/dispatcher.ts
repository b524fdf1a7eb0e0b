/** The connections beneath a sender: many of HTTP/1.1, or one of HTTP/2 where a provider speaks nothing else. */
import { Agent, Dispatcher, H2CClient } from 'undici'

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 262_144

export interface DispatcherOptions {
  /** At once; over HTTP/2 as many requests share one connection. */
  maxConnections: number
  timeoutMs?: number
  connectTimeoutMs?: number
  /** Of all origins the one that is spoken to over HTTP/2. */
  http2Origin?: string
}

/** Opens nothing yet: connections come with the first request. */
export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const { maxConnections, http2Origin } = options
  const plain = new Agent({ ...limitsOf(options), connections: maxConnections })
  return http2Origin === undefined ? plain : new ByOrigin(plain, http2Origin, openHttp2(options, http2Origin))
}

function openHttp2(options: DispatcherOptions, origin: string): Dispatcher {
  const streams = { maxConcurrentStreams: options.maxConnections, pipelining: options.maxConnections }
  // Without encryption there is nothing to negotiate: both sides know.
  if (origin.startsWith('http:')) {
    const { maxResponseSize: _, connect: __, ...limits } = limitsOf(options)
    return new H2CClient(origin, { ...limits, ...streams })
  }
  return new Agent({ ...limitsOf(options), ...streams, connections: 1, allowH2: true })
}

function limitsOf({ timeoutMs = TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS }: DispatcherOptions) {
  return {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: ANSWER_MAX_BYTES,
    connect: { timeout: connectTimeoutMs },
  }
}

class ByOrigin extends Dispatcher {
  readonly #plain: Dispatcher
  readonly #http2Origin: string
  readonly #http2: Dispatcher

  constructor(plain: Dispatcher, http2Origin: string, http2: Dispatcher) {
    super()
    this.#plain = plain
    this.#http2Origin = http2Origin
    this.#http2 = http2
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const way = String(options.origin) === this.#http2Origin ? this.#http2 : this.#plain
    return way.dispatch(options, handler)
  }

  override async close(): Promise<void> {
    await Promise.all([this.#plain.close(), this.#http2.close()])
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#plain.destroy(), this.#http2.destroy()])
  }
}

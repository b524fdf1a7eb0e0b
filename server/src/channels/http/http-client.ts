/** How requests travel: over HTTP/1.1, or over one connection of HTTP/2 to a provider that speaks nothing else. */
import { Agent, type Dispatcher, H2CClient } from 'undici'
import { ask } from './ask.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 262_144

export interface HttpClientOptions {
  /** At once to one origin; over HTTP/2 as many requests share one connection. */
  maxConnections: number
  timeoutMs?: number
  connectTimeoutMs?: number
  /** Of all origins the one that is spoken to over HTTP/2. */
  http2Origin?: string
  /** PEM: what says there who we are. */
  http2Certificate?: { cert: string; key: string }
}

export interface HttpClient {
  /** Rejects with errors that `errorReason` knows: unreachable, too slow, broken, unreadable. */
  ask(request: HttpRequest): Promise<HttpAnswer>
  /** When the caller no longer waits for an answer. */
  close(): Promise<void>
}

/** Opens nothing yet: connections come with the first request. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { maxConnections, http2Origin } = options
  const plain = new Agent({ ...limitsOf(options), ...encryptedLimits(options), connections: maxConnections })
  const http2 = http2Origin === undefined ? undefined : openHttp2(options, http2Origin)
  return {
    ask: request => ask(http2 !== undefined && request.origin === http2Origin ? http2 : plain, request),
    close: async () => {
      await Promise.all([plain.close(), http2?.close()])
    },
  }
}

function openHttp2(options: HttpClientOptions, origin: string): Dispatcher {
  const { maxConnections, http2Certificate } = options
  const limits = { ...limitsOf(options), maxConcurrentStreams: maxConnections, pipelining: maxConnections }
  // Without encryption there is nothing to negotiate: both sides know.
  if (origin.startsWith('http:')) return new H2CClient(origin, limits)
  const { connect, ...rest } = encryptedLimits(options)
  return new Agent({ ...limits, ...rest, connect: { ...connect, ...http2Certificate }, connections: 1, allowH2: true })
}

function limitsOf({ timeoutMs = TIMEOUT_MS }: HttpClientOptions) {
  return { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
}

/** What H2CClient has no options for. */
function encryptedLimits({ connectTimeoutMs = CONNECT_TIMEOUT_MS }: HttpClientOptions) {
  return { maxResponseSize: ANSWER_MAX_BYTES, connect: { timeout: connectTimeoutMs } }
}

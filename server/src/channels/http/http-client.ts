/** How requests travel: over HTTP/1.1, or over one connection of HTTP/2 to a provider that speaks nothing else. */
import { Agent, type Dispatcher, H2CClient } from 'undici'
import { Http1Client } from './http1/http1-client.ts'
import { BODY_MAX_BYTES } from './http1/read-answer.ts'
import { askHttp2 } from './ask-http2.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000

export interface HttpClientOptions {
  /** Requests at once, as many as whoever asks has. */
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
  /** When nobody waits for an answer any more. */
  close(): Promise<void>
}

/** Opens nothing yet: connections come with the first request. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutMs = TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS, http2Origin } = options
  const plain = new Http1Client({ timeoutMs, connectTimeoutMs })
  const http2 = http2Origin === undefined ? undefined : openHttp2(options, http2Origin)
  return {
    ask: request =>
      http2 !== undefined && request.origin === http2Origin ? askHttp2(http2, request) : plain.ask(request),
    close: async () => {
      plain.close()
      await http2?.close()
    },
  }
}

function openHttp2(options: HttpClientOptions, origin: string): Dispatcher {
  const { maxConnections, timeoutMs = TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const limits = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxConcurrentStreams: maxConnections,
    pipelining: maxConnections,
  }
  // Without encryption there is nothing to negotiate: both sides know.
  if (origin.startsWith('http:')) return new H2CClient(origin, limits)
  const connect = { timeout: connectTimeoutMs, ...options.http2Certificate }
  return new Agent({ ...limits, connect, maxResponseSize: BODY_MAX_BYTES, connections: 1, allowH2: true })
}

/** Sends requests over HTTP/1.1, or over one HTTP/2 connection to a provider that supports nothing else. */
import { Agent, type Dispatcher, errors, H2CClient } from 'undici'
import { Buffer } from 'node:buffer'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 262_144

interface HttpClientOptions {
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

/** Opens no connection yet: the first request does. */
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

/** Limits for which H2CClient has no options. */
function encryptedLimits({ connectTimeoutMs = CONNECT_TIMEOUT_MS }: HttpClientOptions) {
  return { maxResponseSize: ANSWER_MAX_BYTES, connect: { timeout: connectTimeoutMs } }
}

// One request and its answer as text. undici's own `request` makes a stream of every answer, which costs as much as all
// the rest of a short exchange; this reads the answer as it comes.

// RFC 9112 section 3.2 and RFC 9110 section 5.5: whatever could end a line, or be no byte.
const PATH = /^\/[\x21-\x7e]*$/
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/
const NO_NAME = /[^\w!#$%&'*+.^`|~-]/

/**
 * Rejects with undici's errors: the request cannot be written, or the server is unreachable, too slow, breaks the connection, or sends too
 * much.
 */
function ask(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
  // A pool of undici 8.12 refuses them as well, and each time gives up one of its connections for good.
  if (!isWritable(request)) return Promise.reject(new errors.InvalidArgumentError('this is no path or no header'))
  return new Promise((resolve, reject) => {
    let status = 0
    let headers: HttpAnswer['headers'] = {}
    let body = ''
    let chunks: Buffer[] | undefined
    dispatcher.dispatch(request, {
      // undici takes no handler without it.
      onRequestStart: () => undefined,
      onResponseStart(_controller, statusCode, received) {
        status = statusCode
        headers = received as HttpAnswer['headers']
      },
      onResponseData(_controller, chunk) {
        chunks ??= []
        chunks.push(chunk)
      },
      onResponseEnd() {
        if (chunks !== undefined)
          body = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()
        resolve({ status, headers, body })
      },
      onResponseError: (_controller, error) => reject(error),
    })
  })
}

function isWritable({ path, headers }: HttpRequest): boolean {
  if (!PATH.test(path)) return false
  for (const name in headers) if (NO_VALUE.test(headers[name] as string) || !isName(name)) return false
  return true
}

// Every request of a provider has the same.
const names = new Set<string>()

function isName(name: string): boolean {
  if (names.has(name)) return true
  if (NO_NAME.test(name)) return false
  names.add(name)
  return true
}

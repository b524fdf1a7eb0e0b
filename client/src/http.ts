/** Requests: credentials, a timeout for each attempt, and retries after temporary failures. */
import { NotiflyConnectionError, NotiflyError, type Refusal } from './errors.ts'

export interface NotiflyOptions {
  /** Of your installation, such as https://notifly.example. */
  baseUrl: string
  /** ID and secret of a key of the application. */
  clientId?: string | undefined
  secret?: string | undefined
  /** In place of a key: a token of POST /oauth/token. */
  accessToken?: string | undefined
  /** For each try, in milliseconds; 30,000 unless given. */
  timeoutMs?: number | undefined
  /** After the first try; 3 unless given. */
  maxRetries?: number | undefined
  /** In place of the runtime's own. */
  fetch?: typeof fetch | undefined
}

export interface CallOptions {
  /** Ends the call, further tries included. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
}

interface Call extends CallOptions {
  method: string
  path: string
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
}

/** Makes a call and resolves with `data` of its answer. Throws NotiflyError or NotiflyConnectionError; an abort throws its reason. */
export type Request = <Data>(call: Call) => Promise<Data>

const TIMEOUT_MS = 30_000
const RETRIES = 3
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** A server may ask for a longer pause than a program can wait. */
const LONGEST_ASKED_MS = 60_000

export function createRequest(options: NotiflyOptions): Request {
  const authorization = authorizationOf(options)
  const send = options.fetch ?? globalThis.fetch
  return async <Data>(call: Call) => {
    const retries = call.maxRetries ?? options.maxRetries ?? RETRIES
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS
    for (let attempt = 0; ; attempt++) {
      call.signal?.throwIfAborted()
      const failure = await attemptOf<Data>(send, options.baseUrl, authorization, { ...call, timeoutMs })
      if (!(failure instanceof Error)) return failure.data
      if (attempt >= retries || !mayPass(failure)) throw failure
      await pause(pauseMs(attempt, failure), call.signal)
    }
  }
}

function authorizationOf({ clientId, secret, accessToken }: NotiflyOptions): string {
  if (accessToken !== undefined) return `Bearer ${accessToken}`
  if (clientId === undefined || secret === undefined) throw new TypeError('Give clientId and secret, or accessToken.')
  return `Basic ${btoa(`${clientId}:${secret}`)}`
}

async function attemptOf<Data>(
  send: typeof fetch,
  baseUrl: string,
  authorization: string,
  { method, path, query = {}, body, headers, signal, timeoutMs = TIMEOUT_MS }: Call,
): Promise<{ data: Data } | NotiflyError | NotiflyConnectionError> {
  const url = new URL(path.slice(1), baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(url, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      // Not followed: the key is for this address alone. Edge runtimes do not know 'error'.
      redirect: 'manual',
    })
    const text = await response.text()
    return response.ok ? { data: (JSON.parse(text) as { data: Data }).data } : refusalOf(response, text)
  } catch (cause) {
    signal?.throwIfAborted()
    const words = timeout.aborted ? `There was no answer within ${timeoutMs} ms.` : 'The connection failed.'
    return new NotiflyConnectionError(words, { cause })
  }
}

/** A proxy in front of an installation may answer in other formats. */
function refusalOf({ status, headers }: Response, text: string): NotiflyError {
  try {
    const refusal = JSON.parse(text) as Refusal
    if (typeof refusal.key === 'string') return new NotiflyError(status, refusal, headers)
  } catch {
    // No JSON.
  }
  return new NotiflyError(status, { message: `The answer was ${status}.`, key: 'errors.unknown' }, headers)
}

/** Every call may be repeated: sends and events have a key, and the others have the same effect when made twice. */
function mayPass(failure: NotiflyError | NotiflyConnectionError): boolean {
  if (!(failure instanceof NotiflyError)) return true
  return failure.status === 429 || failure.status >= 500
}

/**
 * The longest pause doubles with each attempt. The pause is at least half of it and otherwise random, so that many programs do not retry at
 * the same moment.
 */
function pauseMs(attempt: number, failure: Error): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
  const own = longest / 2 + Math.random() * (longest / 2)
  const asked = failure instanceof NotiflyError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.min(LONGEST_ASKED_MS, Math.max(asked + Math.random() * FIRST_PAUSE_MS, own))
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Progress as server-sent events: limits the number of streams, checks each reader's rights, and ends streams when the server stops. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { Places } from '../lib/work-pool/places.ts'
import { authorize } from './caller.ts'
import { callerOf, type Http } from './route.ts'

const TICK_MS = 1000
/** Interval of comments, which keep proxies from closing a quiet stream; each is also the time to check the reader's rights again. */
const KEEP_ALIVE_TICKS = 15
/** How long a read is shared with other watchers. */
const FRESH_TICKS = 0.9

/** Each stream reads once a second while it is open. People have a few; further ones are refused, not queued. */
export const STREAMS = { places: 2000, placesPerKey: 100, waitingPerKey: 0, waitingMax: 0, waitMs: 0 }

interface Watched<Progress> {
  applicationId: string
  /** What is watched: watchers with the same key share readings. */
  key: string
  read: () => Promise<Progress>
  /** Returns what is sent; nothing is sent while it stays the same. */
  newsOf: (progress: Progress) => unknown
  hasEnded: (progress: Progress) => boolean
}

/**
 * Sends events named `progress`, at most one a second and only with changes, until the work has ended, the reader loses the right, or the
 * server stops. Throws what the first read throws, and tooManyRequests if the application has too many streams.
 */
export type SendLive = <Progress>(
  input: { request: FastifyRequest; reply: FastifyReply },
  watched: Watched<Progress>,
) => Promise<FastifyReply>

/** Streams of one kind. */
export function createLiveStreams(http: Http, { most = STREAMS, tickMs = TICK_MS } = {}): SendLive {
  const places = new Places(most)
  const shared = createSharedReads(tickMs * FRESH_TICKS)
  // Open streams would keep a stopping server waiting.
  const closing = new AbortController()
  http.app.addHook('preClose', async () => closing.abort())

  return async ({ request, reply }, { applicationId, key, read, newsOf, hasEnded }) => {
    const readShared = () => shared(`${applicationId} ${key}`, read)
    await readShared()
    const leave = await places.take(applicationId)
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal])
    const mayRead = () => isStillAllowed(http, request, applicationId)
    const stream = Readable.from(events({ read: readShared, newsOf, hasEnded, mayRead, signal, tickMs }))
    stream.on('error', error => request.log.warn({ err: error }, 'a live stream broke')).once('close', leave)
    return (
      reply
        .header('Content-Type', 'text/event-stream')
        .header('Cache-Control', 'no-store')
        .header('X-Accel-Buffering', 'no')
        // If kept alive, the connection would keep a stopping server waiting after the stream has ended.
        .header('Connection', 'close')
        // Compression would hold events back in a buffer.
        .header('Content-Encoding', 'identity')
        .send(stream)
    )
  }
}

interface Following<Progress> extends Pick<Watched<Progress>, 'read' | 'newsOf' | 'hasEnded'> {
  mayRead: () => Promise<boolean>
  signal: AbortSignal
  tickMs: number
}

async function* events<Progress>({ read, newsOf, hasEnded, mayRead, signal, tickMs }: Following<Progress>) {
  let last = ''
  for (let tick = 1; !signal.aborted; tick++) {
    const progress = await read()
    const news = JSON.stringify(newsOf(progress))
    if (news !== last) yield `event: progress\ndata: ${JSON.stringify(progress)}\n\n`
    last = news
    if (hasEnded(progress)) return
    if (tick % KEEP_ALIVE_TICKS === 0) {
      if (!(await mayRead())) return
      yield ': still here\n\n'
    }
    await sleep(tickMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether the token is valid, is for this application, and its role still has the right. */
async function isStillAllowed(http: Http, request: FastifyRequest, applicationId: string): Promise<boolean> {
  const { endpoint } = request.routeOptions.config
  const caller = await callerOf(http, request)
  if (endpoint === undefined || caller?.applicationId !== applicationId) return false
  try {
    authorize(endpoint.access, caller)
    return true
  } catch {
    return false
  }
}

/** Shares a read with all callers of the last moments. */
function createSharedReads(freshMs: number): <T>(key: string, read: () => Promise<T>) => Promise<T> {
  const reads = new Map<string, { atMs: number; value: Promise<unknown> }>()
  return <T>(key: string, read: () => Promise<T>) => {
    const nowMs = performance.now()
    const known = reads.get(key)
    if (known !== undefined && nowMs - known.atMs < freshMs) return known.value as Promise<T>
    for (const [old, { atMs }] of reads) if (nowMs - atMs >= freshMs) reads.delete(old)
    const value = read()
    reads.set(key, { atMs: nowMs, value })
    return value
  }
}

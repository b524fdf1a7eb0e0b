/** Progress as a stream of server-sent events: how many there are at once, who may go on reading, and that a stopping server ends them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { Places } from '../lib/work-pool/places.ts'
import { authorize } from './caller.ts'
import { callerOf, type Http } from './route.ts'

const TICK_MS = 1000
/** A comment now and then keeps proxies from closing a quiet stream, and is the moment to ask whether the reader still may. */
const KEEP_ALIVE_TICKS = 15
/** For so long what was read is answered to others as well. */
const FRESH_TICKS = 0.9

/** Each stream reads once a second for as long as it is open: people have a few, and nobody waits for one. */
export const STREAMS = { places: 2000, placesPerKey: 100, waitingPerKey: 0, waitingMax: 0, waitMs: 0 }

interface Watched<Progress> {
  applicationId: string
  /** Of what is watched: its watchers share what is read. */
  key: string
  read: () => Promise<Progress>
  /** What has changed when there is something to tell. */
  newsOf: (progress: Progress) => unknown
  hasEnded: (progress: Progress) => boolean
}

/**
 * Answers with events named `progress`, one a second at most and only with news, until it has ended, the right of the reader is gone or the
 * server stops. Throws what the first reading throws, and tooManyRequests where the application has too many streams.
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
        // Kept for further requests, the connection would keep a stopping server waiting after the stream has ended.
        .header('Connection', 'close')
        // Compressed, events would wait in a buffer.
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

/** Whether the token lives, is of this application, and its role has the right that the stream began with. */
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

/** What was read within the last moments is answered again. */
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

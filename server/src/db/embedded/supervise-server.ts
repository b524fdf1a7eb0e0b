import { setTimeout as delay } from 'node:timers/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { DatabaseLog } from '../database-log.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that is there until `stop`: when it ends by itself it is started again. */
interface SupervisedServer {
  readonly port: number
  /** Of the process that runs now; another one after each restart. */
  readonly pid: number
  stop(): Promise<void>
}

/** Why a server had to be started again: it ended by itself, or gave no sign of life and was killed. */
export type ServerRestart = 'died' | 'hung'

/** What the machine killed for lack of memory is not killed again at once. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** How often it is asked for a sign of life, and how many times in a row it may stay silent. */
const ASK_MS = 5000
const SILENT_ASKS = 6
/** A server that ran for so long had no trouble to start. */
const LONG_LIFE_MS = 60_000

interface KeepPlan {
  /** Starts it at the same port, so that all who know its address find it again. */
  restart(reason: ServerRestart): Promise<ServerProcess>
  log: DatabaseLog
  askMs?: number | undefined
}

/**
 * Looks after a server that runs: one that ends is started again, and one that is silent for half a minute is killed first. A start
 * that fails is repeated, with longer pauses.
 */
export function superviseServer(first: ServerProcess, { restart, log, askMs = ASK_MS }: KeepPlan): SupervisedServer {
  let server = first
  const stopping = new AbortController()

  const keep = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const reason = await endOf(server, { log, askMs, signal: stopping.signal })
      if (stopping.signal.aborted) return
      pauseMs = performance.now() - startedAt > LONG_LIFE_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      server = (await restartServer(pauseMs, reason)) ?? server
    }
  }
  const restartServer = async (firstPauseMs: number, reason: ServerRestart): Promise<ServerProcess | undefined> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        const back = await restart(reason)
        log.warn({ port: back.port, pid: back.pid }, 'the database server is up again')
        return back
      } catch (error) {
        log.error({ err: error }, 'the database server could not be started again')
      }
    }
  }
  const keeping = keep()

  const stop = async (): Promise<void> => {
    stopping.abort()
    await server.stop()
    await keeping
    // One that came up just now.
    await server.stop()
  }
  return {
    port: first.port,
    get pid() {
      return server.pid
    },
    stop,
  }
}

interface Watch {
  log: DatabaseLog
  askMs: number
  /** From then on it is left alone, and ends when it is told to. */
  signal: AbortSignal
}

/** Resolves when the server has ended: by itself, or killed for its silence. */
async function endOf(server: ServerProcess, { log, askMs, signal }: Watch): Promise<ServerRestart> {
  const over = new AbortController()
  const ended = server.ended.then(() => over.abort())
  const either = AbortSignal.any([over.signal, signal])
  for (let silent = 0; silent < SILENT_ASKS;) {
    const [answers] = await Promise.all([
      answersAt(server.port, askMs),
      delay(askMs, undefined, { signal: either, ref: false }).catch(() => undefined),
    ])
    if (either.aborted) {
      await ended
      return 'died'
    }
    silent = answers ? 0 : silent + 1
  }
  log.error({ pid: server.pid }, 'the database server does not answer and is killed')
  server.kill()
  await ended
  return 'hung'
}

/** SSLRequest (PostgreSQL, "Message Formats"): its length and its code. A server answers with one byte before anything else. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether the server at this port of this machine says anything within the time, at whatever state it is in, full of connections
 * included. One that was stopped or is stuck is connected to by the system and stays silent.
 */
async function answersAt(port: number, timeoutMs: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await once(socket, 'connect', { signal })
    socket.write(SSL_REQUEST)
    await once(socket, 'data', { signal })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

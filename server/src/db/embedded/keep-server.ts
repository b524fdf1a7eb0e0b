import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that is there until `stop`: when it ends by itself it is started again. */
export interface KeptServer {
  readonly port: number
  /** Of the process that runs now; another one after each restart. */
  readonly pid: number
  stop(): Promise<void>
}

/** What the machine killed for lack of memory is not killed again at once. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** A server that ran for so long had no trouble to start. */
const LONG_LIFE_MS = 60_000

/**
 * Looks after a server that runs. `restart` starts it at the same port, so that everybody who knows its address finds it
 * again; until it succeeds it is repeated, with longer pauses.
 */
export function keepServer(first: ServerProcess, restart: () => Promise<ServerProcess>, log: DatabaseLog): KeptServer {
  let server = first
  const stopping = new AbortController()

  const keep = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await server.ended
      if (stopping.signal.aborted) return
      pauseMs = performance.now() - startedAt > LONG_LIFE_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      server = (await comeBack(pauseMs)) ?? server
    }
  }
  const comeBack = async (firstPauseMs: number): Promise<ServerProcess | undefined> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        const back = await restart()
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

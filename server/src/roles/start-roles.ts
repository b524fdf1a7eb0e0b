import { getHeapStatistics } from 'node:v8'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { keepProcess, type KeptProcess } from './keep-process.ts'
import type { Ground } from './prepare.ts'
import type { RestartCounts } from './restarts.ts'
import type { RoleName } from './role-messages.ts'

interface RolesOptions {
  config: Config
  log: Log
  ground: Ground
  restarts: RestartCounts
  /** Process id of the launcher, if there is one. */
  starter: number | undefined
}

/**
 * A role without a heartbeat for this long is killed: far longer than any input blocks its main thread, even on a busy machine. The API has
 * the shortest time, since people wait for it.
 */
const SILENT_MS: Record<RoleName, number> = { api: 15_000, scheduler: 30_000, sandbox: 30_000 }
/** How long requests in progress, and jobs, may take to end. */
const STOP_MS = 30_000
/** A runaway request or job ends its own process, not the machine. Large inputs are streamed, so ordinary work stays far below. */
const HEAP_MEGABYTES = 1024
const MEGABYTE = 1_048_576
/**
 * Requests produce much garbage and little that lives long. With a larger young generation hardly any of it is promoted: under hostile load
 * the longest pauses of other tenants were halved (`npm run soak -- hostile`).
 */
const YOUNG_MEGABYTES: Partial<Record<RoleName, number>> = { api: 64 }

/** Starts the processes of the configured roles, and keeps them running. Adds to `stops` what stops them. */
export async function startRoles(options: RolesOptions, stops: (() => Promise<void>)[]): Promise<void> {
  const { config } = options
  // After a restart it listens on the same port, which the sandbox knows.
  const bounce = { port: config.bounce.smtpPort }
  const start = async (name: RoleName): Promise<void> => {
    const kept = await keep(name, bounce, options)
    stops.push(() => kept.stop())
  }
  const started = await Promise.allSettled([
    (async () => {
      if (config.roles.has('scheduler')) await start('scheduler')
      if (config.sandbox.on) await start('sandbox')
    })(),
    config.roles.has('api') ? start('api') : undefined,
  ])
  for (const outcome of started) if (outcome.status === 'rejected') throw outcome.reason
}

function keep(name: RoleName, bounce: { port: number | null }, options: RolesOptions): Promise<KeptProcess> {
  const { log, ground, restarts, starter } = options
  const { connectionString, masterSecret } = ground
  return keepProcess(
    {
      name,
      flags: [...heapFlags(name), '--disable-warning=ExperimentalWarning'],
      order: () => ({ connectionString, masterSecret, starter, bouncePort: bounce.port }),
      onReady: ({ bouncePort }, child) => {
        if (name === 'scheduler') bounce.port = bouncePort
        if (name !== 'api') return
        child.send({ restarts: restarts.all() })
      },
      onRestart: reason => restarts.add(name, reason),
      silentMs: SILENT_MS[name],
      stopMs: STOP_MS,
    },
    log,
  ).then(kept => {
    if (name === 'api') restarts.onChange(counts => kept.send({ restarts: counts }))
    return kept
  })
}

function heapFlags(name: RoleName): string[] {
  const young = YOUNG_MEGABYTES[name]
  const flags = [`--max-old-space-size=${heapMegabytes()}`]
  return young === undefined
    ? flags
    : [...flags, `--min-semi-space-size=${young / 2}`, `--max-semi-space-size=${young}`]
}

/** Never more than Node's own default on this machine. */
function heapMegabytes(): number {
  return Math.min(HEAP_MEGABYTES, Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE))
}

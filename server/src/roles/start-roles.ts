import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { heapFlags } from '../lib/process/heap-flags.ts'
import { superviseProcess, type SupervisedProcess } from './supervise-process.ts'
import type { PreparedInstallation } from './prepare.ts'
import type { RestartCounts } from './restarts.ts'
import type { RoleName } from './role-messages.ts'

interface RolesOptions {
  config: Config
  log: Log
  ground: PreparedInstallation
  restarts: RestartCounts
  /** Process id of the launcher, if there is one. */
  starter: number | undefined
}

/**
 * A role without a heartbeat for this long is killed: far longer than any input blocks its main thread, even on a busy machine. The API has
 * the shortest time, since people wait for it.
 */
const SILENT_MS: Record<RoleName, number> = { api: 15_000, scheduler: 30_000, sandbox: 30_000, together: 30_000 }
/** They show how often processes were restarted. */
const SERVES_METRICS: ReadonlySet<RoleName> = new Set(['api', 'together'])
/** How long requests in progress, and jobs, may take to end. */
const STOP_MS = 30_000
/** Starts the processes of the configured roles, and keeps them running. Adds to `stops` what stops them. */
export async function startRoles(options: RolesOptions, stops: (() => Promise<void>)[]): Promise<void> {
  const { config } = options
  // After a restart it listens on the same port, which the sandbox knows.
  const bounce = { port: config.bounce.smtpPort }
  const start = async (name: RoleName): Promise<void> => {
    const kept = await keep(name, bounce, options)
    stops.push(() => kept.stop())
  }
  if (config.isSmall) return isAnyOn(config) ? start('together') : undefined
  const started = await Promise.allSettled([
    (async () => {
      if (config.roles.has('scheduler')) await start('scheduler')
      if (config.sandbox.on) await start('sandbox')
    })(),
    config.roles.has('api') ? start('api') : undefined,
  ])
  for (const outcome of started) if (outcome.status === 'rejected') throw outcome.reason
}

function isAnyOn({ roles, sandbox }: Config): boolean {
  return roles.has('api') || roles.has('scheduler') || sandbox.on
}

function keep(name: RoleName, bounce: { port: number | null }, options: RolesOptions): Promise<SupervisedProcess> {
  const { config, log, ground, restarts, starter } = options
  const { connectionString, masterSecret } = ground
  return superviseProcess(
    {
      name,
      flags: [...heapFlags(name, config.isSmall), '--disable-warning=ExperimentalWarning'],
      order: () => ({ connectionString, masterSecret, starter, bouncePort: bounce.port }),
      onReady: ({ bouncePort }, child) => {
        if (name === 'scheduler') bounce.port = bouncePort
        if (!SERVES_METRICS.has(name)) return
        child.send({ restarts: restarts.all() })
      },
      onRestart: reason => restarts.add(name, reason),
      silentMs: SILENT_MS[name],
      stopMs: STOP_MS,
    },
    log,
  ).then(kept => {
    if (SERVES_METRICS.has(name)) restarts.onChange(counts => kept.send({ restarts: counts }))
    return kept
  })
}

/**
 * Entry point of a role's process: reads its order from the IPC channel, reports that it is up, sends heartbeats, and ends when it is told
 * to or when the channel closes.
 */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { StartError } from '../lib/start-error.ts'
import { collectAfterStart } from '../lib/process/heap-flags.ts'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { BEAT_MS } from './supervise-process.ts'
import type { FromRole, RoleName, RoleOrder, RunningRole, ToRole } from './role-messages.ts'

/** Imported when needed: by itself, the sandbox shares no code with the API. */
const ROLES: Record<RoleName, (order: RoleOrder) => Promise<RunningRole>> = {
  api: async order => (await import('./api.ts')).runApi(order),
  scheduler: async order => (await import('./scheduler.ts')).runScheduler(order),
  sandbox: async order => (await import('./sandbox.ts')).runSandbox(order),
  together: async order => (await import('./together.ts')).runTogether(order),
}

// The parent stops this process; Ctrl+C in a terminal reaches the whole process group and must not stop it earlier.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Without its parent no work of a role could be finished: the database is about to stop.
process.on('disconnect', () => process.exit(1))
// Halves the time until a restarted process serves requests.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)))
setInterval(() => tell('beat'), BEAT_MS)

let running: Promise<RunningRole> | undefined

process.on('message', (message: ToRole) => {
  if (message === 'stop') void stop()
  else if ('restarts' in message) void running?.then(role => role.hearRestarts?.(message.restarts))
  else running = run(process.argv[2] as RoleName, message.order)
})

async function run(name: RoleName, order: RoleOrder): Promise<RunningRole> {
  endWithParent(order)
  try {
    const role = await ROLES[name](order)
    tell({ ready: { bouncePort: role.bouncePort } })
    collectAfterStart()
    return role
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.send?.({ refused: error.message } satisfies FromRole, () => process.exit(1))
    // The process ends once the message is on its way.
    return await new Promise<never>(() => undefined)
  }
}

async function stop(): Promise<void> {
  await (await running)?.stop()
  process.exit(0)
}

function tell(message: FromRole): void {
  if (process.connected) process.send?.(message)
}

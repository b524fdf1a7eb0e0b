/**
 * Entry of a role's process: takes its order over the channel, says when it is up and that it lives, and ends when it is told to or
 * when the channel closes.
 */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { StartError } from '../lib/start-error.ts'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { BEAT_MS } from './keep-process.ts'
import type { FromRole, RoleName, RoleOrder, RunningRole, ToRole } from './role-messages.ts'

/** Loaded when asked for: the sandbox shares nothing with the API. */
const ROLES: Record<RoleName, (order: RoleOrder) => Promise<RunningRole>> = {
  api: async order => (await import('./api.ts')).runApi(order),
  scheduler: async order => (await import('./scheduler.ts')).runScheduler(order),
  sandbox: async order => (await import('./sandbox.ts')).runSandbox(order),
}

// The parent stops us; Ctrl+C in a terminal reaches the whole group and must not race it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Without its parent nothing that a role does would be finished: the database is about to stop.
process.on('disconnect', () => process.exit(1))
// Halves the time until a process that was started again serves.
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
    return role
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.send?.({ refused: error.message } satisfies FromRole, () => process.exit(1))
    // It ends with the message on its way.
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

/** API, scheduler and sandbox in one process, for machines that have memory for one. */
import { openDatabase } from '../db/database.ts'
import { endIdleThreads } from '../lib/work-pool/pools.ts'
import { runApi } from './api.ts'
import { openInstallation } from './installation.ts'
import type { RoleOrder, RunningRole } from './role-messages.ts'
import { runScheduler } from './scheduler.ts'

/** PostgreSQL has a process of some 5 MB for each. */
const CONNECTIONS = { maxConnections: 12, idleMs: 2000 }
/** The queue keeps three, and asks for work by as many more as it may, all at the same time. */
const QUEUE_CONNECTIONS = 4

/** Runs those of them that are on. They stop one after the other: requests first, so that what they began can still be done. */
export async function runTogether(order: RoleOrder): Promise<RunningRole> {
  const installation = await openInstallation('together', order, CONNECTIONS)
  endIdleThreads()
  const { roles, sandbox } = installation.config
  const queue = openDatabase({ ...order, maxConnections: QUEUE_CONNECTIONS, log: installation.log })
  const shared = { ...installation, queue, close: () => Promise.resolve() }
  const scheduler = roles.has('scheduler') ? await runScheduler(order, shared) : undefined
  const bouncePort = scheduler?.bouncePort ?? order.bouncePort
  // The sandbox shares no code with the others.
  const stands = sandbox.on ? await (await import('./sandbox.ts')).runSandbox({ ...order, bouncePort }) : undefined
  const api = roles.has('api') ? await runApi(order, shared) : undefined
  return {
    bouncePort,
    stop: async () => {
      for (const role of [api, stands, scheduler]) await role?.stop()
      await queue.close()
      await installation.close()
    },
    hearRestarts: counts => api?.hearRestarts?.(counts),
  }
}

/** API, scheduler and sandbox in one process, for machines that have memory for one. */
import { endIdleThreads } from '../lib/work-pool/pools.ts'
import { runApi } from './api.ts'
import { openInstallation } from './installation.ts'
import type { RoleOrder, RunningRole } from './role-messages.ts'
import { runScheduler } from './scheduler.ts'

/** PostgreSQL has a process of some 5 MB for each. */
const MAX_CONNECTIONS = 12

/** Runs those of them that are on. They stop one after the other: requests first, so that what they began can still be done. */
export async function runTogether(order: RoleOrder): Promise<RunningRole> {
  const installation = await openInstallation('together', order, MAX_CONNECTIONS)
  endIdleThreads()
  const { roles, sandbox } = installation.config
  const shared = { ...installation, close: () => Promise.resolve() }
  const scheduler = roles.has('scheduler') ? await runScheduler(order, shared) : undefined
  const bouncePort = scheduler?.bouncePort ?? order.bouncePort
  // The sandbox shares no code with the others.
  const stands = sandbox.on ? await (await import('./sandbox.ts')).runSandbox({ ...order, bouncePort }) : undefined
  const api = roles.has('api') ? await runApi(order, shared) : undefined
  return {
    bouncePort,
    stop: async () => {
      for (const role of [api, stands, scheduler]) await role?.stop()
      await installation.close()
    },
    hearRestarts: counts => api?.hearRestarts?.(counts),
  }
}

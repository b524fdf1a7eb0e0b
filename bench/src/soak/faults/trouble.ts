/** Faults that happen during a campaign in addition to a provider's usual ones. */
import { setTimeout as delay } from 'node:timers/promises'
import { family } from '../../harness/processes.ts'
import { signalOne } from '../signal-one.ts'
import type { FaultsWorld } from './world.ts'

/** Resolves when it is over, to the number of connections that were lost with their worker. */
export type Trouble = (world: FaultsWorld) => Promise<number>

const UNREACHABLE_MS = 20_000
const LATE_MS = 3000
const RUBBISH_MS = 3000

export const TROUBLES: ReadonlyMap<string, Trouble> = new Map([
  // The provider does not answer for 20 seconds.
  ['unreachable', ({ proxy }: FaultsWorld) => withProxyMode(proxy, 'unreachable', UNREACHABLE_MS)],
  // For a while messages arrive, and their answers do not.
  ['late', ({ proxy }: FaultsWorld) => withProxyMode(proxy, 'late', LATE_MS)],
  // For a while messages arrive, and are answered with something else.
  ['rubbish', ({ proxy }: FaultsWorld) => withProxyMode(proxy, 'rubbish', RUBBISH_MS)],
  ['kill', killWorker],
])

async function withProxyMode(
  proxy: FaultsWorld['proxy'],
  mood: 'unreachable' | 'late' | 'rubbish',
  forMs: number,
): Promise<number> {
  await proxy.turn(mood)
  await delay(forMs)
  await proxy.turn('open')
  return 0
}

/**
 * One of the two, in the middle of what it does. Counted are the connections that it was granted: over HTTP/2 they are requests
 * that share one, and those that are open at a moment are not more.
 */
async function killWorker({ product, database }: FaultsWorld): Promise<number> {
  let granted = 0
  await signalOne('SIGKILL', async () => {
    const { rows } = await database.pool.query<{ pid: number; connections: number }>(
      `select w.pid, coalesce(sum(g.connections), 0)::int as connections
       from worker w left join connection_grant g using (worker_id) group by w.worker_id order by w.started_at limit 1`,
    )
    const { pid, connections } = rows[0] ?? { pid: 0, connections: 0 }
    granted = connections
    // Never anything but a child of our own product.
    return family(product.pid).includes(pid) ? pid : undefined
  })
  return granted
}

/** What can happen amid a campaign beside a provider's usual faults. Each resolves when it is over. */
import { setTimeout as delay } from 'node:timers/promises'
import { family } from '../../harness/processes.ts'
import type { FaultsWorld } from './world.ts'

export type Trouble = (world: FaultsWorld) => Promise<void>

const UNREACHABLE_MS = 20_000
const LATE_MS = 3000
const RUBBISH_MS = 3000

export const TROUBLES: ReadonlyMap<string, Trouble> = new Map([
  // Nobody answers at the provider's for 20 seconds.
  ['unreachable', ({ road }: FaultsWorld) => inMood(road, 'unreachable', UNREACHABLE_MS)],
  // For a while messages arrive, and their answers do not.
  ['late', ({ road }: FaultsWorld) => inMood(road, 'late', LATE_MS)],
  // For a while messages arrive, and are answered with something else.
  ['rubbish', ({ road }: FaultsWorld) => inMood(road, 'rubbish', RUBBISH_MS)],
  ['kill', killWorker],
])

async function inMood(road: FaultsWorld['road'], mood: 'unreachable' | 'late' | 'rubbish', forMs: number) {
  await road.turn(mood)
  await delay(forMs)
  await road.turn('open')
}

/** One of the two, in the middle of what it does. */
async function killWorker({ product, database }: FaultsWorld): Promise<void> {
  const { rows } = await database.pool.query<{ pid: number }>('select pid from worker order by started_at limit 1')
  const pid = rows[0]?.pid ?? 0
  // Never anything but a child of our own product.
  if (!family(product.pid).includes(pid)) throw new Error('there is no worker to kill')
  process.kill(pid, 'SIGKILL')
}

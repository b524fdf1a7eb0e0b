/**
 * One of two machines is frozen as a whole, supervisor included, until its leases have expired; then it continues. Nobody can read its
 * journal meanwhile, so messages that it had sent but not yet written to the database are sent again, as are those that were being sent.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { TUNING } from '@notifly/server/engine/tuning'
import { STATE } from '@notifly/server/engine/states'
import { type EngineHost, startEngineHost } from '@notifly/server/testing/engine/host'
import { openRun } from '@notifly/server/testing/engine/world'
import { numberOf } from '../harness/postgres.ts'
import { judge } from './judge.ts'
import { printPromises } from './promises.ts'
import { untilDone, type World } from './world.ts'

const LOOK_MS = 100
/** Slow enough that the other machine still has work when the leases expire. */
export const FROZEN_SECONDS = 60

export async function soakFrozen(world: World): Promise<boolean> {
  const { people, receiver, random, say, database } = world
  say(`one of two machines frozen past its leases (${TUNING.leaseMs / 1000} s), then continued`)
  const { connectionString } = database
  const start = (hostname: string) => startEngineHost({ connectionString, workers: 1, hostname, tuning: {} })
  const [frozen, other] = [await start('frozen.example'), await start('other.example')]
  const { runId } = await openRun(database, world.applicationId)
  const startedAt = performance.now()
  await receiver.untilMails(Math.floor(people * (0.1 + 0.1 * random())))
  const { open } = await receiver.tally()
  frozen.signal('SIGSTOP')
  const held = await addressesHeld(world, runId, frozen)
  await delay(LOOK_MS * 5)
  const atStop = await sentBy(world, frozen, held)
  const onlyThere = atStop - (await recordedOf(world, runId, held))
  say(`frozen with ${held.length} recipients in hand; ${onlyThere} of them had their mail and only it knew`)
  await untilTakenOver(world, runId, held)
  frozen.signal('SIGCONT')
  say(
    `continued ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start, with ${await left(world, runId)} recipients left`,
  )
  await untilDone(database, runId)
  const started = (await sentBy(world, frozen, held)) - atStop
  say(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const isStill = printPromises(say, [
    [`messages that it started of leases that had run out ${started}`, started === 0],
  ])
  const isKept = await judge(world, runId, open + onlyThere, `${open} connections open, ${onlyThere} known to it alone`)
  await Promise.all([frozen.stop(), other.stop()])
  return isKept && isStill
}

/** Of the batches that the machine's worker has: two at most. */
async function addressesHeld({ database }: World, runId: string, host: EngineHost): Promise<string[]> {
  const { rows } = await database.pool.query<{ address: string }>(
    `select d.address from batch b join delivery d on d.application_id = b.application_id and d.run_id = b.run_id
       and (d.seq between b.seq_from and b.seq_to or d.seq = any (b.seqs))
     where b.run_id = $1 and not b.done and b.owner = (select worker_id from worker order by started_at limit 1)`,
    [runId],
  )
  if (rows.length === 0) throw new Error(`${host.name} has no batch`)
  return rows.map(row => row.address)
}

async function sentBy({ receiver }: World, host: EngineHost, addresses: readonly string[]): Promise<number> {
  const mails = (await receiver.report()).senders[host.name] ?? {}
  const sent = new Map(Object.entries(mails).map(([address, n]) => [address.toLowerCase(), n]))
  return addresses.reduce((sum, address) => sum + (sent.get(address) ?? 0), 0)
}

function recordedOf({ database }: World, runId: string, addresses: readonly string[]): Promise<number> {
  const query = `select count(*) from delivery where run_id = $1 and address = any ($2) and state = ${STATE.sent}`
  return numberOf(database, query, runId, addresses)
}

/** Waits until another worker has claimed all of its batches, or they have ended. */
async function untilTakenOver(world: World, runId: string, held: readonly string[]): Promise<void> {
  const query = `select count(*) from batch where run_id = $1 and not done
    and owner = (select worker_id from worker order by started_at limit 1)`
  while (held.length > 0 && (await numberOf(world.database, query, runId)) > 0) await delay(LOOK_MS)
}

function left({ database }: World, runId: string): Promise<number> {
  return numberOf(database, `select sum(n) from run_counter where run_id = $1 and state = ${STATE.pending}`, runId)
}

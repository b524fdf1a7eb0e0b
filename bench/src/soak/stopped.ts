/**
 * One of two workers is stopped past its lease and then continued. Its supervisor kills it before the lease runs out and
 * takes over its journal, so that the other one sends again only what was on its way.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { TUNING } from '@notifly/server/engine/tuning'
import { openRun } from '@notifly/server/testing/engine/world'
import { startEngine } from '../harness/engine.ts'
import { judge } from './judge.ts'
import { signalOne } from './signal-one.ts'
import { untilDone, type World } from './world.ts'

const WORKERS = 2
const PAST_LEASE_MS = TUNING.leaseMs + 2000

export async function soakStopped(world: World): Promise<boolean> {
  const { people, receiver, random, say } = world
  say(
    `one of ${WORKERS} workers stopped for ${PAST_LEASE_MS / 1000} s (leases last ${TUNING.leaseMs / 1000} s), then continued`,
  )
  await using supervisor = await startEngine(world.database, WORKERS, { logLevel: 'fatal' })
  const { runId } = await openRun(world.database, world.applicationId)
  const startedAt = performance.now()
  await receiver.untilMails(Math.floor(people * (0.2 + 0.4 * random())))
  const before = await receiver.tally()
  const pid = await signalOne('SIGSTOP', () => supervisor.pids()[0])
  say(`at ${before.mails} mails: worker ${pid} stopped`)
  await delay(PAST_LEASE_MS)
  const open = (await receiver.tally()).broken - before.broken
  const isGone = !resume(pid)
  say(`${isGone ? 'it was killed and replaced meanwhile' : 'continued'}; it had ${open} connections open`)
  await untilDone(world.database, runId)
  say(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const isKept = await judge(world, runId, open, 'the connections that it had open')
  return isKept && isGone
}

/** False when there is none to continue. */
function resume(pid: number): boolean {
  try {
    process.kill(pid, 'SIGCONT')
    return true
  } catch {
    return false
  }
}

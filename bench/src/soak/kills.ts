/** Kills workers and PostgreSQL at seeded moments of one campaign. */
import { setTimeout as delay } from 'node:timers/promises'
import { openRun } from '@notifly/server/testing/engine/world'
import { type BenchEngine, startEngine } from '../harness/engine.ts'
import { judge } from './judge.ts'
import { signalOne } from './signal-one.ts'
import { untilDone, type World } from './world.ts'

const WORKERS = 2
const WORKER_KILLS = 10
const DATABASE_KILLS = 2
// By then the receiver knows which connections a killed worker had open.
const BREAK_MS = 300

export async function soakKills(world: World): Promise<boolean> {
  world.say(`${WORKER_KILLS} SIGKILLs of workers, ${DATABASE_KILLS} of PostgreSQL`)
  await using supervisor = await startEngine(world.database, WORKERS, { logLevel: 'fatal' })
  const { runId } = await openRun(world.database, world.applicationId)
  const startedAt = performance.now()
  const openAtKills = await killAtRandom(world, supervisor)
  await untilDone(world.database, runId)
  world.say(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return judge(world, runId, openAtKills, 'the connections open at the kills')
}

/**
 * The moments are counts of mails, spread over the first nine tenths; which of them kill the database is random as well. Returns how many
 * connections the killed workers had open, all kills together: as many mails may be sent twice.
 */
async function killAtRandom(world: World, supervisor: BenchEngine): Promise<number> {
  const { people, random, receiver, postgresPid, say } = world
  let openAtKills = 0
  const kills = WORKER_KILLS + DATABASE_KILLS
  const moments = Array.from({ length: kills }, () => Math.floor(random() * people * 0.9)).sort((a, b) => a - b)
  const ofDatabase = new Set<number>()
  while (ofDatabase.size < DATABASE_KILLS) ofDatabase.add(Math.floor(random() * kills))
  for (const [index, moment] of moments.entries()) {
    await receiver.untilMails(moment)
    const before = await receiver.tally()
    if (ofDatabase.has(index)) {
      await signalOne('SIGKILL', postgresPid)
      say(`at ${before.mails} mails: PostgreSQL killed`)
      continue
    }
    const chosen = random()
    // Just after a kill there may be none: its journal is being taken over.
    const pid = await signalOne('SIGKILL', () => {
      const pids = supervisor.pids()
      return pids[Math.floor(chosen * pids.length)]
    })
    await delay(BREAK_MS)
    const open = (await receiver.tally()).broken - before.broken
    openAtKills += open
    say(`at ${before.mails} mails: worker ${pid} killed with ${open} of ${before.open} connections`)
  }
  return openAtKills
}

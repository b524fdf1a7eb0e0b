/**
 * `npm run recount -- all`, or an application's id, or that and a run's id: counts runs anew from recipients, attempts and events, whether the
 * product runs or not, and prints what was wrong and is corrected. docs/operating.md, "Counters".
 */
import { isUuid } from '@notifly/contracts/fields'
import process from 'node:process'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { correctFolded } from '../engine/activity/activity.ts'
import { selectRecounted } from '../engine/upkeep/counter-queries.ts'
import { recountAll, type Rebuilt, rebuildCounters } from '../engine/upkeep/counters.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { StartError } from '../lib/start-error.ts'
import { runCommand, say, seconds } from './run-command.ts'
import { withEmbedded } from './with-embedded.ts'

const USAGE = 'Usage: npm run recount -- all | <application id> [<run id>]'
const MAX_CONNECTIONS = 2

await runCommand(async () => {
  const ids = process.argv.slice(2)
  const isEach = ids.length === 1 && ids[0] === 'all'
  const areIds = ids.every(isUuid)
  if (!isEach && (!areIds || ids.length === 0 || ids.length > 2)) throw new StartError(USAGE)
  const [applicationId = null, runId = null] = isEach ? [] : ids
  const config = readConfig()
  const work = (connectionString: string) => recount(connectionString, applicationId, runId)
  await (config.databaseUrl === null ? withEmbedded(config, work) : work(config.databaseUrl))
})

async function recount(connectionString: string, applicationId: string | null, runId: string | null): Promise<void> {
  const startedAt = performance.now()
  const database = openDatabase({ connectionString, maxConnections: MAX_CONNECTIONS })
  const deps = { database, clock: systemClock, log: createLog('silent') }
  let wrong = 0
  const onWrong = ({ runId: id }: { runId: string }, rebuilt: Rebuilt): void => {
    wrong++
    say(`${id}  ${described(rebuilt)}`)
  }
  try {
    const known = await selectRecounted(database.kysely, applicationId, runId)
    if (known.length === 0)
      throw new StartError('There is nothing to recount: the id is unknown, or its details have expired.')
    if (applicationId !== null && runId !== null) {
      const rebuilt = await rebuildCounters(deps, { applicationId, runId })
      say(`${runId}  ${described(rebuilt)}`)
      return
    }
    const compared = await recountAll(deps, { applicationId, onWrong })
    const sums = await correctDays(database, known)
    say(`${compared} runs compared in ${seconds(startedAt)}: ${wrong} corrected, and ${sums} sums of past days.`)
  } finally {
    await database.close()
  }
}

async function correctDays(database: Database, applicationIds: readonly string[]): Promise<number> {
  let sums = 0
  for (const id of applicationIds) sums += await correctFolded({ database, log: createLog('silent') }, id)
  return sums
}

/** "sent +3, opened -1, details 4": what was added to counters, and by how much sums of dashboards were off. */
function described({ counters, activity }: Rebuilt): string {
  const added = Object.entries(counters).map(([name, n]) => `${name} ${n > 0 ? '+' : ''}${n}`)
  const sums = { 'sums by day': activity.quarters, 'sums by detail': activity.details, segments: activity.segments }
  const off = Object.entries(sums).flatMap(([name, n]) => (n > 0 ? [`${name} off by ${n}`] : []))
  return [...added, ...off].join(', ') || 'was right'
}

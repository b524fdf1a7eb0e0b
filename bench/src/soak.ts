/**
 * `npm run soak`: a campaign to 100,000 people (or `-- 20000`), its workers killed ten times and PostgreSQL twice, at random
 * moments of a printed seed (`-- 100000 7`). Nobody may be lost, nothing recorded wrongly, and no more messages doubled than
 * connections were open at the kills. Ends with 1 when a promise is broken.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@notifly/server/db/database'
import { startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { migrate } from '@notifly/server/db/migrate'
import { ATTEMPT, STATE } from '@notifly/server/delivery/states'
import { startSupervisor, type Supervisor } from '@notifly/server/delivery/supervisor'
import { systemClock } from '@notifly/server/lib/clock'
import { createLog } from '@notifly/server/lib/log'
import {
  createApplication,
  deliveryCounts,
  MASTER_SECRET,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
  type EngineDatabase,
} from '@notifly/server/testing/engine-world'
import type { SinkReport } from '@notifly/server/testing/smtp-sink'

const WORKERS = 2
const CONNECTIONS = 20
const WORKER_KILLS = 10
const DATABASE_KILLS = 2
const LOOK_MS = 100
// By then the receiver knows which connections a killed worker had open.
const BREAK_MS = 300

const people = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000))
const random = generator(seed)
const folder = await mkdtemp(join(tmpdir(), 'notifly-soak-'))
process.exitCode = (await soak()) ? 0 : 1
await rm(folder, { recursive: true, force: true })

async function soak(): Promise<boolean> {
  say(`${people} recipients, ${WORKER_KILLS} kills of workers, ${DATABASE_KILLS} of PostgreSQL; seed ${seed}`)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet })
  const { connectionString } = postgres
  await migrate(connectionString)
  const database = { ...openDatabase({ connectionString, maxConnections: 5 }), connectionString }
  await prepareEngine(database)
  const sink = fork(fileURLToPath(import.meta.resolve('@notifly/server/testing/smtp-sink')), ['--record'])
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const settings = { max_connections: CONNECTIONS }
  const { applicationId } = await createApplication(database, { contacts: people, port, settings })
  const supervisor = await startWorkers(database)
  const { runId } = await openRun(database, applicationId)

  const startedAt = performance.now()
  const openAtKills = await killAtRandom(sink, supervisor, () => process.kill(postgres.pid, 'SIGKILL'))
  await untilDone(database, runId)
  say(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const isGood = await judge(database, runId, await report(sink), openAtKills)

  await supervisor.stop()
  await database.close()
  await postgres.stop()
  sink.disconnect()
  return isGood
}

function startWorkers(database: EngineDatabase): Promise<Supervisor> {
  return startSupervisor({
    database,
    clock: systemClock,
    log: createLog('fatal'),
    dataDir: folder,
    workers: WORKERS,
    order: {
      connectionString: database.connectionString,
      masterSecret: MASTER_SECRET,
      publicUrl: 'https://notifly.example',
      bounceDomain: 'bounces.example',
      hostname: 'localhost',
      allowPrivateTargets: true,
      logLevel: 'fatal',
      tuning: {},
    },
  })
}

/**
 * The moments are counts of mails, spread over the first nine tenths; which of them hit the database is random as well. Answers how
 * many connections the killed workers had open, all kills together: as many mails may come twice.
 */
async function killAtRandom(sink: ChildProcess, supervisor: Supervisor, killDatabase: () => void): Promise<number> {
  let openAtKills = 0
  const kills = WORKER_KILLS + DATABASE_KILLS
  const moments = Array.from({ length: kills }, () => Math.floor(random() * people * 0.9)).sort((a, b) => a - b)
  const ofDatabase = new Set<number>()
  while (ofDatabase.size < DATABASE_KILLS) ofDatabase.add(Math.floor(random() * kills))
  for (const [index, moment] of moments.entries()) {
    let mails = 0
    while (mails < moment) {
      await delay(LOOK_MS)
      mails = (await report(sink)).mails
    }
    if (ofDatabase.has(index)) {
      killDatabase()
      say(`at ${mails} mails: PostgreSQL killed`)
      continue
    }
    const pids = await anyPid(supervisor)
    const pid = pids[Math.floor(random() * pids.length)] ?? 0
    const before = await report(sink)
    process.kill(pid, 'SIGKILL')
    await delay(BREAK_MS)
    const open = (await report(sink)).broken - before.broken
    openAtKills += open
    say(`at ${mails} mails: worker ${pid} killed with ${open} of ${before.open} connections`)
  }
  return openAtKills
}

/** Just after a kill there may be none: its journal is being taken over. */
async function anyPid(supervisor: Supervisor): Promise<number[]> {
  while (supervisor.pids().length === 0) await delay(LOOK_MS)
  return supervisor.pids()
}

async function untilDone(database: EngineDatabase, runId: string): Promise<void> {
  for (;;) {
    // The database may be the one that was killed last.
    const state = await runRow(database, runId).then(
      row => row.state,
      () => 'unknown',
    )
    if (state === 'done') return
    await delay(LOOK_MS)
  }
}

async function judge(
  database: EngineDatabase,
  runId: string,
  { mails, recipients }: SinkReport,
  most: number,
): Promise<boolean> {
  const states = await deliveryCounts(database, runId)
  const counters = await runCounts(database, runId)
  const { rows } = await database.pool.query<{ address: string }>(
    `select distinct d.address from attempt a join delivery d using (application_id, run_id, seq)
     where a.run_id = $1 and a.outcome = ${ATTEMPT.inDoubt}`,
    [runId],
  )
  const marked = new Set(rows.map(row => row.address))
  const twice = Object.entries(recipients).flatMap(([address, n]) => (n > 1 ? [address.toLowerCase()] : []))
  const lost = people - Object.keys(recipients).length
  const wrong = people - (states[STATE.sent] ?? 0) + Math.abs((states[STATE.sent] ?? 0) - (counters[STATE.sent] ?? 0))
  const doubled = mails - Object.keys(recipients).length
  const unmarked = twice.filter(address => !marked.has(address)).length
  say(
    `lost ${lost}, recorded wrongly ${wrong}, doubled ${doubled} (at most ${most}, the connections open at the kills), ` +
      `doubled and not marked ${unmarked}`,
  )
  return lost === 0 && wrong === 0 && doubled <= most && unmarked === 0
}

async function report(sink: ChildProcess): Promise<SinkReport> {
  sink.send('report')
  const [answer] = (await once(sink, 'message')) as [SinkReport]
  return answer
}

/** Mulberry32: the same numbers for the same seed on every machine. */
function generator(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

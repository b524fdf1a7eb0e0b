/**
 * Runs attacks of a hostile tenant and of strangers, all concurrently and repeatedly, during a campaign and the usual work of another
 * tenant. The campaign must lose nothing, no answer may be a server error, the other tenant's pages and `/healthz` must stay quick, and
 * memory must return to where it was.
 */
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { addRun } from '@notifly/server/testing/engine/world'
import { addContacts, connectMail, whenDone } from '../../campaign/application.ts'
import { CONTENT } from '../../campaign/content.ts'
import { type BenchDatabase, startPostgres } from '../../harness/postgres.ts'
import { inMebibytes, processNamed, residentBytesOf, tree } from '../../harness/processes.ts'
import { type Product, startProduct } from '../../harness/product.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { type Promises, printPromises } from '../promises.ts'
import { ATTACKS } from './attacks.ts'
import { costOfEach, prepareAll, prepareAttacker } from './attacker.ts'
import { type NeighbourLatencies, measureNeighbour } from './neighbour.ts'
import { isFault, runAllAttacks, type Tally } from './tally.ts'

/** The delays that are acceptable for the other tenant and for an operator. */
const P99_BAR_MS = 300
/** Of processor time of the API, for the answer to one request. */
const COST_BAR_MS = 1500
/** Growth of memory that is accepted: caches and pools that are filled once. */
const MEMORY_FACTOR = 1.25
const MEMORY_SLACK_BYTES = 100 * 1_048_576
const SETTLE_MS = 60_000
/** Of the time, that the campaign takes. */
const CAMPAIGN_SHARE = 0.8
const LOOK_MS = 1000

interface Order {
  recipients: number
  seconds: number
  say: (line: string) => void
}

/** Reports each promise. Returns whether all were kept. */
export async function soakHostile({ recipients, seconds, say }: Order): Promise<boolean> {
  await using _shares = await shareByTask(say)
  await using postgres = await startPostgres()
  await using sink = await startMailCounter({ record: false })
  const workers = availableParallelism()
  const secret = randomUUID()
  const database = await postgres.newDatabase()
  await using product = await startProduct(database, workers, { NOTIFLY_SECRET: secret })
  say(`${seconds} s of ${ATTACKS.length} attacks beside a campaign to ${recipients} recipients`)
  const victim = await product.newApplication()
  // So slow that it goes on for most of the time.
  const messagesPerSecond = Math.ceil(recipients / seconds / CAMPAIGN_SHARE)
  await connectMail(product, victim.token, { port: sink.port, messagesPerSecond })
  await addContacts(database, victim.applicationId, recipients)
  await using attacker = await prepareAttacker(product, { ...(await product.newApplication()), secret })
  await prepareAll(attacker, ATTACKS)
  // Pools, plans and caches fill with the first rounds: what is measured is what grows from then on.
  await runAllAttacks(attacker, ATTACKS, 1)
  const costs = await costOfEach(attacker, ATTACKS, processNamed('api', tree(product.pid)) ?? product.pid)
  const before = await settledBytes(product.pid)
  const untilMs = performance.now() + seconds * 1000
  const isOver = (): boolean => performance.now() > untilMs
  const { runId } = await addRun(database, victim.applicationId, { content: CONTENT })
  const over = Promise.withResolvers<void>()
  const feeling = measureNeighbour({ url: product.url, token: victim.token, runId }, over.promise)
  leaveProcessors()
  const tallies = await runAllAttacks(attacker, ATTACKS, isOver)
  over.resolve()
  const [felt] = await Promise.all([feeling, whenDone(database, runId)])
  const after = await settledBytes(product.pid, before)
  return judge(say, {
    tallies,
    costs,
    felt,
    restarts: await restartsOf(product),
    memory: { before, after },
    campaign: { recipients, ...(await campaignOf(database, runId)), arrived: await sink.mails() },
  })
}

const SHARES = '/proc/sys/kernel/sched_autogroup_enabled'

/** Linux divides processors among tasks, not among sessions, until disposed: as docs/operating.md has it. Says where it may not. */
async function shareByTask(say: (line: string) => void): Promise<AsyncDisposable> {
  const before = await readFile(SHARES, 'utf8').catch(() => '0')
  let restore = async (): Promise<void> => undefined
  if (before.trim() !== '0') {
    await writeFile(SHARES, '0').then(
      () => (restore = () => writeFile(SHARES, before)),
      () => say('Processors are divided among sessions here: pages of others are slower than they would be.'),
    )
  }
  return { [Symbol.asyncDispose]: () => restore() }
}

/**
 * Attackers use their own machines in reality, so their load here must not slow down the product. Existing threads and processes keep their
 * priority.
 */
function leaveProcessors(): void {
  if (process.platform === 'linux') setPriority(10)
}

/** Once it no longer falls, or is back near `goal`. */
async function settledBytes(pid: number, goal = 0): Promise<number> {
  let least = Infinity
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += LOOK_MS) {
    await delay(LOOK_MS)
    least = Math.min(least, await residentBytesOf(tree(pid)))
    if (least <= goal) break
    if (goal === 0 && waitedMs >= 10 * LOOK_MS) break
  }
  return least
}

/** How often a process of the product had to be started again. */
async function restartsOf({ url }: Product): Promise<number> {
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`/metrics answers ${response.status}`)
  const counts = (await response.text()).matchAll(/^notifly_process_restarts_total\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function campaignOf({ pool }: BenchDatabase, runId: string): Promise<{ sent: number; others: number }> {
  const { rows } = await pool.query<{ sent: number; others: number }>(
    `select coalesce(sum(n) filter (where state = 5), 0)::int as sent, coalesce(sum(n) filter (where state <> 5), 0)::int as others
     from run_counter where run_id = $1`,
    [runId],
  )
  return rows[0] ?? { sent: 0, others: 0 }
}

interface Findings {
  tallies: readonly Tally[]
  costs: Awaited<ReturnType<typeof costOfEach>>
  felt: NeighbourLatencies
  restarts: number
  memory: { before: number; after: number }
  campaign: { recipients: number; sent: number; others: number; arrived: number }
}

function judge(say: (line: string) => void, { tallies, costs, felt, restarts, memory, campaign }: Findings): boolean {
  for (const { name, answers, slowestMs } of tallies) {
    const each = [...answers].map(([answer, n]) => `${n} x ${answer}`)
    say(`  ${name}: ${each.join(', ')}; slowest ${Math.round(slowestMs)} ms`)
  }
  const faults = tallies.flatMap(({ name, answers }) =>
    [...answers.keys()].filter(isFault).map(answer => `${name} ${answer}`),
  )
  for (const { name, ms } of costs) say(`  ${name}: an answer takes ${Math.round(ms)} ms of the API's processor time`)
  for (const { path, p99Ms } of felt.flatMap(({ byPath }) => byPath)) say(`  ${path}: p99 ${Math.round(p99Ms)} ms`)
  const dearest = costs.reduce((most, each) => (each.ms > most.ms ? each : most))
  const { recipients, sent, others, arrived } = campaign
  const mayBe = memory.before * MEMORY_FACTOR + MEMORY_SLACK_BYTES
  const promises: Promises = [
    [
      `campaign: ${sent} of ${recipients} sent, ${arrived} arrived`,
      sent === recipients && others === 0 && arrived === recipients,
    ],
    [`answers that are a fault of ours: ${faults.join(', ') || 'none'}`, faults.length === 0],
    [
      `dearest answer: ${Math.round(dearest.ms)} ms of the API's processor time (${dearest.name})`,
      dearest.ms <= COST_BAR_MS,
    ],
    [`processes that died or hung: ${restarts}`, restarts === 0],
    ...felt.map(({ what, p50Ms, p99Ms, slowestMs, n, failed }): [string, boolean] => [
      `${what}: p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms, slowest ${Math.round(slowestMs)} ms of ${n}, ${failed} failed`,
      p99Ms <= P99_BAR_MS && failed === 0,
    ]),
    [
      `memory of all processes: ${inMebibytes(memory.before)} before, ${inMebibytes(memory.after)} after`,
      memory.after <= mayBe,
    ],
  ]
  return printPromises(say, promises)
}

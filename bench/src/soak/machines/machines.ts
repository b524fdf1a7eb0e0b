/**
 * An installation of seven machines (two with the role `api`, two with `scheduler`, three with `worker`) and their PostgreSQL server during
 * a campaign. Of each role, one machine is frozen, one is disconnected from the network, one is restarted, and one is disconnected forever.
 * The others continue, and the promises about a lost machine are kept.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { TUNING } from '@notifly/server/engine/tuning'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addRun, createApplication, runRow } from '@notifly/server/testing/engine/world'
import { generator } from '../../harness/chance.ts'
import { numberOf } from '../../harness/postgres.ts'
import { judge } from '../judge.ts'
import { type Promises, printPromises } from '../promises.ts'
import { type DatabaseWorld, fillWorld, untilDone } from '../world.ts'
import { HERE, type Machine, makeNetwork, type Network } from '../network.ts'
import { startPackagedPostgres } from './postgres.ts'
import { hostStartedBy, type Installed, isReady, startRole } from './product.ts'

/** How long the campaign takes while all machines work. */
const CAMPAIGN_SECONDS = 240
const MEASURED = 20_000
/** Runs that begin during the faults, each to so many contacts. */
const SMALL_RUNS = 12
const SMALL_PEOPLE = 20
const CONNECTIONS = 20

export async function soakMachines({
  people,
  seed,
  say,
}: {
  people: number
  seed: number
  say: (line: string) => void
}): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-machines-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const network = stack.use(makeNetwork())
  const postgres = stack.use(await startPackagedPostgres(network.add('db')))
  const settings = { host: HERE, max_connections: CONNECTIONS }
  const world = stack.use(
    await fillWorld(postgres.connectionString, {
      people,
      random: generator(seed),
      settings: { ...settings, messages_per_second: Math.ceil(people / CAMPAIGN_SECONDS) },
    }),
  )
  await network.share(world.receiver.port)
  const installed = { connectionString: postgres.connectionString, folder }
  const environment: Ground = { world: { ...world, say }, network, installed, settings }

  const apis = await startMachines(environment, 'api', 2)
  const schedulers = await startMachines(environment, 'scheduler', 2)
  const first = await startWorker(environment, 1)
  say(`one worker: ${await throughputOf(environment)} messages/s`)
  const workers = [first, await startWorker(environment, 2), await startWorker(environment, 3)]
  say(`three workers on the same cores: ${await throughputOf(environment)} messages/s`)
  return await troubles(environment, { apis, schedulers, workers })
}

interface Ground {
  world: DatabaseWorld
  network: Network
  installed: Installed
  settings: Record<string, unknown>
}

interface WorkerMachine {
  machine: Machine
  host: string
}

async function startMachines(
  { network, installed }: Ground,
  role: 'api' | 'scheduler',
  count: number,
): Promise<Machine[]> {
  const machines = Array.from({ length: count }, (_, index) => network.add(`${role.slice(0, 5)}${index + 1}`))
  for (const machine of machines) await startRole(machine, role, installed)
  return machines
}

async function startWorker({ world, network, installed }: Ground, no: number): Promise<WorkerMachine> {
  const machine = network.add(`work${no}`)
  return { machine, host: await hostStartedBy(world.database, () => startRole(machine, 'worker', installed)) }
}

/** Of a campaign to people of its own, from its first message to its last. */
async function throughputOf({ world: { database }, network, settings }: Ground): Promise<number> {
  await using receiver = await startMailCounter({ record: false })
  await network.share(receiver.port)
  const { applicationId } = await createApplication(database, { contacts: MEASURED, port: receiver.port, settings })
  const { runId } = await addRun(database, applicationId)
  await receiver.untilMails(1)
  const startedAt = performance.now()
  await untilDone(database, runId)
  return Math.round(MEASURED / ((performance.now() - startedAt) / 1000))
}

interface Machines {
  apis: Machine[]
  schedulers: Machine[]
  workers: WorkerMachine[]
}

async function troubles(environment: Ground, machines: Machines): Promise<boolean> {
  const { database, applicationId, say } = environment.world
  const { runId } = await addRun(database, applicationId)
  const small = startSmallRuns(environment)
  const { held, promises } = await disturbRun(environment, machines)
  await untilDone(database, runId)
  say('done')
  const isKept = await judge(environment.world, runId, held, 'what the frozen, cut off and lost machines had in hand')
  return printPromises(say, [...promises, ...(await small)]) && isKept
}

/** Returns how many recipients the machines had claimed when they were frozen, disconnected or lost, and response times of the pages. */
async function disturbRun(
  environment: Ground,
  { apis, schedulers, workers }: Machines,
): Promise<{ held: number; promises: Promises }> {
  const { say, receiver, people } = environment.world
  const [frozen, cut, restarted] = workers as [WorkerMachine, WorkerMachine, WorkerMachine]
  const [api1, api2] = apis as [Machine, Machine]
  const [scheduler1] = schedulers as [Machine]
  const startedAt = performance.now()
  const tell = (line: string): void => say(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}`)
  const at = (share: number): Promise<void> => receiver.untilMails(Math.floor(people * share))
  let held = 0
  const had = async (worker: WorkerMachine): Promise<string> => {
    const recipients = await heldBy(environment, worker)
    held += recipients
    return `a worker's machine with ${recipients} recipients`
  }

  await at(0.1)
  tell(`${await had(frozen)} is frozen`)
  frozen.machine.signal('SIGSTOP')
  await pastLeases()
  frozen.machine.signal('SIGCONT')

  await at(0.35)
  tell(`${await had(cut)} is cut off, and one of the pages`)
  for (const machine of [cut.machine, api1]) machine.cutOff()
  const answers = await answersOf(api2, PAST_LEASES_MS)
  for (const machine of [cut.machine, api1]) machine.reconnect()
  const isBack = await eventually(() => isReady(api1))

  await at(0.55)
  tell("a worker's machine is restarted")
  await restarted.machine.end('SIGTERM')
  await startRole(restarted.machine, 'worker', environment.installed)

  await at(0.7)
  tell(`${await had(frozen)} is lost for ever without a word, and one of the nights`)
  for (const machine of [frozen.machine, scheduler1]) machine.cutOff()
  await Promise.all([frozen.machine.end('SIGKILL'), scheduler1.end('SIGKILL')])
  return {
    held,
    promises: [
      [
        `pages of the other machine meanwhile: ${answers.ok} of ${answers.asked} answered`,
        answers.ok === answers.asked,
      ],
      ['the machine that was cut off answers again', isBack],
    ],
  }
}

/** Recipients of the batches that a machine has claimed. */
function heldBy({ world: { database } }: Ground, { host }: WorkerMachine): Promise<number> {
  return numberOf(
    database,
    `select coalesce(sum(b.seq_to - b.seq_from + 1), 0) from batch b join worker w on w.worker_id = b.owner
     where not b.done and w.host_id = $1`,
    host,
  )
}

const PAST_LEASES_MS = TUNING.leaseMs * 1.5
const pastLeases = (): Promise<void> => delay(PAST_LEASES_MS)

async function answersOf(api: Machine, forMs: number): Promise<{ asked: number; ok: number }> {
  const answers = { asked: 0, ok: 0 }
  for (const endsAt = performance.now() + forMs; performance.now() < endsAt; await delay(200)) {
    answers.asked += 1
    if (await isReady(api)) answers.ok += 1
  }
  return answers
}

async function eventually(holds: () => Promise<boolean>): Promise<boolean> {
  for (let left = 60; left > 0; left--) {
    if (await holds()) return true
    await delay(1000)
  }
  return false
}

/** Begun one after the other over the whole time; the machines for the nights fix their recipients. */
async function startSmallRuns({ world: { database }, network, settings }: Ground): Promise<Promises> {
  await using receiver = await startMailCounter()
  await network.share(receiver.port)
  const { applicationId } = await createApplication(database, {
    contacts: SMALL_PEOPLE,
    port: receiver.port,
    settings,
  })
  const runs: string[] = []
  for (let no = 0; no < SMALL_RUNS; no++) {
    runs.push((await addRun(database, applicationId)).runId)
    await delay((CAMPAIGN_SECONDS * 1000) / SMALL_RUNS)
  }
  for (const runId of runs) await untilDone(database, runId)
  const { recipients, mails } = await receiver.report()
  const prepared = await Promise.all(runs.map(runId => runRow(database, runId)))
  const isEach = Object.values(recipients).every(n => n >= SMALL_RUNS)
  return [
    [`runs begun amid it: ${prepared.length} of ${SMALL_RUNS} done`, prepared.every(({ state }) => state === 'done')],
    [`their mails ${mails} to ${Object.keys(recipients).length} people, each at least ${SMALL_RUNS}`, isEach],
  ]
}

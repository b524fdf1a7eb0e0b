/**
 * Restarts two machines of each role one after the other during a campaign, as for an upgrade. No call fails, runs that begin meanwhile are
 * sent, and nobody is missed or receives a message twice.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { startBalancer, type Balancer } from '@notifly/server/testing/balancer'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addRun, createApplication, MASTER_SECRET } from '@notifly/server/testing/engine/world'
import { Installation } from '@notifly/server/testing/installation'
import { judge } from './judge.ts'
import { type Promises, printPromises } from './promises.ts'
import { untilDone, type World } from './world.ts'

/** How long the campaign takes at its rate; the restarts take less. */
export const ROLLING_SECONDS = 90
const ROLES = ['api', 'scheduler', 'worker'] as const
export const MACHINES_EACH = 2
const DRAIN_SECONDS = 1
export const SMALL_PEOPLE = 20
const LOOK_MS = 100
/** As long as a machine takes to be ready on a loaded computer. */
const PATIENCE_MS = 60_000

export type Role = (typeof ROLES)[number]

export async function soakRolling(world: World): Promise<boolean> {
  const { database, applicationId, receiver, people, say } = world
  await using stack = new AsyncDisposableStack()
  const machines: { role: Role; machine: Installation }[] = []
  for (const role of ROLES) {
    for (let no = 1; no <= MACHINES_EACH; no++) {
      const machine = await createMachine(world, role)
      stack.defer(() => machine.remove())
      await machine.start()
      machines.push({ role, machine })
    }
  }
  const balancer = startBalancer(machines.flatMap(({ role, machine }) => (role === 'api' ? [machine] : [])))
  const small = stack.use(await startMailCounter())
  const other = await createApplication(database, { contacts: SMALL_PEOPLE, port: small.port })

  const { runId } = await addRun(database, applicationId)
  await receiver.untilMails(Math.floor(people * 0.05))
  const begun: string[] = []
  for (const { role, machine } of machines) {
    const before = await receiver.mails()
    await machine.stop()
    // With a machine less: this run is prepared and sent by the others.
    begun.push((await addRun(database, other.applicationId)).runId)
    await machine.start()
    if (role === 'api') await untilReady(balancer, machine)
    say(`${role} restarted from mail ${before} to ${await receiver.mails()}`)
  }
  const atEnd = await receiver.mails()
  const { answered, failed } = await balancer.stop()
  for (const each of [runId, ...begun]) await untilDone(database, each)
  const { mails, recipients } = await small.report()
  const received = Object.values(recipients)
  const promises: Promises = [
    [`all restarted before the last message, at ${atEnd} of ${people}`, atEnd < people - world.leavers],
    [`calls that failed ${failed.length}, answered ${answered}`, failed.length === 0 && answered > 0],
    [
      `mails of ${begun.length} runs begun amid it ${mails} to ${received.length} people`,
      received.length === SMALL_PEOPLE && received.every(n => n === begun.length),
    ],
  ]
  const isKept = await judge(world, runId, 0, 'machines that stop in order finish what they have in hand')
  return printPromises(say, promises) && isKept
}

/** `root`: the checkout that it runs; ours without. */
export function createMachine({ database }: World, role: Role, root?: string): Promise<Installation> {
  const settings = {
    DATABASE_URL: database.connectionString,
    NOTIFLY_SECRET: MASTER_SECRET,
    NOTIFLY_ROLES: role,
    NOTIFLY_WORKERS: '1',
    NOTIFLY_DRAIN_SECONDS: String(DRAIN_SECONDS),
    NOTIFLY_SANDBOX: 'off',
    NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on',
    NOTIFLY_SYSTEM_SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFLY_LOG_LEVEL: 'fatal',
  }
  return Installation.create(settings, root === undefined ? {} : { root })
}

/** Resolves once the balancer sends calls to it. */
export async function untilReady(balancer: Balancer, machine: Installation): Promise<void> {
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt; await delay(LOOK_MS)) {
    if (balancer.ready.has(machine)) return
  }
  throw new Error(`${machine.url} is not ready in time`)
}

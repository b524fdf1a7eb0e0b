/** Machines of one role each that are replaced one after the other during a campaign, and what that promises. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Balancer } from '@notifly/server/testing/balancer'
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { MASTER_SECRET } from '@notifly/server/testing/engine/world'
import { Installation } from '@notifly/server/testing/installation'
import { judge } from './judge.ts'
import { type Promises, printPromises } from './promises.ts'
import type { Release } from './release.ts'
import { untilDone, type World } from './world.ts'

export const ROLES = ['api', 'scheduler', 'worker'] as const
export const MACHINES_EACH = 2
const DRAIN_SECONDS = 1
const SMALL_PEOPLE = 20
const LOOK_MS = 100
/** As long as a machine takes to be ready on a loaded computer. */
const PATIENCE_MS = 60_000

export type Role = (typeof ROLES)[number]

/** Two machines of each role. `root`: the checkout that they run; ours without. */
export async function startMachines(
  world: World,
  stack: AsyncDisposableStack,
  root?: string,
): Promise<Record<Role, Installation[]>> {
  const machines: Record<Role, Installation[]> = { api: [], scheduler: [], worker: [] }
  for (const role of ROLES) {
    for (let no = 1; no <= MACHINES_EACH; no++) machines[role].push(await startMachine(world, role, stack, { root }))
  }
  return machines
}

/** It goes with the stack. `more`: settings beside the usual ones. */
export async function startMachine(
  { database }: { database: Pick<World['database'], 'connectionString'> },
  role: Role,
  stack: AsyncDisposableStack,
  { root, more = {} }: { root?: string | undefined; more?: Readonly<Record<string, string>> } = {},
): Promise<Installation> {
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
    ...more,
  }
  const machine = await Installation.create(settings, root === undefined ? {} : { root })
  stack.defer(() => machine.remove())
  await machine.start()
  return machine
}

/** Resolves once the balancer sends calls to it. */
export async function untilReady(balancer: Balancer, machine: Installation): Promise<void> {
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt; await delay(LOOK_MS)) {
    if (balancer.ready.has(machine)) return
  }
  throw new Error(`${machine.url} is not ready in time`)
}

/** An application of few people, to whom runs begin amid it. */
export interface SmallAudience {
  applicationId: string
  receiver: MailCounter
}

export async function createSmallAudience(
  { database }: World,
  stack: AsyncDisposableStack,
  { createApplication }: Pick<Release['engine'], 'createApplication'>,
): Promise<SmallAudience> {
  const receiver = stack.use(await startMailCounter())
  const { applicationId } = await createApplication(database, { contacts: SMALL_PEOPLE, port: receiver.port })
  return { applicationId, receiver }
}

interface Replaced {
  runId: string
  balancer: Balancer
  small: SmallAudience
  /** Runs to the small audience. */
  begun: readonly string[]
}

/** To be called right after the last machine was replaced. Resolves once all runs are done, with whether every promise is kept. */
export async function judgeReplaced(world: World, { runId, balancer, small, begun }: Replaced): Promise<boolean> {
  const { database, receiver, people, leavers, say } = world
  const atEnd = await receiver.mails()
  const { answered, failed } = await balancer.stop()
  for (const each of [runId, ...begun]) await untilDone(database, each)
  const { mails, recipients } = await small.receiver.report()
  const received = Object.values(recipients)
  const promises: Promises = [
    [`all replaced before the last message, at ${atEnd} of ${people}`, atEnd < people - leavers],
    [`calls that failed ${failed.length}, answered ${answered}`, failed.length === 0 && answered > 0],
    [
      `mails of ${begun.length} runs begun amid it ${mails} to ${received.length} people`,
      received.length === SMALL_PEOPLE && received.every(n => n === begun.length),
    ],
  ]
  const isKept = await judge(world, runId, 0, 'machines that stop in order finish what they have in hand')
  return printPromises(say, promises) && isKept
}

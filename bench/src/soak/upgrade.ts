/**
 * An upgrade without a pause, in the order of docs/operating.md: two machines of each role run an earlier release amid a campaign, the present
 * one migrates their database and replaces them one after the other. Workers of the earlier one send a tenth of the campaign on the tables of
 * the present one, and another tenth beside one of its workers. No call fails, and nobody is missed or receives a message twice.
 */
import * as present from '@notifly/server/testing/engine/world'
import { type Balancer, startBalancer } from '@notifly/server/testing/balancer'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import type { Installation } from '@notifly/server/testing/installation'
import { judge } from './judge.ts'
import { type Promises, printPromises } from './promises.ts'
import type { EarlierRelease } from './release.ts'
import { createMachine, MACHINES_EACH, type Role, SMALL_PEOPLE, untilReady } from './rolling.ts'
import { untilDone, type World } from './world.ts'

/** How long the campaign takes at its rate; the upgrade takes less. */
export const UPGRADE_SECONDS = 120

type Machines = Record<Role, Installation[]>

export async function soakUpgrade(world: World, release: EarlierRelease): Promise<boolean> {
  const { database, applicationId, receiver, people, say } = world
  await using stack = new AsyncDisposableStack()
  const earlier = await startEarlier(world, release, stack)
  const balanced = [...earlier.api]
  const balancer = startBalancer(balanced)
  const small = stack.use(await startMailCounter())
  const other = await release.engine.createApplication(database, { contacts: SMALL_PEOPLE, port: small.port })

  const { runId } = await release.engine.addRun(database, applicationId)
  await receiver.untilMails(Math.floor(people * 0.05))
  const begun: string[] = []
  for (const machine of earlier.scheduler) await machine.stop()
  begun.push((await release.engine.addRun(database, other.applicationId)).runId)
  const replace = async (role: Role, old: Installation): Promise<void> => {
    await old.stop()
    await startPresent(world, role, stack, { balancer, balanced })
    begun.push((await present.addRun(database, other.applicationId)).runId)
    say(`${role} of ${release.commit} replaced at mail ${await receiver.mails()}`)
  }
  for (const machine of earlier.api) await replace('api', machine)
  const migratedAt = await receiver.mails()
  const share = Math.floor(people * 0.1)
  await receiver.untilMails(migratedAt + share)
  const [first, ...others] = earlier.worker
  if (first !== undefined) await replace('worker', first)
  const bothFrom = await receiver.mails()
  await receiver.untilMails(bothFrom + share)
  for (const machine of others) await replace('worker', machine)
  for (let no = 1; no <= MACHINES_EACH; no++) await startPresent(world, 'scheduler', stack, { balancer, balanced })
  const atEnd = await receiver.mails()
  const { answered, failed } = await balancer.stop()
  for (const each of [runId, ...begun]) await untilDone(database, each)
  const { mails, recipients } = await small.report()
  const received = Object.values(recipients)
  const promises: Promises = [
    [`upgraded before the last message, at ${atEnd} of ${people}`, atEnd < people - world.leavers],
    [`calls that failed ${failed.length}, answered ${answered}`, failed.length === 0 && answered > 0],
    [
      `mails of ${begun.length} runs begun amid it ${mails} to ${received.length} people`,
      received.length === SMALL_PEOPLE && received.every(n => n === begun.length),
    ],
  ]
  const isKept = await judge(world, runId, 0, 'machines that stop in order finish what they have in hand')
  return printPromises(say, promises) && isKept
}

async function startEarlier(world: World, { root }: EarlierRelease, stack: AsyncDisposableStack): Promise<Machines> {
  const machines: Machines = { api: [], scheduler: [], worker: [] }
  for (const role of ['api', 'scheduler', 'worker'] as const) {
    for (let no = 1; no <= MACHINES_EACH; no++) {
      const machine = await createMachine(world, role, root)
      stack.defer(() => machine.remove())
      await machine.start()
      machines[role].push(machine)
    }
  }
  return machines
}

/** An API machine gets calls once it is ready. */
async function startPresent(
  world: World,
  role: Role,
  stack: AsyncDisposableStack,
  { balancer, balanced }: { balancer: Balancer; balanced: Installation[] },
): Promise<void> {
  const machine = await createMachine(world, role)
  stack.defer(() => machine.remove())
  await machine.start()
  if (role !== 'api') return
  balanced.push(machine)
  await untilReady(balancer, machine)
}

/**
 * An upgrade without a pause, in the order of docs/operating.md: two machines of each role run an earlier release amid a campaign, the present
 * one migrates their database and replaces them one after the other. Workers of the earlier one send a tenth of the campaign on the tables of
 * the present one, and another tenth beside one of its workers. No call fails, and nobody is missed or receives a message twice.
 */
import * as present from '@notifly/server/testing/engine/world'
import { startBalancer } from '@notifly/server/testing/balancer'
import type { Installation } from '@notifly/server/testing/installation'
import type { EarlierRelease } from './release.ts'
import {
  createSmallAudience,
  judgeReplaced,
  MACHINES_EACH,
  type Role,
  startMachine,
  startMachines,
  untilReady,
} from './role-machines.ts'
import type { World } from './world.ts'

/** How long the campaign takes at its rate; the upgrade takes less. */
export const UPGRADE_SECONDS = 120

export async function soakUpgrade(world: World, release: EarlierRelease): Promise<boolean> {
  const { database, applicationId, receiver, people, say } = world
  await using stack = new AsyncDisposableStack()
  const earlier = await startMachines(world, stack, release.root)
  const balanced = [...earlier.api]
  const balancer = startBalancer(balanced)
  const small = await createSmallAudience(world, stack, release.engine)

  const { runId } = await release.engine.addRun(database, applicationId)
  await receiver.untilMails(Math.floor(people * 0.05))
  const begun: string[] = []
  for (const machine of earlier.scheduler) await machine.stop()
  begun.push((await release.engine.addRun(database, small.applicationId)).runId)
  const replace = async (role: Role, old: Installation): Promise<void> => {
    await old.stop()
    const machine = await startMachine(world, role, stack)
    if (role === 'api') {
      balanced.push(machine)
      await untilReady(balancer, machine)
    }
    begun.push((await present.addRun(database, small.applicationId)).runId)
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
  for (let no = 1; no <= MACHINES_EACH; no++) await startMachine(world, 'scheduler', stack)
  // Awaited here, as the machines go with the stack.
  return await judgeReplaced(world, { runId, balancer, small, begun })
}

/**
 * Restarts two machines of each role one after the other during a campaign, as for an upgrade. No call fails, runs that begin meanwhile are
 * sent, and nobody is missed or receives a message twice.
 */
import { startBalancer } from '@notifly/server/testing/balancer'
import * as engine from '@notifly/server/testing/engine/world'
import { createSmallAudience, judgeReplaced, ROLES, startMachines, untilReady } from './role-machines.ts'
import type { World } from './world.ts'

/** How long the campaign takes at its rate; the restarts take less. */
export const ROLLING_SECONDS = 90

export async function soakRolling(world: World): Promise<boolean> {
  const { database, applicationId, receiver, people, say } = world
  await using stack = new AsyncDisposableStack()
  const machines = await startMachines(world, stack)
  const balancer = startBalancer(machines.api)
  const small = await createSmallAudience(world, stack, engine)

  const { runId } = await engine.addRun(database, applicationId)
  await receiver.untilMails(Math.floor(people * 0.05))
  const begun: string[] = []
  for (const [role, machine] of ROLES.flatMap(each => machines[each].map(one => [each, one] as const))) {
    const before = await receiver.mails()
    await machine.stop()
    // With a machine less: this run is prepared and sent by the others.
    begun.push((await engine.addRun(database, small.applicationId)).runId)
    await machine.start()
    if (role === 'api') await untilReady(balancer, machine)
    say(`${role} restarted from mail ${before} to ${await receiver.mails()}`)
  }
  // Awaited here, as the machines go with the stack.
  return await judgeReplaced(world, { runId, balancer, small, begun })
}

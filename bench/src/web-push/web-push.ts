/** The web push campaign against bare multiplications on P-256, and sealing alone against the same. */
import { createECDH, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createSealer, readReceiver } from '@notifly/server/channels/webpush/sealing'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import type { Taken } from '../harness/line.ts'
import { startThreads } from '../harness/threads.ts'
import { setProviderStage } from '../provider/stage.ts'
import { siteBench } from './site.ts'

export const benchWebPush: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { pushRecipients: recipients, rounds } = sizes
  say(`web push campaign to ${recipients} browsers, ${rounds} rounds`)
  await using multipliers = await startThreads('multiplier-thread.ts', workers)
  await using one = await startThreads('multiplier-thread.ts', 1)
  await using stage = await setProviderStage(postgres, { workers, recipients }, siteBench())
  await stage.send()
  const campaign = await compare(rounds, stage.send, () => multipliers.compute(recipients))
  const sealing = await compare(
    rounds,
    async () => sealed(recipients),
    () => one.compute(recipients),
  )
  const limit = `ECDH on P-256 (computeSecret of Node)`
  return [
    {
      ...campaign,
      name: 'web push campaign',
      bar: { least: 0.6 },
      unit: 'messages/s',
      limitName: 'ECDH',
      costs: `${await stage.costs()}; ${shareOfEcdh(campaign.limit / workers, stage.taken)}`,
      how:
        `A campaign to ${recipients} browsers, each message sealed for its browser and posted to a push service on the same ` +
        `cores, all state in PostgreSQL. Limit: ${limit} on ${workers} threads, one for each core, and nothing else.`,
    },
    {
      ...sealing,
      name: 'sealing of web push',
      bar: { least: 0.6 },
      unit: 'messages/s',
      limitName: 'ECDH, one thread',
      costs: 'one thread',
      how: `Sealing of ${recipients} messages of 300 bytes (RFC 8291) on one thread. Limit: ${limit} on one thread.`,
    },
  ]
}

/** What the sending machine would reach if the push service ran elsewhere and never made it wait. */
function shareOfEcdh(limitOfCore: number, { workers, postgres }: Taken): string {
  const share = 1_000_000 / limitOfCore / (workers + postgres)
  return `ECDH is ${share.toFixed(2)} of workers and PostgreSQL`
}

/** Messages a second. */
function sealed(count: number): number {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const receiver = readReceiver(keys)
  if (receiver === null) throw new Error('these are no keys of a browser')
  const sealer = createSealer()
  const plain = randomBytes(300)
  const began = performance.now()
  for (let made = 0; made < count; made++) sealer.seal(plain, receiver)
  return (count * 1000) / (performance.now() - began)
}

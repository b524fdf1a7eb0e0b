/** Compares the email campaign with DKIM with computing the signatures alone. */
import { availableParallelism } from 'node:os'
import { generateKeyPairSync } from 'node:crypto'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { startThreads } from '../harness/threads.ts'
import { setStage } from './stage.ts'

export const benchSignedCampaign: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { signedRecipients: recipients, rounds } = sizes
  say(`e-mail campaign with DKIM to ${recipients} recipients, ${rounds} rounds`)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkimKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await using signers = await startThreads('signer-thread.ts', workers, dkimKey)
  await using stage = await setStage({ postgres, workers, recipients, dkimKey })
  await stage.send()
  const comparison = await compare(rounds, stage.send, () => signers.compute(recipients))
  return [
    {
      ...comparison,
      name: 'e-mail campaign with DKIM',
      bar: { least: 0.8 },
      unit: 'mails/s',
      limitName: 'RSA-2048 signatures',
      costs: await stage.costs(),
      how:
        `The same campaign to ${recipients} recipients, each mail signed with an RSA key of 2048 bits. Limit: such ` +
        `signatures of a mail's header fields on ${workers} threads, one for each core, and nothing else. Workers, ` +
        'PostgreSQL and the sink share the same cores.',
    },
  ]
}

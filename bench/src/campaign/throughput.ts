/** Compares the email campaign with the raw client. */
import { availableParallelism } from 'node:os'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { setStage } from './stage.ts'

export const benchCampaign: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { recipients, rounds } = sizes
  say(`e-mail campaign to ${recipients} recipients, ${rounds} rounds`)
  await using stage = await setStage({ postgres, workers, recipients })
  // Compilers and connections are warm from here on, on both sides.
  await stage.send()
  await stage.sendRaw()
  const comparison = await compare(rounds, stage.send, stage.sendRaw)
  return [
    {
      ...comparison,
      name: 'e-mail campaign',
      bar: { least: 0.6 },
      unit: 'mails/s',
      limitName: 'raw client',
      costs: await stage.costs(),
      how:
        `${recipients} recipients, 15 KB of HTML with 10 merge fields, 5 tracked links and one-click unsubscribe; ` +
        `${workers} workers under their supervisor, 20 connections, all state in PostgreSQL with fsync; from the opening ` +
        'of the run, its recipients being fixed, to its recorded end. Limit: one process that writes one and the same mail ' +
        'over 20 connections into the same sink, one write and one round trip a mail.',
    },
  ]
}

/** What a campaign's speed loses to the sums that dashboards read, which are written with every outcome. */
import { availableParallelism } from 'node:os'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { setStage } from './stage.ts'

export const benchSums: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { recipients, rounds } = sizes
  say(`e-mail campaigns to ${recipients} recipients with and without the sums of dashboards, ${rounds} rounds`)
  await using stage = await setStage({ postgres, workers, recipients })
  await stage.send()
  const comparison = await compare(
    rounds,
    () => stage.send(),
    () => stage.send({ isCounted: false }),
  )
  return [
    {
      ...comparison,
      name: 'e-mail campaign with the sums of dashboards',
      bar: { least: 0.97 },
      unit: 'mails/s',
      limitName: 'the same without them',
      costs: await stage.costs(),
      how: `${recipients} recipients, ${workers} workers. Limit: the same campaign marked as a test, for which the statements leave the sums out.`,
    },
  ]
}

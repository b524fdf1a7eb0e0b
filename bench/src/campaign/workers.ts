/** How much throughput a second worker adds. */
import { availableParallelism } from 'node:os'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { setStage } from './stage.ts'

export const benchWorkers: Benchmark = async ({ postgres, sizes, say }) => {
  const { recipients, rounds } = sizes
  say(`e-mail campaign to ${recipients} recipients by one worker and by two, ${rounds} rounds`)
  await using one = await setStage({ postgres, workers: 1, recipients })
  await using two = await setStage({ postgres, workers: 2, recipients })
  await one.send()
  await two.send()
  const comparison = await compare(rounds, two.send, one.send)
  return [
    {
      ...comparison,
      name: 'a second worker',
      bar: { least: 1.6 },
      unit: 'mails/s',
      limitName: 'one worker',
      costs: await two.costs(),
      how:
        `The e-mail campaign by two workers against the same by one, on ${availableParallelism()} cores. PostgreSQL and the ` +
        'sink take a core and more for what one worker sends, so that the bar can be met from four cores on.',
    },
  ]
}

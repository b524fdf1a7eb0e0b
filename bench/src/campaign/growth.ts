/** Whether memory and processor time per message stay the same when a campaign is many times as large. */
import type { Benchmark } from '../harness/bench-context.ts'
import { compare, type Comparison } from '../harness/compare.ts'
import { startEngine } from '../harness/engine.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { inMebibytes, watchMemory } from '../harness/processes.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addApplication, sendCampaign } from './application.ts'

// One worker, so that it sends all of it.
const WORKERS = 1
const CONNECTIONS = 20
const BAR = { most: 1.2 } as const
// Small campaigns in front, until a worker's code is compiled.
const WARM_UPS = 5

export const benchGrowth: Benchmark = async ({ postgres, sizes, say }) => {
  const { fewRecipients, manyRecipients, rounds } = sizes
  say(`campaigns to ${fewRecipients} and to ${manyRecipients} recipients, memory and cost`)
  const database = await postgres.newDatabase()
  await using sink = await startMailCounter({ record: false })
  const mail = { port: sink.port, connections: CONNECTIONS }
  const few = { applicationId: await addApplication(database, fewRecipients, mail), recipients: fewRecipients }
  const many = { applicationId: await addApplication(database, manyRecipients, mail), recipients: manyRecipients }
  const memory = await compareMemory(database, many, few)
  say(
    `a worker of ${Math.round(memory.figure)} MB against ${Math.round(memory.limit)} MB; now the cost, ${rounds} rounds`,
  )
  const cost = await compareCost(database, rounds, many, few)
  const sizesInWords = `${manyRecipients} recipients against ${fewRecipients}`
  return [
    {
      ...memory,
      name: 'memory of a worker',
      bar: BAR,
      unit: 'MB',
      limitName: `${fewRecipients} recipients`,
      costs: `${inMebibytes(memory.figure * 1_048_576)} at the most`,
      how: `Largest resident memory of a worker process that sends one campaign and nothing before it, ${sizesInWords}.`,
    },
    {
      ...cost,
      name: 'cost of a mail',
      bar: BAR,
      unit: 'µs/mail',
      limitName: `${fewRecipients} recipients`,
      costs: '-',
      how: `Time of a campaign by its recipients, ${sizesInWords}; one worker, warm.`,
    },
  ]
}

interface Campaign {
  applicationId: string
  recipients: number
}

/** Starts a new worker for each measurement, since a process rarely returns memory to the system. */
async function compareMemory(database: BenchDatabase, many: Campaign, few: Campaign): Promise<Comparison> {
  const peakOf = async ({ applicationId, recipients }: Campaign): Promise<number> => {
    await using engine = await startEngine(database, WORKERS)
    using memory = watchMemory(() => engine.pids())
    await sendCampaign(database, applicationId, recipients)
    return (await memory.stop()) / 1_048_576
  }
  return compare(
    1,
    () => peakOf(many),
    () => peakOf(few),
  )
}

async function compareCost(
  database: BenchDatabase,
  rounds: number,
  many: Campaign,
  few: Campaign,
): Promise<Comparison> {
  await using _engine = await startEngine(database, WORKERS)
  const microseconds = async ({ applicationId, recipients }: Campaign): Promise<number> =>
    ((await sendCampaign(database, applicationId, recipients)) * 1_000_000) / recipients
  for (let count = 0; count < WARM_UPS; count++) await microseconds(few)
  return await compare(
    rounds,
    () => microseconds(many),
    () => microseconds(few),
  )
}

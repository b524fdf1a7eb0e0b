/** How closely a campaign sent by two workers keeps to its configured rate. */
import type { Benchmark } from '../harness/bench-context.ts'
import { startEngine } from '../harness/engine.ts'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addApplication, sendCampaign } from './application.ts'

const WORKERS = 2
const CONNECTIONS = 20
const RATE = 300
/** Left out of the measurement at its start and its end. */
const MARGIN_SECONDS = 2

export const benchThrottle: Benchmark = async ({ postgres, sizes, say }) => {
  const { throttleSeconds } = sizes
  say(`a campaign at ${RATE} messages a second, for ${throttleSeconds} seconds`)
  const database = await postgres.newDatabase()
  await using sink = await startMailCounter({ record: false })
  await using _engine = await startEngine(database, WORKERS)
  const recipients = RATE * (throttleSeconds + 2 * MARGIN_SECONDS)
  const mail = { port: sink.port, connections: CONNECTIONS, messagesPerSecond: RATE }
  const applicationId = await addApplication(database, recipients, mail)
  await sendCampaign(database, applicationId, recipients)
  const figure = (await sentWithin(database, applicationId, throttleSeconds)) / throttleSeconds
  const ratio = figure / RATE
  return [
    {
      name: 'throttled campaign',
      figure,
      limit: RATE,
      ratio,
      ratios: [ratio],
      bar: { least: 0.98, most: 1.02 },
      unit: 'mails/s',
      limitName: 'the rate of the settings',
      costs: '-',
      how:
        `Messages that the server took in ${throttleSeconds} seconds in the middle of a campaign, over ${WORKERS} workers with ` +
        `${CONNECTIONS} connections, by the moments that were recorded.`,
    },
  ]
}

function sentWithin(database: BenchDatabase, applicationId: string, seconds: number): Promise<number> {
  return numberOf(
    database,
    `with beginning as (
       select min(sent_at) + $2 * interval '1 second' as at from delivery
       where application_id = $1 and sent_at > '-infinity'
     )
     select count(*) from delivery, beginning
     where application_id = $1 and sent_at >= at and sent_at < at + $3 * interval '1 second'`,
    applicationId,
    MARGIN_SECONDS,
    seconds,
  )
}

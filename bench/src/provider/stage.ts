/** What a campaign over HTTP needs to run: contacts, a server that receives the messages, and workers. The channel provides the rest. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { addConfiguration } from '@notifly/server/testing/engine/world'
import type { OrderOptions } from '@notifly/server/testing/engine/worker-order'
import { addApplication, sendCampaign } from '../campaign/application.ts'
import { startEngine } from '../harness/engine.ts'
import { type Line, measuredLine } from '../harness/line.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { type SinkAnswer, startHttpSink } from './http-processes.ts'

/** What a channel provides for its benchmark. */
export interface ProviderBench {
  channel: Channel
  provider: string
  settings: object
  secretFields: Record<string, string>
  content: object
  /** What every message is answered with. */
  answer: SinkAnswer
  /** Leads the provider's calls to the sink. */
  engine: (origin: string) => OrderOptions
  /** Gives each contact an address on the channel. */
  addAddresses: (database: BenchDatabase, applicationId: string, origin: string) => Promise<void>
}

export interface ProviderStage extends Omit<Line, 'send'> {
  /** Of the sink. */
  origin: string
  /** Sends a campaign to all contacts. Returns messages per second. */
  send(): Promise<number>
}

export async function setProviderStage(
  postgres: BenchPostgres,
  { workers, recipients }: { workers: number; recipients: number },
  bench: ProviderBench,
): Promise<ProviderStage> {
  const database = await postgres.newDatabase()
  const sink = await startHttpSink(bench.answer)
  const applicationId = await addApplication(database, recipients)
  await bench.addAddresses(database, applicationId, sink.origin)
  await addConfiguration(database, applicationId, bench)
  const engine = await startEngine(database, workers, bench.engine(sink.origin))
  const words = { message: 'message', sink: 'provider' }
  const line = measuredLine({ postgres, engine, sink: { ...sink, arrived: sink.messages }, words })
  const { send } = line
  const all = () => send(recipients, () => sendCampaign(database, applicationId, recipients, bench))
  return Object.assign(line, { origin: sink.origin, send: all })
}

/** All that a campaign by HTTP needs around it: people, whatever it is posted to, workers. The channel brings the rest. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { addConfiguration, openRun } from '@notifly/server/testing/engine/world'
import type { OrderOptions } from '@notifly/server/testing/engine/worker-order'
import { addApplication, whenDone } from '../campaign/application.ts'
import { startEngine } from '../harness/engine.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { family, inMebibytes, processorTime, watchMemory } from '../harness/processes.ts'
import { type SinkAnswer, startHttpSink } from './http-processes.ts'

/** What a channel is benched with. */
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

/** Microseconds of processor time for each message; NaN where the system does not say. */
export interface Taken {
  workers: number
  postgres: number
  sink: number
}

export interface ProviderStage {
  /** Of the sink. */
  origin: string
  /** Sends a campaign to everybody. Answers messages per second. */
  send(): Promise<number>
  /** Of the last campaign. */
  readonly taken: Taken
  /** Memory, and the processor time of the last campaign. */
  costs(): Promise<string>
  stop(): Promise<void>
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
  const memory = watchMemory(() => engine.pids())
  let taken: Taken = { workers: NaN, postgres: NaN, sink: NaN }
  const times = () => [engine.pids(), family(postgres.pid), [sink.pid]].map(processorTime)
  return {
    origin: sink.origin,
    async send() {
      // As before every campaign of the e-mail benchmarks.
      await postgres.checkpoint()
      const sentBefore = await sink.messages()
      const { channel, content } = bench
      const { runId } = await openRun(database, applicationId, { channel, content })
      const openedMs = Date.now()
      const before = times()
      const seconds = await whenSent(database, { runId, openedMs }, recipients)
      const [workersTime = NaN, postgresTime = NaN, sinkTime = NaN] = times().map(
        (time, index) => (time - (before[index] ?? NaN)) / recipients,
      )
      taken = { workers: workersTime, postgres: postgresTime, sink: sinkTime }
      const arrived = (await sink.messages()) - sentBefore
      if (arrived !== recipients) throw new Error(`${arrived} of ${recipients} messages arrived`)
      return recipients / seconds
    },
    get taken() {
      return taken
    },
    costs: async () => `${inMebibytes(await memory.stop())} a worker; ${inWords(taken)}`,
    async stop() {
      await memory.stop()
      await engine.stop()
      await sink.stop()
    },
  }
}

function inWords(taken: Taken): string {
  const [workers, postgres, sink] = [taken.workers, taken.postgres, taken.sink].map(Math.round)
  return `a message takes ${workers} µs of workers, ${postgres} of PostgreSQL, ${sink} of the provider`
}

/** Seconds from its opening to its end. */
async function whenSent(
  database: BenchDatabase,
  { runId, openedMs }: { runId: string; openedMs: number },
  recipients: number,
): Promise<number> {
  const endedMs = await whenDone(database, runId)
  const counted = 'select coalesce(sum(n), 0)::int as sent from run_counter where run_id = $1 and state = 5'
  const { rows } = await database.pool.query<{ sent: number }>(counted, [runId])
  if (rows[0]?.sent !== recipients) throw new Error(`${rows[0]?.sent ?? 0} of ${recipients} messages were sent`)
  return (endedMs - openedMs) / 1000
}

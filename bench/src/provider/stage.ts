/** All that a campaign by HTTP needs around it: people, whatever it is posted to, workers. The channel brings the rest. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sealSecrets } from '@notifly/server/channels/configuration'
import { createRun } from '@notifly/server/engine/runs/runs'
import { prepareRun } from '@notifly/server/engine/snapshot/prepare-run'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { addApplication, whenDone } from '../campaign/application.ts'
import { type EngineOptions, secrets, startEngine } from '../harness/engine.ts'
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
  engine: (origin: string) => EngineOptions
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
  await configure(database, applicationId, bench)
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
      const run = await open(database, applicationId, bench)
      const before = times()
      const seconds = await whenSent(database, run, recipients)
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

async function configure(
  { pool }: BenchDatabase,
  applicationId: string,
  { channel, provider, settings, secretFields }: ProviderBench,
): Promise<void> {
  const configurationId = uuidv7()
  const sealed = sealSecrets(configurationId, secretFields, secrets)
  await pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [applicationId, channel, configurationId, provider, settings, sealed, uuidv7()],
  )
}

/** A campaign whose recipients are fixed, and which may be sent from now on. */
async function open(
  { pool, kysely }: BenchDatabase,
  applicationId: string,
  { channel, content }: ProviderBench,
): Promise<{ runId: string; openedMs: number }> {
  const now = new Date()
  const campaignId = uuidv7()
  await pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, created_at, updated_at)
     values ($1, $2, $3, 'A campaign', 'pending', $4, $4)`,
    [applicationId, campaignId, channel, now],
  )
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const run = { applicationId, campaignId, channel, name: 'A campaign', content, audience } as const
  const rest = { timezone: 'UTC', opensAt: now, expiresAt: null, startedBy: null }
  const { runId } = await kysely.transaction().execute(tx => createRun(tx, { ...run, ...rest }, now))
  await kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, new Date()))
  return { runId, openedMs: Date.now() }
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

/** All that a campaign to phones needs around it: people with numbers, a provider, workers. The channel brings the rest. */
import type { Channel } from '@notifly/contracts/applications'
import { sealSecrets } from '@notifly/server/channels/configuration'
import type { ProviderHost } from '@notifly/server/lib/provider-hosts'
import { createRun } from '@notifly/server/delivery/runs/runs'
import { prepareRun } from '@notifly/server/delivery/snapshot/prepare-run'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { addApplication, whenDone } from '../campaign/application.ts'
import { secrets, startEngine } from '../harness/engine.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { family, inMebibytes, processorTime, watchMemory } from '../harness/processes.ts'
import { startPoster, startProviderSink } from './sink.ts'

/** What a channel is benched with. */
export interface ProviderBench {
  channel: Channel
  provider: string
  /** Which address of the operator leads to the sink. */
  host: ProviderHost
  settings: object
  secretFields: Record<string, string>
  content: object
  /** What the provider says to every message. */
  answer: object
  /** As many as the channel's sender uses. */
  connections: number
  /** The same requests as the campaign's, for the limit. */
  request: { path: string; headers: Record<string, string>; bodies: readonly string[] }
}

export interface ProviderStage {
  /** Sends a campaign to everybody. Answers messages per second. */
  send(): Promise<number>
  /** The same bodies by an undici pool. */
  sendRaw(): Promise<number>
  /** Memory and processor time of the campaigns so far. */
  costs(): Promise<string>
  stop(): Promise<void>
}

export async function setProviderStage(
  postgres: BenchPostgres,
  workers: number,
  recipients: number,
  bench: ProviderBench,
): Promise<ProviderStage> {
  const database = await postgres.newDatabase()
  const sink = await startProviderSink(bench.answer)
  const poster = startPoster()
  const applicationId = await addApplication(database, recipients)
  await addPhones(database, applicationId)
  await configure(database, applicationId, bench)
  const engine = await startEngine(database, workers, { providerUrls: { [bench.host]: sink.origin } })
  const memory = watchMemory(() => engine.pids())
  let costs = 'processor time unknown'
  const times = () => [engine.pids(), family(postgres.pid), [sink.pid]].map(processorTime)
  return {
    async send() {
      const [before, sentBefore] = [times(), await sink.messages()]
      const seconds = await sendOne(database, applicationId, recipients, bench)
      const arrived = (await sink.messages()) - sentBefore
      if (arrived !== recipients) throw new Error(`${arrived} of ${recipients} messages arrived`)
      const [ours, theirs, provider] = times().map((time, index) =>
        Math.round((time - (before[index] ?? NaN)) / recipients),
      )
      costs = `a message takes ${ours} µs of workers, ${theirs} of PostgreSQL, ${provider} of the provider`
      return recipients / seconds
    },
    async sendRaw() {
      const { connections, request } = bench
      return recipients / (await poster.post({ ...request, origin: sink.origin, count: recipients, connections }))
    },
    costs: async () => `${inMebibytes(await memory.stop())} a worker; ${costs}`,
    async stop() {
      await memory.stop()
      await engine.stop()
      await poster.stop()
      await sink.stop()
    },
  }
}

async function addPhones({ pool }: BenchDatabase, applicationId: string): Promise<void> {
  await pool.query(
    `update contact c set phone_number = '+9198' || lpad(n.n::text, 8, '0')
     from (select contact_id, row_number() over () as n from contact where application_id = $1) n
     where c.application_id = $1 and c.contact_id = n.contact_id`,
    [applicationId],
  )
  await pool.query('vacuum analyze contact')
}

async function configure(database: BenchDatabase, applicationId: string, bench: ProviderBench): Promise<void> {
  const configurationId = uuidv7()
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [
      applicationId,
      bench.channel,
      configurationId,
      bench.provider,
      bench.settings,
      sealSecrets(configurationId, bench.secretFields, secrets),
      uuidv7(),
    ],
  )
}

/** Seconds from its opening to its end. */
async function sendOne(
  database: BenchDatabase,
  applicationId: string,
  recipients: number,
  { channel, content }: ProviderBench,
): Promise<number> {
  const now = new Date()
  const campaignId = uuidv7()
  await database.pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, created_at, updated_at)
     values ($1, $2, $3, 'A campaign', 'pending', $4, $4)`,
    [applicationId, campaignId, channel, now],
  )
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const run = { applicationId, campaignId, channel, name: 'A campaign', content, audience } as const
  const rest = { timezone: 'UTC', opensAt: now, expiresAt: null, startedBy: null }
  const { runId } = await database.kysely.transaction().execute(tx => createRun(tx, { ...run, ...rest }, now))
  await database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, new Date()))
  const openedMs = Date.now()
  const endedMs = await whenDone(database, runId)
  const counted = 'select coalesce(sum(n), 0)::int as sent from run_counter where run_id = $1 and state = 5'
  const { rows } = await database.pool.query<{ sent: number }>(counted, [runId])
  if (rows[0]?.sent !== recipients) throw new Error(`${rows[0]?.sent ?? 0} of ${recipients} messages were sent`)
  return (endedMs - openedMs) / 1000
}

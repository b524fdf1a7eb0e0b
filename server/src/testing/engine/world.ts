/** What an engine works on, for tests and long runs: an application with contacts and an e-mail configuration, and its runs. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { inWords } from '@notifly/contracts/sentences/english'
import { sealSecrets } from '../../channels/registry.ts'
import type { Database } from '../../db/database.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { ATTEMPT } from '../../engine/states.ts'
import { prepareRun } from '../../engine/snapshot/prepare-run.ts'
import type { EmailContent } from '../../channels/email/email.ts'
import { createRun, type NewRun } from '../../engine/runs/runs.ts'
import { migrateJobs } from '../../jobs/run-jobs.ts'
import { createSecrets } from '../../lib/secrets.ts'
import { readWords } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'

export const MASTER_SECRET = 'a secret for tests of the engine only'
export const secrets = createSecrets(MASTER_SECRET)

export interface EngineDatabase extends Database {
  connectionString: string
}

export interface TestApplication {
  applicationId: string
  configurationId: string
}

/** Once per database, before the first run. */
export async function prepareEngine(database: Database): Promise<void> {
  await migrateJobs(database.pool)
  await ensureLeaves(database, new Date())
}

/** An application with `contacts` people (person1@example.test, ...) and SMTP settings that lead to a port of this machine. */
export async function createApplication(
  database: Database,
  options: {
    contacts: number
    port: number
    settings?: Record<string, unknown>
    secretFields?: Record<string, string>
  },
): Promise<TestApplication> {
  const applicationId = uuidv7()
  const settings = {
    sender_email: 'news@shop.example',
    from_name: 'The Shop',
    host: '127.0.0.1',
    port_no: options.port,
    username: '',
    security: 'none',
    max_connections: 10,
    messages_per_second: null,
    ...options.settings,
  }
  const { secretFields } = options
  const configurationId = await addConfiguration(database, applicationId, { settings, secretFields })
  await addContacts(database, applicationId, options.contacts)
  return { applicationId, configurationId }
}

/** Settings of a channel, by SMTP unless another provider is named. Returns their id. */
export async function addConfiguration(
  database: Database,
  applicationId: string,
  {
    channel = 'email',
    provider = 'smtp',
    settings,
    secretFields = {},
  }: { channel?: Channel; provider?: string; settings: object; secretFields?: Record<string, string> | undefined },
): Promise<string> {
  const configurationId = uuidv7()
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [
      applicationId,
      channel,
      configurationId,
      provider,
      settings,
      sealSecrets(configurationId, secretFields, secrets),
      uuidv7(),
    ],
  )
  return configurationId
}

/** person1@example.test and so on, with first_name, city and eight more merge fields. */
export async function addContacts(database: Database, applicationId: string, count: number): Promise<void> {
  await database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), 'Person' || i || '@example.test', 'person' || i || '@example.test',
       jsonb_build_object('first_name', 'Name' || i, 'last_name', 'Surname' || i, 'city', 'Town ' || i % 100, 'plan', 'gold',
         'points', i, 'birthday', '1990-01-01', 'shop', 'Main Street', 'agent', 'Ann', 'code', 'C-' || i, 'colour', 'blue'),
       now(), now()
     from generate_series(1, $2::int) i`,
    [applicationId, count],
  )
  await database.pool.query('analyze contact')
}

export const CONTENT: EmailContent = {
  subject: 'Hello {{ first_name }}',
  html: '<html><body><p>Dear {{ first_name }},</p><a href="https://shop.example/{{ code }}">See</a></body></html>',
}

/** Creates a run of all contacts and fixes its recipients, as the job would. */
export async function openRun(
  database: Database,
  applicationId: string,
  options: Partial<NewRun> = {},
): Promise<{ runId: string; campaignId: string }> {
  const added = await addRun(database, applicationId, options)
  await database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, added.runId, new Date()))
  return added
}

/** Creates a run of all contacts, its recipients not fixed yet. */
export async function addRun(
  database: Database,
  applicationId: string,
  options: Partial<NewRun> = {},
): Promise<{ runId: string; campaignId: string }> {
  const campaignId = options.campaignId ?? uuidv7()
  const now = new Date()
  await database.kysely
    .insertInto('campaign')
    .values({
      application_id: applicationId,
      campaign_id: campaignId,
      channel: options.channel ?? 'email',
      name: 'A campaign',
      status: 'pending',
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { runId } = await database.kysely.transaction().execute(tx =>
    createRun(
      tx,
      {
        applicationId,
        campaignId,
        channel: 'email',
        name: 'A campaign',
        content: CONTENT,
        audience: { all: true, segment_uuids: [], exclude_segment_uuids: [] },
        timezone: 'UTC',
        opensAt: now,
        expiresAt: null,
        startedBy: null,
        ...options,
      },
      now,
    ),
  )
  return { runId, campaignId }
}

/** Counts of a run by the name of the state, from the deliveries themselves. */
export async function deliveryCounts(database: Database, runId: string): Promise<Record<number, number>> {
  const { rows } = await database.pool.query<{ state: number; n: number }>(
    'select state, count(*)::int as n from delivery where run_id = $1 group by state',
    [runId],
  )
  return Object.fromEntries(rows.map(row => [row.state, row.n]))
}

/** The same from the counters. */
export async function runCounts(database: Database, runId: string): Promise<Record<number, number>> {
  const { rows } = await database.pool.query<{ state: number; n: number }>(
    'select state, sum(n)::int as n from run_counter where run_id = $1 group by state having sum(n) <> 0',
    [runId],
  )
  return Object.fromEntries(rows.map(row => [row.state, row.n]))
}

/** Whose message may have left without an answer, and so twice. */
export async function addressesInDoubt(database: Database, runId: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.pool.query<{ address: string }>(
    `select distinct d.address from attempt a join delivery d using (application_id, run_id, seq)
     where a.run_id = $1 and a.outcome = ${ATTEMPT.inDoubt}`,
    [runId],
  )
  return new Set(rows.map(row => row.address))
}

/** With its reason in English. */
export async function runRow(
  database: Database,
  runId: string,
): Promise<{ state: string; state_reason: string | null }> {
  const { rows } = await database.pool.query<{ state: string; state_reason: string | null }>(
    'select state, state_reason from run where run_id = $1',
    [runId],
  )
  const [row = { state: '', state_reason: null }] = rows
  return { ...row, state_reason: row.state_reason && inWords(readWords(row.state_reason)).message }
}

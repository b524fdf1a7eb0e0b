/** All that a web push campaign needs around it: browsers with keys, a push service, workers. */
import { fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { newVapidKeys } from '@notifly/server/channels/webpush/vapid'
import { sealSecrets } from '@notifly/server/channels/configuration'
import { createRun } from '@notifly/server/delivery/runs/runs'
import { prepareRun } from '@notifly/server/delivery/snapshot/prepare-run'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { addApplication, whenDone } from '../campaign/application.ts'
import { secrets, startEngine } from '../harness/engine.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { family, inMebibytes, processorTime, watchMemory } from '../harness/processes.ts'

/** Browsers that share a pair of keys: making a million pairs would take longer than sending to them. */
const KEY_PAIRS = 500

const CONTENT = {
  campaignTitle: '{{ first_name }}, your week at {{ shop }}',
  campaignMsg: 'Forty lamps are {{ colour }} again, and all of them cost less until Sunday evening.',
  campaignBannerImg: 'https://shop.example/banner.jpg',
  campaignPageUrl: 'https://shop.example/lamps?code={{ code }}',
  actions: [{ title: 'Look', action: 'https://shop.example/look' }],
}

export interface PushStage {
  /** Sends a campaign to everybody. Answers messages per second. */
  send(): Promise<number>
  /** Memory and processor time of the campaigns so far. */
  costs(): Promise<string>
  stop(): Promise<void>
}

export async function setPushStage(postgres: BenchPostgres, workers: number, recipients: number): Promise<PushStage> {
  const database = await postgres.newDatabase()
  const sink = await startPushSink()
  const applicationId = await addApplication(database, recipients)
  await addSite(database, applicationId)
  await addBrowsers(database, applicationId, sink.origin)
  const engine = await startEngine(database, workers, { pushOrigins: [sink.origin] })
  const memory = watchMemory(() => engine.pids())
  let costs = 'processor time unknown'
  const times = () => [engine.pids(), family(postgres.pid), [sink.pid]].map(processorTime)
  return {
    async send() {
      const [before, sentBefore] = [times(), await sink.messages()]
      const seconds = await sendOne(database, applicationId, recipients)
      const arrived = (await sink.messages()) - sentBefore
      if (arrived !== recipients) throw new Error(`${arrived} of ${recipients} messages arrived`)
      const [ours, theirs, service] = times().map((time, index) =>
        Math.round((time - (before[index] ?? NaN)) / recipients),
      )
      costs = `a message takes ${ours} µs of workers, ${theirs} of PostgreSQL, ${service} of the push service`
      return recipients / seconds
    },
    costs: async () => `${inMebibytes(await memory.stop())} a worker; ${costs}`,
    async stop() {
      await memory.stop()
      await engine.stop()
      await sink.stop()
    },
  }
}

async function addSite(database: BenchDatabase, applicationId: string): Promise<void> {
  const configurationId = uuidv7()
  const { publicKey, privateKey } = newVapidKeys()
  const settings = {
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/icon.png',
    vapid_public_key: publicKey,
  }
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     values ($1, 'webpush', $2, 'webpush', $3, $4, $5, now(), now())`,
    [
      applicationId,
      configurationId,
      settings,
      sealSecrets(configurationId, { vapid_private_key: privateKey }, secrets),
      uuidv7(),
    ],
  )
}

/** One for each contact. */
async function addBrowsers({ pool }: BenchDatabase, applicationId: string, origin: string): Promise<void> {
  const keys = Array.from({ length: KEY_PAIRS }, () => ({
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }))
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     select $1, gen_random_uuid(), contact_id, 'webpush', 'web', $2 || '/push/' || contact_id,
       $3::jsonb -> (row_number() over ())::int % $4::int, now(), now()
     from contact where application_id = $1`,
    [applicationId, origin, JSON.stringify(keys), KEY_PAIRS],
  )
  await pool.query('vacuum analyze device')
}

/** Seconds from its opening to its end. */
async function sendOne(database: BenchDatabase, applicationId: string, recipients: number): Promise<number> {
  const now = new Date()
  const campaignId = uuidv7()
  await database.pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, created_at, updated_at)
     values ($1, $2, 'webpush', 'A campaign', 'pending', $3, $3)`,
    [applicationId, campaignId, now],
  )
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const run = { applicationId, campaignId, channel: 'webpush', name: 'A campaign', content: CONTENT, audience } as const
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

async function startPushSink() {
  const child = fork(new URL('../push-sink-process.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async messages(): Promise<number> {
      child.send('report')
      const [report] = (await once(child, 'message')) as [{ messages: number }]
      return report.messages
    },
    async stop(): Promise<void> {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

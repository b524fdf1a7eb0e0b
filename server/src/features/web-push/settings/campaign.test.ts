/** A web push campaign through an emulated push service on a bad day, from the launch to the last click. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import type { Recipient, RunProgress } from '@notifly/contracts/runs/deliveries'
import type { Site } from '@notifly/contracts/web-push/web-push'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureLeaves } from '../../../db/partitions.ts'
import { EVENT, ENGAGEMENT, STATE } from '../../../engine/states.ts'
import { selectDifferences } from '../../../engine/upkeep/counter-queries.ts'
import { APP_SECRET, testApp } from '../../../testing/app.ts'
import { startEngine } from '../../../testing/engine/workers.ts'

const RECIPIENTS = Number(process.env['NOTIFLY_TEST_PUSH_RECIPIENTS'] ?? 1000)
const kit = await testApp()
const { call, database } = kit
const { pool } = database

const BAD_DAY = {
  error_rate: 0.05,
  throttle_rate: 0.02,
  hard_bounce_rate: 0.05,
  click_rate: 0.2,
  complaint_rate: 0.2,
  doubled_rate: 0.3,
  disorder_rate: 0.3,
}
const JSON_BODY = { 'content-type': 'application/json' }

async function startEmulator(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-push-'))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0.02 })
  onTestFinished(async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await fetch(`${sandbox.url}/api/faults/webpush`, { method: 'PUT', headers: JSON_BODY, body: JSON.stringify(BAD_DAY) })
  return sandbox.url
}

/** The app on a real port: browsers report by HTTP. */
async function listen(): Promise<string> {
  if (!kit.app.server.listening) await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(kit.app.server.address() as AddressInfo).port}`
  Object.assign(kit.deps.config, { publicUrl: url })
  return url
}

/** Visitors with a browser each, as if they had subscribed with the site's key. */
async function subscribeMany(sandboxUrl: string, applicationId: string, key: string): Promise<void> {
  const body = JSON.stringify({ count: RECIPIENTS, application_server_key: key })
  const answer = await fetch(`${sandboxUrl}/api/webpush/subscriptions`, { method: 'POST', headers: JSON_BODY, body })
  const { data } = (await answer.json()) as { data: object[] }
  await pool.query(
    `with visitor as (
       insert into contact (application_id, contact_id, added_at, changed_at)
       select $1, gen_random_uuid(), now(), now() from generate_series(1, $3::int) returning contact_id
     ), numbered as (select contact_id, row_number() over () as n from visitor)
     insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     select $1, gen_random_uuid(), v.contact_id, 'webpush', 'web', s.value ->> 'endpoint', s.value -> 'keys', now(), now()
     from jsonb_array_elements($2::jsonb) with ordinality as s(value, n) join numbered v on v.n = s.n`,
    [applicationId, JSON.stringify(data), RECIPIENTS],
  )
}

const rows = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>(text, values)).rows

/** The figure of the run, the list and the export behind it, and its counters against what they count. */
async function seeDismissed(bearer: string, campaign: string, dismissed: number): Promise<void> {
  expect(dismissed).toBeGreaterThan(RECIPIENTS * 0.1)
  const base = `/api/notifications/delivery/webpush/${campaign}`
  const { data: run } = await call<RunProgress>('GET', `${base}/summary`, { bearer })
  expect(run.counts['dismissed']).toBe(dismissed)
  const listed = await call<Recipient[]>('GET', `${base}?status=dismissed&per_page=1`, { bearer })
  expect(listed.headers['x-notifly-total-count']).toBe(String(dismissed))
  expect(listed.data[0]).toMatchObject({ current_status: 'dismissed', status_code: 3, clicked: false })
  expect(listed.data[0]?.status['dismissed']).toBeGreaterThan(1_700_000_000)
  // All whose message is there, whatever they did, have the same number.
  const { headers } = await call('GET', `${base}?status=3&per_page=1`, { bearer })
  expect(headers['x-notifly-total-count']).toBe(String(run.counts['delivered']))
  const authorization = { authorization: `Bearer ${bearer}` }
  const { body } = await kit.app.inject({ url: `${base}/export?status=dismissed`, headers: authorization })
  const [header = '', ...lines] = body.trimEnd().split('\r\n')
  const column = header.split(',').indexOf('dismissed_on')
  expect(lines).toHaveLength(dismissed)
  expect(lines.every(line => /^\d{4}-\d\d-\d\dT/.test(line.split(',')[column] ?? ''))).toBe(true)
  const { run_uuid: runId } = run
  const [row] = await rows<{ application_id: string }>('select application_id from run where run_id = $1', [runId])
  expect(await selectDifferences(database.kysely, { applicationId: row?.application_id ?? '', runId })).toEqual([])
}

test(
  'every browser gets one notification, dead ones are retired, and the counters are those of the events',
  async () => {
    await ensureLeaves(database, new Date())
    const [sandboxUrl, publicUrl, { bearer, applicationId }] = [
      await startEmulator(),
      await listen(),
      await kit.withApplication(),
    ]
    const site = await call<Site>('POST', '/api/notifications/webpush/configuration', {
      bearer,
      body: {
        site_name: 'Lumen',
        site_url: 'https://lumen.example',
        icon_url: 'https://lumen.example/icon.png',
        webPushPromptPreferences: { subscription_bell: {} },
      },
    })
    await subscribeMany(sandboxUrl, applicationId, site.data.application_server_key)
    await startEngine(database, {
      publicUrl,
      masterSecret: APP_SECRET,
      pushOrigins: [sandboxUrl],
      tuning: { sweepMs: 50, pollMs: 50, backoffMs: [100, 100, 100, 100, 100] },
    })
    const launched = await call<Campaign>('POST', '/api/notifications/schedule/webpush', {
      bearer,
      body: {
        campaignName: 'Autumn',
        campaignTitle: 'Back in stock',
        campaignMsg: 'All lamps for {{ first_name | default: "you" }}.',
        campaignBannerImg: 'https://lumen.example/banner.png',
        campaignPageUrl: 'https://lumen.example/lamps',
        actions: [{ title: 'Look', action: 'https://lumen.example/look' }],
        audience: { all: true },
        schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
      },
    })
    expect(launched.status).toBe(200)

    const counts = async () => {
      const found = await rows<{ state: number; n: number }>(
        'select state, sum(n)::int as n from run_counter where application_id = $1 group by 1 having sum(n) > 0',
        [applicationId],
      )
      return new Map(found.map(({ state, n }) => [state, n]))
    }
    const eventsOf = async () => {
      const found = await rows<{ kind: number; n: number; all: number }>(
        'select kind, count(distinct seq)::int as n, count(*)::int as all from event where application_id = $1 and not bot group by 1',
        [applicationId],
      )
      return new Map(found.map(({ kind, n, all }) => [kind, { n, all }]))
    }
    const ended = async () => {
      const found = await counts()
      expect((found.get(STATE.delivered) ?? 0) + (found.get(STATE.bounced) ?? 0)).toBe(RECIPIENTS)
      expect(found.get(ENGAGEMENT.clicked) ?? 0).toBeGreaterThan(RECIPIENTS * 0.14)
    }
    await vi.waitFor(ended, { timeout: 30_000 + RECIPIENTS * 20, interval: 100 })

    const found = await counts()
    const [delivered, bounced] = [found.get(STATE.delivered) ?? 0, found.get(STATE.bounced) ?? 0]
    expect(bounced).toBeGreaterThan(RECIPIENTS * 0.02)
    expect(bounced).toBeLessThan(RECIPIENTS * 0.09)
    // Exactly one each, whatever was refused on the way.
    const answer = await fetch(`${sandboxUrl}/api/messages/counts?channel=webpush`)
    const { data } = (await answer.json()) as { data: { messages: number; repeated: object[] } }
    expect(data).toMatchObject({ messages: delivered, repeated: [] })
    const retired = await rows<{ n: number }>(
      `select count(*)::int as n from device where application_id = $1 and retired_reason = 'gone'`,
      [applicationId],
    )
    expect(retired).toEqual([{ n: bounced }])
    // A report that comes twice is one.
    expect((await eventsOf()).get(EVENT.delivered)).toEqual({ n: delivered, all: delivered })
    // Some people click while both are read, and some dismiss a moment later.
    await vi.waitFor(
      async () => expect((await eventsOf()).get(EVENT.clicked)?.n).toBe((await counts()).get(ENGAGEMENT.clicked)),
      { timeout: 30_000, interval: 100 },
    )
    await vi.waitFor(
      async () => seeDismissed(bearer, launched.data.uuid, (await eventsOf()).get(EVENT.dismissed)?.n ?? 0),
      { timeout: 30_000, interval: 500 },
    )
    expect((await call<Site>('GET', '/api/notifications/webpush/configuration', { bearer })).data.subscribers).toBe(
      delivered,
    )
  },
  90_000 + RECIPIENTS * 20,
)

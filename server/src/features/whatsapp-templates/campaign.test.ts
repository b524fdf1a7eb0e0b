/** A campaign through the whole product to WhatsApp as the sandbox plays it, on a bad day. */
import { chanceOf } from '@notifly/sandbox/faults/chance'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { reasonOf } from '../../engine/reasons.ts'
import { STATE_NAMES, type State } from '../../engine/states.ts'
import { startSupervisor } from '../../engine/supervisor.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { testApp } from '../../testing/app.ts'
import { dataFolder } from '../../testing/engine/workers.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'
import { eventually } from '../../testing/engine/sent-run.ts'

const RECIPIENTS = 1000
const TIMEOUT_MS = 150_000

const dataDir = await mkdtemp(join(tmpdir(), 'notifly-whatsapp-'))
const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0 })
afterAll(async () => {
  await sandbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const providerUrls = { ...NO_PROVIDERS, whatsapp: `${sandbox.url}/providers/whatsapp` }
const kit = await testApp({ config: { providerUrls } })
const { call, database } = kit

/** Every kind of answer, and reports that come doubled and in the wrong order. */
const BAD_DAY = {
  error_rate: 0.05,
  throttle_rate: 0.05,
  pair_rate: 0.01,
  hard_bounce_rate: 0.03,
  soft_bounce_rate: 0.04,
  delivered_rate: 0.9,
  open_rate: 0.5,
  doubled_rate: 0.3,
  disorder_rate: 0.3,
  seed: 7,
}

async function atSandbox(method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(sandbox.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Record<string, unknown> }).data
}

async function startWorker(): Promise<void> {
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log: createLog('fatal'),
    dataDir: dataFolder(),
    workers: 1,
    order: {
      connectionString: database.connectionString,
      masterSecret: 'only for tests, only for tests, only for tests',
      publicUrl: 'https://notifly.example',
      bounceDomain: 'bounces.example',
      hostname: 'localhost',
      allowPrivateTargets: true,
      providerUrls,
      pushOrigins: [],
      logLevel: 'fatal',
      tuning: { sweepMs: 50, pollMs: 50, backoffMs: [50, 100, 200, 400, 800, 800, 800] },
    },
  })
  onTestFinished(() => supervisor.stop())
}

/** What becomes of a number on this day: whom a rate hits depends on seed and number alone. */
function fateOf(phone: string): string {
  const chance = (what: string) => chanceOf(BAD_DAY.seed, what, phone.slice(1))
  if (chance('refused') < BAD_DAY.hard_bounce_rate) return 'bounced: not_on_whatsapp'
  if (chance('failed') < BAD_DAY.soft_bounce_rate) return 'bounced: not_on_whatsapp'
  if (chance('delivered') >= BAD_DAY.delivered_rate) return 'sent'
  return chance('read') < BAD_DAY.open_rate ? 'delivered, read' : 'delivered'
}

test(
  'everybody ends as they should, nobody gets it twice, and the figures are those of the deliveries',
  async () => {
    const owner = await kit.withApplication()
    const { bearer, applicationId } = owner
    await kit.app.listen({ port: 0, host: '127.0.0.1' })
    const settings = { token: 'EAAG', buisness_account_id: '20000', phone_number_id: '10000', app_secret: 'a secret' }
    const body = { ...settings, messages_per_second: 1000 }
    const { data } = await call<{ hook_url: string; verify_token: string }>(
      'POST',
      '/api/notifications/whatsapp/configuration',
      { bearer, body },
    )
    const { port } = kit.app.server.address() as AddressInfo
    await atSandbox('PUT', '/api/whatsapp/webhooks', {
      url: `http://127.0.0.1:${port}${new URL(data.hook_url).pathname}`,
      verify_token: data.verify_token,
      app_secret: settings.app_secret,
    })
    await atSandbox('PUT', '/api/faults/whatsapp', BAD_DAY)
    await call('POST', '/api/template/whatsapp/sync', { bearer })
    await addPeople(applicationId)
    await startWorker()
    const launched = await call<{ recipients: number }>('POST', '/api/notifications/schedule/whatsapp', {
      bearer,
      body: CAMPAIGN,
    })
    expect(launched).toMatchObject({ status: 200, data: { recipients: RECIPIENTS } })
    await eventually(standing, found => expect(found).toEqual(expected()), TIMEOUT_MS)

    const { messages, recipients, repeated } = await atSandbox('GET', '/api/messages/counts?channel=whatsapp')
    const accepted = RECIPIENTS - phones().filter(isRefused).length
    expect({ messages, recipients, repeated }).toEqual({ messages: accepted, recipients: accepted, repeated: [] })
    const { rows } = await database.pool.query<{ run_id: string; state: number; n: number }>(
      'select run_id, state, count(*)::int as n from delivery group by 1, 2',
    )
    const counts = await runCounts(database, rows[0]?.run_id ?? '')
    for (const { state, n } of rows) expect(counts[state]).toBe(n)
    expect(counts[20]).toBe(phones().filter(phone => fateOf(phone).endsWith('read')).length)
  },
  TIMEOUT_MS * 2,
)

const CAMPAIGN = {
  campaignName: 'Parcels',
  template_name: 'order_update',
  language: 'en_US',
  parameters: {
    header: { text: '{{ order | default: "none" }}' },
    body: ['{{ first_name | default: "you" }}', 'a chair', 'Friday'],
    buttons: [{ index: 0, value: '{{ order | default: "none" }}' }],
  },
  audience: { all: true },
  schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
}

function phones(): string[] {
  return Array.from({ length: RECIPIENTS }, (_, index) => `+91980000${String(index).padStart(4, '0')}`)
}

function isRefused(phone: string): boolean {
  return chanceOf(BAD_DAY.seed, 'refused', phone.slice(1)) < BAD_DAY.hard_bounce_rate
}

async function addPeople(applicationId: string): Promise<void> {
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), p.phone,
       jsonb_build_object('first_name', 'Name' || p.n, 'order', 'A-' || p.n), now(), now()
     from unnest($2::text[]) with ordinality as p(phone, n)`,
    [applicationId, phones()],
  )
}

function expected(): Record<string, number> {
  return tally(phones().map(fateOf))
}

/** How many are in which state, and whether they have read it. */
async function standing(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: State; reason: number; read: boolean }>(
    `select d.state, d.reason, exists (
       select from event e where e.application_id = d.application_id and e.run_id = d.run_id and e.seq = d.seq and e.kind = 4
     ) as read from delivery d`,
  )
  return tally(
    rows.map(({ state, reason, read }) => {
      const why = reasonOf(reason)
      return `${STATE_NAMES[state]}${why === null ? '' : `: ${why.name}`}${read ? ', read' : ''}`
    }),
  )
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

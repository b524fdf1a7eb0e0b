/** A campaign at a Safari of before there was web push: asked, subscribed, shown, clicked and gone, by an Apple of the sandbox. */
import { startSandbox } from '@notifly/sandbox/sandbox'
import { afterAll, expect, test, vi } from 'vitest'
import { ensureLeaves } from '../../../db/partitions.ts'
import { settleLog } from '../../../engine/log/log-writer.ts'
import { ENGAGEMENT, STATE } from '../../../engine/states.ts'
import { APP_SECRET, testApp } from '../../../testing/app.ts'
import { dataFolder, startEngine } from '../../../testing/engine/workers.ts'
import { NO_PROVIDERS } from '../../../testing/channels/provider-urls.ts'
import { apple, setUpSafari, SITE, SITE_PATH, WEBSITE_PUSH_ID } from '../../../testing/channels/safari-site.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, dataDir: dataFolder() })
const appleUrls = { apns_safari: `${sandbox.url}/providers/apns_safari` }
const kit = await testApp({ config: { providerUrls: { ...NO_PROVIDERS, ...appleUrls } } })
const publicUrl = await kit.app.listen({ port: 0, host: '127.0.0.1' })
Object.assign(kit.deps.config, { publicUrl })
afterAll(() => sandbox.stop())

const { call, database } = kit

const ask = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as { data: { device_token: string } }
}

const taken = (messages: number) =>
  vi.waitFor(
    async () => {
      const kept = await fetch(`${sandbox.url}/api/messages/counts?channel=webpush`)
      expect(await kept.json()).toMatchObject({ data: { messages } })
    },
    { timeout: 30_000, interval: 100 },
  )

const devices = async (applicationId: string) => {
  const { rows } = await database.pool.query<{ endpoint: string; retired_reason: string | null }>(
    'select endpoint, retired_reason from device where application_id = $1 order by created_at',
    [applicationId],
  )
  return rows.map(({ endpoint, retired_reason: reason }) => [endpoint, reason])
}

test('Safaris subscribe, get a campaign on a bad day, are clicked, and leave', async () => {
  await ensureLeaves(database, new Date())
  const { bearer, applicationId } = await kit.withApplication()
  const certificate = { name: 'lumen.p12', content: apple.p12(WEBSITE_PUSH_ID, { password: 'qz-certificate' }) }
  await setUpSafari(kit, bearer, { password: 'qz-certificate', certificate })
  const welcome = { wn_name: 'Welcome', wn_message: 'Glad to have you' }
  await call('PUT', SITE_PATH, { bearer, body: { ...SITE, ...welcome, platform: 1 } })
  const wish = {
    web_service_url: `${publicUrl}/sdk/safari`,
    website_push_id: WEBSITE_PUSH_ID,
    app_id: applicationId,
  }
  await startEngine(database, {
    publicUrl,
    masterSecret: APP_SECRET,
    providerUrls: appleUrls,
    tuning: { sweepMs: 50, pollMs: 50, backoffMs: [100, 100, 100, 100, 100] },
  })
  const names: string[] = []
  for (let n = 0; n < 5; n++) names.push((await ask('POST', '/api/safari/subscriptions', wish)).data.device_token)
  expect(await devices(applicationId)).toEqual(names.map(name => [name, null]))
  // Each is welcomed.
  await taken(5)
  await ask('PUT', '/api/faults/webpush', { click_rate: 1, error_rate: 0.3 })
  const launched = await call('POST', '/api/notifications/schedule/webpush', {
    bearer,
    body: {
      campaignName: 'Autumn',
      campaignTitle: 'Back in stock',
      campaignMsg: 'All lamps.',
      campaignBannerImg: 'https://lumen.example/banner.png',
      campaignPageUrl: 'https://lumen.example/lamps',
      actions: [{ title: 'Look', action: 'https://lumen.example/look' }],
      audience: { all: true },
      schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
    },
  })
  expect(launched.status).toBe(200)
  const counts = async () => {
    const { rows } = await database.pool.query<{ state: number; n: number }>(
      `select c.state, sum(c.n)::int as n from run_counter c join run r using (application_id, run_id)
       where application_id = $1 and r.stream is null group by 1 having sum(c.n) > 0`,
      [applicationId],
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ [ENGAGEMENT.clicked]: 5 }), { timeout: 60_000 })
  // Arrival of such a notification is not reported: what was accepted is sent.
  expect(await counts()).toMatchObject({ [STATE.sent]: 5 })
  await taken(10)
  await ask('DELETE', `/api/safari/subscriptions/${names[0]}`)
  expect(await devices(applicationId)).toContainEqual([names[0], 'unsubscribed'])

  // Nothing of the certificate is in the log, whatever Apple refused.
  await settleLog(database)
  const { rows } = await database.pool.query<{ text: string }>('select e::text as text from log_entry e')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ text }) => /qz-certificate|PRIVATE KEY/.test(text))).toEqual([])
  expect(rows.filter(({ text }) => names.some(name => text.toLowerCase().includes(name.toLowerCase())))).toEqual([])
}, 90_000)

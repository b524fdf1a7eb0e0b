import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ENGAGEMENT } from '../../../engine/states.ts'
import { clickToken, signDelivery } from '../../../lib/delivery-token.ts'
import { ensureEventMonths } from '../../../people/events/upkeep.ts'
import { retire } from '../../../people/devices/devices.ts'
import { NEWCOMERS } from './admission.ts'
import { NEW_NAMES } from './track.ts'
import { startVisits } from './visits.ts'
import { testApp } from '../../../testing/app.ts'
import { runCounts } from '../../../testing/engine/world.ts'
import { startWorkerForTest } from '../../../testing/engine/workers.ts'
import { proofOf, startPushService, type TestBrowser } from '../../../testing/channels/push-service.ts'
import { sentRun } from '../../../testing/engine/sent-run.ts'

const service = await startPushService()
const kit = await testApp({ config: { pushOrigins: [service.origin] } })
const { call, database } = kit
afterAll(() => service.close())
beforeEach(() => void service.received.splice(0))

const ORIGIN = 'https://lumen.example'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SITE = {
  site_name: 'Lumen',
  site_url: `${ORIGIN}/shop`,
  icon_url: 'https://lumen.example/icon.png',
  webPushPromptPreferences: { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } } },
}
const WELCOME = {
  wn_name: 'Welcome',
  wn_message: 'Glad to have you',
  wn_on_click: 1,
  wn_link: 'https://lumen.example/new',
}

async function withSite(changes: object = {}) {
  const at = await kit.withApplication()
  const { data, status } = await call<{ application_server_key: string }>(
    'POST',
    '/api/notifications/webpush/configuration',
    {
      bearer: at.bearer,
      body: { ...SITE, ...changes },
    },
  )
  expect(status).toBe(201)
  return { ...at, serverKey: data.application_server_key }
}

const tell = <Data = unknown>(name: string, fields: object, origin: string | null = ORIGIN) =>
  call<Data>('POST', `/sdk/v1/${name}`, {
    body: new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin !== null && { origin }) },
  })

const subscribe = (appId: string, { endpoint, p256dh, auth }: TestBrowser, more: object = {}) =>
  tell<{ device_id: string; is_new: boolean }>('subscribe', { app_id: appId, endpoint, p256dh, auth, ...more })

const devices = (appId: string) =>
  database.kysely.selectFrom('device').where('application_id', '=', appId).orderBy('created_at').selectAll().execute()
const contacts = (appId: string) =>
  database.kysely.selectFrom('contact').where('application_id', '=', appId).selectAll().execute()

test('the site reads its settings, other pages do not', async () => {
  const { applicationId, serverKey } = await withSite()
  const path = `/sdk/v1/config/${applicationId}`
  const own = await call<SdkConfig>('GET', path, { headers: { origin: ORIGIN } })
  expect(own.headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(own.data).toMatchObject({
    site_name: 'Lumen',
    application_server_key: serverKey,
    worker: { path: '/notifly-worker.js', scope: '/' },
    prompt_preferences: { slide_prompt: { accept: { message: 'Yes' } } },
  })
  const foreign = await call('GET', path, { headers: { origin: 'https://evil.example' } })
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  expect((await call('GET', `/sdk/v1/config/${crypto.randomUUID()}`)).status).toBe(404)
  expect((await call('GET', '/sdk/v1/config/rubbish')).status).toBe(404)
})

test('no call of the API itself may be made from a page of the site', async () => {
  const { bearer } = await withSite()
  const { headers } = await call('GET', '/api/notifications/webpush/configuration', {
    bearer,
    headers: { origin: ORIGIN },
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('the script and the worker are served, the worker with where it reports to', async () => {
  const { applicationId } = await withSite()
  const script = await kit.app.inject('/sdk/v1/notifly.js')
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  const worker = await kit.app.inject(`/sdk/v1/worker.js?app=${applicationId}`)
  expect(worker.body).toContain(applicationId)
  expect(worker.body).toContain(kit.deps.config.publicUrl)
  expect(worker.body).not.toContain('__NOTIFLY_')
  expect((await kit.app.inject("/sdk/v1/worker.js?app=');alert(1)//")).body).not.toContain('alert')
})

test('a visitor becomes a contact without a name, once, and is welcomed', async () => {
  const { applicationId } = await withSite(WELCOME)
  await startWorkerForTest(kit)
  const browser = service.newBrowser()
  const first = await subscribe(applicationId, browser, { language: 'fr-FR', timezone: 'Europe/Paris' })
  expect([first.status, first.data.is_new]).toEqual([200, true])
  expect(first.headers['access-control-allow-origin']).toBe(ORIGIN)
  expect((await subscribe(applicationId, browser)).data).toEqual({ device_id: first.data.device_id, is_new: false })
  expect(await contacts(applicationId)).toMatchObject([
    { email: null, external_user_id: null, lang: 'fr-FR', timezone: 'Europe/Paris' },
  ])
  await vi.waitFor(() => expect(service.received).toHaveLength(1), 15_000)
  const { notification } = browser.open(service.received[0]?.body ?? Buffer.alloc(0))
  expect(notification).toMatchObject({ title: 'Welcome', body: 'Glad to have you' })
  const followed = await kit.app.inject(new URL(String(notification.navigate)).pathname)
  expect([followed.statusCode, followed.headers.location]).toEqual([302, 'https://lumen.example/new'])
})

test('two tabs that tell of one subscription make one visitor', async () => {
  const { applicationId } = await withSite()
  const browser = service.newBrowser()
  await Promise.all(Array.from({ length: 4 }, () => subscribe(applicationId, browser)))
  expect(await contacts(applicationId)).toHaveLength(1)
  expect(await devices(applicationId)).toHaveLength(1)
})

test('a new subscription takes the place of the one before, with its contact', async () => {
  const { applicationId } = await withSite()
  const [old, fresh] = [service.newBrowser(), service.newBrowser()]
  await subscribe(applicationId, old)
  const { data } = await subscribe(applicationId, fresh, { previous: old.endpoint })
  expect(data.is_new).toBe(false)
  const rows = await devices(applicationId)
  expect(rows.map(row => row.retired_reason)).toEqual(['replaced', null])
  expect(new Set(rows.map(row => row.contact_id)).size).toBe(1)
})

test('the prompt that a browser subscribed by is remembered, through whatever replaces its subscription', async () => {
  const { applicationId } = await withSite()
  const [old, fresh, other] = [service.newBrowser(), service.newBrowser(), service.newBrowser()]
  await subscribe(applicationId, old, { prompt: 'slide_prompt' })
  await subscribe(applicationId, old, { prompt: 'subscription_bell' })
  await subscribe(applicationId, fresh, { previous: old.endpoint, prompt: 'custom_link' })
  await subscribe(applicationId, other)
  expect((await devices(applicationId)).map(({ prompt }) => prompt)).toEqual(['slide_prompt', 'slide_prompt', null])
  const { status, body } = await subscribe(applicationId, service.newBrowser(), { prompt: 'popup' })
  expect([status, body.errors?.[0]?.field]).toEqual([400, 'prompt'])
})

test('whoever leaves is left alone, until they come back', async () => {
  const { applicationId } = await withSite()
  const browser = service.newBrowser()
  await subscribe(applicationId, browser)
  expect((await tell('unsubscribe', { app_id: applicationId, endpoint: browser.endpoint })).status).toBe(200)
  expect((await devices(applicationId))[0]).toMatchObject({ retired_reason: 'unsubscribed' })
  await subscribe(applicationId, browser)
  expect((await devices(applicationId))[0]).toMatchObject({ retired_at: null, retired_reason: null })
})

test('an endpoint that its push service has ended is not taken again; its browser is told, and comes back with another', async () => {
  const { applicationId } = await withSite()
  const [ended, fresh] = [service.newBrowser(), service.newBrowser()]
  const { data } = await subscribe(applicationId, ended)
  const config = async () =>
    (await call<SdkConfig>('GET', `/sdk/v1/config/${applicationId}?device=${data.device_id}`)).data.is_gone
  expect(await config()).toBe(false)
  await retire(database.kysely, { applicationId, channel: 'webpush' }, ended.endpoint, 'gone', new Date())
  expect(await config()).toBe(true)
  expect((await subscribe(applicationId, ended)).status).toBe(410)
  expect(await devices(applicationId)).toMatchObject([{ retired_reason: 'gone' }])

  expect((await subscribe(applicationId, fresh, { previous: ended.endpoint })).data.is_new).toBe(false)
  const rows = await devices(applicationId)
  expect(rows.map(row => row.retired_reason)).toEqual(['gone', null])
  expect(new Set(rows.map(row => row.contact_id)).size).toBe(1)
  expect((await call('GET', `/sdk/v1/config/${applicationId}?device=rubbish`)).data).toMatchObject({ is_gone: false })
})

test('a network that has invented too many subscribers is refused new ones, and nobody else is', async () => {
  const { applicationId } = await withSite()
  const known = service.newBrowser()
  expect((await subscribe(applicationId, known)).status).toBe(200)
  await database.pool.query(`update rate_limit set points = $1 where key like '${NEWCOMERS.name}:%'`, [
    NEWCOMERS.attempts,
  ])
  const more = service.newBrowser()
  expect((await subscribe(applicationId, more)).status).toBe(429)
  expect((await subscribe(applicationId, known)).status).toBe(200)
  expect((await subscribe(applicationId, more, { previous: known.endpoint })).status).toBe(200)
  // The browser before is replaced by now: its place is taken once.
  expect((await subscribe(applicationId, service.newBrowser(), { previous: known.endpoint })).status).toBe(429)
  expect((await devices(applicationId)).length).toBe(2)
  const other = await withSite()
  expect((await subscribe(other.applicationId, service.newBrowser())).status).toBe(200)
})

test.each([['https://evil.example'], ['http://lumen.example'], [null]])('calls from %s are refused', async origin => {
  const { applicationId } = await withSite()
  const { endpoint, p256dh, auth } = service.newBrowser()
  const fields = { app_id: applicationId, endpoint, p256dh, auth, external_user_id: 'x', proof: 'a'.repeat(64) }
  for (const name of ['subscribe', 'unsubscribe', 'identify']) {
    expect((await tell(name, fields, origin)).status).toBe(403)
  }
  expect(await devices(applicationId)).toEqual([])
})

test('endpoints that are of no push service, and keys that are none, are refused', async () => {
  const { applicationId } = await withSite()
  const browser = service.newBrowser()
  for (const endpoint of [
    'https://evil.example/x',
    'http://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/',
  ]) {
    expect((await subscribe(applicationId, { ...browser, endpoint })).body.errors?.[0]?.field).toBe('endpoint')
  }
  expect((await subscribe(applicationId, { ...browser, p256dh: 'A'.repeat(87) })).body.errors?.[0]?.field).toBe(
    'p256dh',
  )
  expect(await devices(applicationId)).toEqual([])
})

test('a browser is tied to a contact by the proof of the site alone', async () => {
  const { applicationId, bearer } = await withSite()
  const { data } = await call<{ identity_key: string }>(
    'POST',
    '/api/notifications/webpush/installation/identity-key',
    { bearer },
  )
  const known = await call<{ uuid: string }>('POST', '/api/audience', {
    bearer,
    body: { external_user_id: 'crm-1', email: 'ann@lumen.example' },
  })
  const browser = service.newBrowser()
  await subscribe(applicationId, browser)
  const identify = (id: string, proof: string) =>
    tell('identify', { app_id: applicationId, endpoint: browser.endpoint, external_user_id: id, proof })
  expect((await identify('crm-1', proofOf('guessed', 'crm-1'))).status).toBe(403)
  expect((await devices(applicationId))[0]?.contact_id).not.toBe(known.data.uuid)

  expect((await identify('crm-1', proofOf(data.identity_key, 'crm-1'))).status).toBe(200)
  expect((await devices(applicationId))[0]?.contact_id).toBe(known.data.uuid)
  // The visitor without a name is gone with the browser.
  expect(await contacts(applicationId)).toHaveLength(1)

  // Another person signs in on the same browser.
  expect((await identify('crm-2', proofOf(data.identity_key, 'crm-2'))).status).toBe(200)
  const owner = (await contacts(applicationId)).find(row => row.external_user_id === 'crm-2')
  expect((await devices(applicationId))[0]?.contact_id).toBe(owner?.contact_id)
})

test('what a visitor does is an event of the contact whom the site proves, from its pages alone', async () => {
  await ensureEventMonths(database, kit.clock.now(), 40)
  const { applicationId, bearer } = await withSite()
  const key = await call<{ identity_key: string }>('POST', '/api/notifications/webpush/installation/identity-key', {
    bearer,
  })
  const known = await call<{ uuid: string }>('POST', '/api/audience', { bearer, body: { external_user_id: 'crm-1' } })
  const proof = proofOf(key.data.identity_key, 'crm-1')
  const ordered = { app_id: applicationId, external_user_id: 'crm-1', proof, name: 'order' }
  const track = (more: object, origin?: string | null) => tell('track', { ...ordered, ...more }, origin)
  const said = { total: 49.9, currency: 'EUR', gift: false, due: '2026-11-20', none: null }
  expect((await track({ properties: JSON.stringify(said) })).status).toBe(200)
  const { none: _, ...kept } = said
  const events = await call<{ name: string }[]>('GET', `/api/audience/${known.data.uuid}/events`, { bearer })
  expect(events.data).toMatchObject([{ name: 'order', properties: kept }])
  const types = await call<{ properties: { name: string; type: string }[] }>('GET', '/api/events/order', { bearer })
  expect(types.data.properties.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'currency text',
    'due date',
    'gift boolean',
    'total number',
  ])
  const refused: [more: object, status: number, field: string | undefined][] = [
    [{ proof: proofOf('guessed', 'crm-1') }, 403, undefined],
    [{ external_user_id: 'crm-2' }, 403, undefined],
    [{ external_user_id: 'crm-9', proof: proofOf(key.data.identity_key, 'crm-9') }, 404, 'external_user_id'],
    [{ name: 'né' }, 400, 'name'],
    [{ properties: '[1]' }, 400, 'properties'],
    [{ properties: '{"a":' }, 400, 'properties'],
    [{ properties: '{"a":{"b":1}}' }, 400, 'properties.a'],
    [{ properties: '{"a":"\\u0000"}' }, 400, 'properties.a'],
    [{ properties: '{"A b":1}' }, 400, 'properties.A b'],
    [{ properties: `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}` }, 400, undefined],
    [{ properties: 'x'.repeat(20_000) }, 400, 'properties'],
  ]
  for (const [more, status, field] of refused) {
    const answer = await track(more)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, field])
  }
  for (const origin of ['https://evil.example', null]) expect((await track({}, origin)).status).toBe(403)
  // What the application may have of names is not for one network to use up.
  await database.pool.query(`update rate_limit set points = $1 where key like '${NEW_NAMES.name}:%'`, [
    NEW_NAMES.attempts,
  ])
  expect((await track({ name: 'invented' })).status).toBe(429)
  expect((await track({ properties: '{"total": 5}' })).status).toBe(200)
  const names = await call<{ name: string }[]>('GET', '/api/events', { bearer })
  expect(names.data.map(({ name }) => name)).toEqual(['order'])
})

test('a visitor who was nobody takes the id that the site proves', async () => {
  const { applicationId, bearer } = await withSite()
  const { data } = await call<{ identity_key: string }>(
    'POST',
    '/api/notifications/webpush/installation/identity-key',
    { bearer },
  )
  const browser = service.newBrowser()
  await subscribe(applicationId, browser)
  const proof = proofOf(data.identity_key, 'crm-9')
  await tell('identify', { app_id: applicationId, endpoint: browser.endpoint, external_user_id: 'crm-9', proof })
  expect(await contacts(applicationId)).toMatchObject([{ external_user_id: 'crm-9' }])
})

test('of one message an app names so many buttons and no more', async () => {
  const { applicationId } = await withSite()
  const { runId } = await sentRun(database, applicationId)
  const token = signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 })
  const press = async (action: string) => (await tell('event', { token, event: 'action', action }, null)).status
  expect(await Promise.all(Array.from({ length: 20 }, (_, n) => press(`Button ${n}`)))).not.toContain(429)
  expect(await press('One more')).toBe(429)
  expect((await tell('event', { token, event: 'delivered' }, null)).status).toBe(200)
})

test('what becomes of a notification is told by its token, once; a click wins over a dismissal', async () => {
  const { applicationId } = await withSite()
  const { runId } = await sentRun(database, applicationId)
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { applicationId, runId, seq })
  const event = (seq: number, name: string, origin?: string | null) =>
    tell('event', { token: tokenOf(seq), event: name }, origin)
  expect((await event(1, 'delivered')).status).toBe(200)
  expect((await event(1, 'delivered')).status).toBe(200)
  // An app says no origin.
  expect((await event(1, 'clicked', null)).status).toBe(200)
  expect((await event(1, 'dismissed')).status).toBe(200)
  expect((await event(2, 'dismissed')).status).toBe(200)
  // The click of a link waits before it counts.
  const follow = { url: `/t/c/${clickToken(tokenOf(3), 0)}`, headers: { 'user-agent': BROWSER } }
  expect((await kit.app.inject(follow)).statusCode).toBe(302)
  expect((await event(3, 'dismissed')).status).toBe(200)
  expect((await event(2, 'dismissed', 'https://evil.example')).status).toBe(403)
  // The name of one delivery under the signature of another: 36 bytes are 48 letters.
  const forged = tokenOf(1).slice(0, 48) + tokenOf(2).slice(48)
  expect((await tell('event', { token: forged, event: 'clicked' })).status).toBe(404)
  const { rows } = await database.pool.query('select seq, kind from event where run_id = $1 order by seq, kind', [
    runId,
  ])
  expect(rows).toEqual([
    { seq: 1, kind: 1 },
    { seq: 1, kind: 5 },
    { seq: 2, kind: 9 },
  ])
  expect(await runCounts(database, runId)).toMatchObject({ [ENGAGEMENT.clicked]: 1, [ENGAGEMENT.dismissed]: 1 })
})

test('a visit within a day of a notification that was not clicked counts once for it', async () => {
  const { applicationId } = await withSite()
  const browser = service.newBrowser()
  const { data } = await subscribe(applicationId, browser)
  const [device] = await devices(applicationId)
  const { runId } = await sentRun(database, applicationId, { contacts: 4 })
  await database.pool.query('update delivery set contact_id = $2, address = $3 where run_id = $1', [
    runId,
    device?.contact_id,
    data.device_id,
  ])
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { applicationId, runId, seq })
  for (const seq of [1, 2, 3]) await tell('event', { token: tokenOf(seq), event: 'delivered' })
  await tell('event', { token: tokenOf(2), event: 'clicked' })
  await database.pool.query(
    `update delivery set delivered_at = delivered_at - interval '25 hours' where seq = 3 and run_id = $1`,
    [runId],
  )
  const visits = startVisits(kit.deps, 0)
  for (let n = 0; n < 3; n++) visits.note({ applicationId, deviceId: data.device_id })
  visits.note({ applicationId, deviceId: crypto.randomUUID() })
  await visits.stop()
  visits.note({ applicationId, deviceId: data.device_id })
  await visits.stop()
  const { rows } = await database.pool.query(
    'select sum(influenced)::int as influenced from activity_quarter where run_id = $1',
    [runId],
  )
  expect(rows).toEqual([{ influenced: 1 }])
  // The page of a site that knows its browser is such a visit.
  expect((await call('GET', `/sdk/v1/config/${applicationId}?device=${data.device_id}`)).status).toBe(200)
})

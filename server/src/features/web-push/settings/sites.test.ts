import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PromptPreferences, SavedPrompts } from '@notifly/contracts/web-push/prompts'
import type { Site, WorkerVerdict } from '@notifly/contracts/web-push/web-push'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NETWORK_SENTENCES } from '../../../channels/network-reasons.ts'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { DEFAULT_ROLE_IDS } from '../../roles/roles.ts'

const kit = await testApp()
const { call, database } = kit
const PATH = '/api/notifications/webpush/configuration'
const PROMPTS = '/api/notification/webpush/preferences'
const INSTALLATION = '/api/notifications/webpush/installation'

const SITE = {
  site_name: 'Lumen   lamps',
  site_url: 'https://lumen.example',
  icon_url: 'https://lumen.example/icon.png',
  auto_re_subscribe: '0',
}
const SLIDE = { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'Not now' } } }

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
})

const save = (body: object, at = owner, method = 'POST') => call<Site>(method, PATH, { bearer: at.bearer, body })
const savePrompts = (prompts: unknown, at = owner, more: object = {}) =>
  call<SavedPrompts>('POST', PROMPTS, { bearer: at.bearer, body: { prompt_preferences: prompts, ...more } })
const readPrompts = (at = owner) => call<SavedPrompts>('GET', PROMPTS, { bearer: at.bearer })

async function withSite(changes: object = {}) {
  const at = await kit.withApplication()
  const created = await save({ ...SITE, webPushPromptPreferences: SLIDE, ...changes }, at)
  expect(created.status).toBe(201)
  return { ...at, site: created.data }
}

test('a site is set up once, with keys of its own that nobody sees', async () => {
  const at = await kit.withApplication()
  expect((await call('GET', PATH, { bearer: at.bearer })).body).toEqual({ success: true, data: null })
  const { status, data } = await save({ ...SITE, webPushPromptPreferences: JSON.stringify(SLIDE) }, at)
  expect(status).toBe(201)
  expect(data).toMatchObject({
    site_name: 'Lumen lamps',
    auto_re_subscribe: 0,
    https_url: 1,
    uploadIcon: SITE.icon_url,
    subscribers: 0,
  })
  expect(Buffer.from(data.application_server_key, 'base64url')).toHaveLength(65)
  const row = await database.kysely
    .selectFrom('channel_configuration')
    .where('application_id', '=', at.applicationId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const kept = JSON.parse(
    kit.deps.secrets.open(row.secrets, `channel_configuration.secrets:${row.configuration_id}`),
  ) as object
  expect(Object.keys(kept).toSorted()).toEqual(['identity_key', 'vapid_private_key'])
  for (const secret of Object.values(kept)) expect(JSON.stringify([row.settings, data])).not.toContain(secret)
  expect((await save(SITE, at)).status).toBe(409)
  expect((await save({ ...SITE, site_name: 'Other' }, at, 'PUT')).data).toMatchObject({
    site_name: 'Other',
    application_server_key: data.application_server_key,
  })
})

test('takes forms, as browsers send them', async () => {
  const at = await kit.withApplication()
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...SITE, webPushPromptPreferences: JSON.stringify(SLIDE) }))
    form.set(name, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const { status } = await call('POST', PATH, {
    bearer: at.bearer,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers,
  })
  expect(status).toBe(201)
})

test("whether it is on https is the address's to say, and the team's label is its name in the audit trail", async () => {
  const at = await withSite({ https_url: 0 })
  expect(at.site.https_url).toBe(1)
  const local = { ...SITE, site_url: 'http://localhost:3000', https_url: 1, site_label: 'Shop, Spain' }
  expect((await save(local, at, 'PUT')).data.https_url).toBe(0)
  const { data } = await call<{ object: { name: string } }[]>('GET', '/authP/audit?object=channel', {
    bearer: at.bearer,
  })
  expect(data.map(entry => entry.object.name)).toEqual(['Shop, Spain', 'Lumen lamps'])
})

test.each([
  ['site_url', { site_url: 'http://lumen.example' }],
  ['site_url', { site_url: 'ftp://lumen.example' }],
  ['site_name', { site_name: '   ' }],
  ['icon_url', { icon_url: '' }],
  ['icon_url', { icon_url: 'https://lumen.example/icon.svg' }],
  ['wn_link', { wn_on_click: 1 }],
  ['wn_link', { wn_link: 'javascript:alert(1)' }],
  ['wn_link', { wn_link: 'https://lumen.example/a b' }],
  ['wn_message', { wn_name: 'Welcome' }],
])('is refused at %s with %j', async (field, changes) => {
  const refused = await save({ ...SITE, webPushPromptPreferences: SLIDE, ...changes }, await kit.withApplication())
  expect([refused.status, refused.body.errors?.map(error => error.field)]).toEqual([400, [field]])
})

test('needs a prompt, which may have been saved before', async () => {
  const at = await kit.withApplication()
  expect((await save(SITE, at)).body.errors?.[0]?.field).toBe('webPushPromptPreferences')
  expect((await savePrompts(SLIDE, at)).status).toBe(200)
  expect((await save(SITE, at)).status).toBe(201)
})

test('removing it ends all subscriptions, since their keys are gone', async () => {
  const at = await withSite()
  const now = new Date()
  const device = { application_id: at.applicationId, device_id: crypto.randomUUID(), contact_id: crypto.randomUUID() }
  await database.kysely
    .insertInto('device')
    .values({
      ...device,
      channel: 'webpush',
      platform: 'web',
      endpoint: 'https://fcm.googleapis.com/x',
      keys: null,
      about: '{}',
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  expect((await call<Site>('GET', PATH, { bearer: at.bearer })).data.subscribers).toBe(1)
  expect((await call('DELETE', PATH, { bearer: at.bearer })).status).toBe(200)
  expect((await call('DELETE', PATH, { bearer: at.bearer })).status).toBe(404)
  const row = await database.kysely
    .selectFrom('device')
    .where('device_id', '=', device.device_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row.retired_reason).toBe('replaced')
  const again = await save(SITE, at)
  expect(again.data.application_server_key).not.toBe(at.site.application_server_key)
})

test('prompts have their defaults, are saved as a whole, and go when they are left out', async () => {
  const at = await kit.withApplication()
  expect((await readPrompts(at)).data).toEqual({
    prompt_preferences: { active: 'subscription_bell' },
    updated_on: null,
  })
  await savePrompts(JSON.stringify({ ...SLIDE, subscription_bell: {} }), at)
  const { data } = await readPrompts(at)
  expect(data.prompt_preferences).toMatchObject({
    subscription_bell: {
      size: 1,
      location: 1,
      auto_prompt: true,
      hide_user_if_subscribed: true,
      offset: { bottom: 16 },
    },
    slide_prompt: { reject: { message: 'Not now', background_color: '#e54b4d' } },
  })
  expect(data.updated_on).not.toBeNull()
  await savePrompts({ subscription_bell: data.prompt_preferences.subscription_bell }, at)
  expect(Object.keys((await readPrompts(at)).data.prompt_preferences).toSorted()).toEqual([
    'active',
    'subscription_bell',
  ])
})

test.each<[string, object]>([
  [
    'subscription_bell.custmize_bell.when_user_subscribed',
    {
      subscription_bell: {
        custmize_bell_text: 1,
        custmize_bell: { when_user_not_subscribed: 'a', when_user_blocked_notifications: 'b' },
      },
    },
  ],
  ['slide_prompt.accept.message', { slide_prompt: { accept: { message: '' }, reject: { message: 'No' } } }],
  ['custom_link.subscribe_text', { custom_link: {} }],
  ['custom_link.unsubscribe_text', { custom_link: { subscribe_text: 'In', allow_unsubscribe: true } }],
  ['subscription_bell.primary_color', { subscription_bell: { primary_color: 'url(x)' } }],
])('prompts are refused at %s', async (field, prompts) => {
  const refused = await savePrompts(prompts)
  expect([refused.status, refused.body.errors?.map(error => error.field)]).toEqual([
    400,
    [`prompt_preferences.${field}`],
  ])
})

test('prompts of another application are not meant by this token', async () => {
  const other = await kit.withApplication()
  expect((await savePrompts(SLIDE, owner, { slug: other.applicationId })).status).toBe(400)
  const asked = await call('GET', `${PROMPTS}?application_uuid=${other.applicationId}`, { bearer: owner.bearer })
  expect(asked.status).toBe(400)
})

test("a maker's changes wait for approval, and every screen is told", async () => {
  const at = await withSite()
  const maker = await kit.signUpAndIn()
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: at.organizationId,
      account_id: maker.user.uuid,
      role_id: DEFAULT_ROLE_IDS.creator,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
  const { data } = await call<{ token: string }>('GET', `/api/update-notification-vertical/${at.applicationId}`, {
    bearer: maker.bearer,
  })
  const asMaker = { ...at, bearer: data.token }
  expect((await save({ ...SITE, site_name: 'Wanted' }, asMaker, 'PUT')).status).toBe(202)
  expect(
    (await savePrompts({ subscription_bell: {} } satisfies Partial<PromptPreferences> | object, asMaker)).status,
  ).toBe(202)
  const site = (await call<Site>('GET', PATH, { bearer: at.bearer })).data
  const prompts = (await readPrompts(at)).data
  expect([site.site_name, Object.keys(prompts.prompt_preferences)]).toEqual(['Lumen lamps', ['active', 'slide_prompt']])
  for (const uuid of [site.approval_uuid, prompts.approval_uuid]) {
    const decided = await call('POST', `/api/approvals/${uuid}`, { bearer: at.bearer, body: { decision: 'approve' } })
    expect(decided.status).toBe(200)
  }
  expect((await call<Site>('GET', PATH, { bearer: at.bearer })).data.site_name).toBe('Wanted')
  expect(Object.keys((await readPrompts(at)).data.prompt_preferences)).toContain('subscription_bell')
})

// The site whose worker is looked for.
let serve: (response: ServerResponse) => void = () => undefined
const site = createServer((_, response) => serve(response))
await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
afterAll(() => void site.close())

test('the installation has all that goes onto a site, and the checker names each fault of its worker', async () => {
  const at = await withSite({ site_url: siteUrl })
  const { data } = await call<{ snippet: string; worker: { path: string; content: string } }>('GET', INSTALLATION, {
    bearer: at.bearer,
  })
  expect(data.snippet).toContain(`data-app-id="${at.applicationId}"`)
  const zip = await kit.app.inject({
    url: `${INSTALLATION}/worker.zip`,
    headers: { authorization: `Bearer ${at.bearer}` },
  })
  const files = Object.entries(unzipSync(zip.rawPayload)).map(([name, content]) => [name, strFromU8(content)])
  expect(files).toEqual([['notifly-worker.js', data.worker.content]])

  const check = async (status: number, headers: Record<string, string>, body = '') => {
    serve = response => response.writeHead(status, headers).end(body)
    const { fault, found } = (await call<WorkerVerdict>('POST', `${INSTALLATION}/check`, { bearer: at.bearer })).data
    return found === null ? fault : [fault, found]
  }
  const js = { 'content-type': 'text/javascript' }
  expect(await check(200, js, data.worker.content)).toBeNull()
  expect(await check(200, js, `self.x = 1\n${data.worker.content}`)).toBeNull()
  expect(await check(404, js)).toBe('not_found')
  expect(await check(302, { location: '/en/' })).toEqual(['redirect', '/en/'])
  expect(await check(500, js)).toEqual(['refused', '500'])
  expect(await check(200, { 'content-type': 'text/html' }, '<!doctype html>')).toBe('html')
  expect(await check(200, { 'content-type': 'text/plain' }, data.worker.content)).toEqual(['wrong_type', 'text/plain'])
  const other = 'https://other.example/sdk/v1/worker.js'
  expect(await check(200, js, `importScripts("${other}")`)).toEqual(['wrong_import', other])
  expect(await check(200, js, 'self.x = 1')).toBe('wrong_import')
  // Calls that are never closed, and blanks without end: from each of them the rest of the file was searched.
  expect(await check(200, js, 'importScripts('.repeat(70_000))).toBe('wrong_import')
  expect(await check(200, js, `importScripts${' '.repeat(1_000_000)}x`)).toBe('wrong_import')
  expect(
    await check(200, js, `importScripts \n (\n"/own.js",${data.worker.content.slice('importScripts('.length)}`),
  ).toBeNull()
  expect(await check(200, js, data.worker.content.replace(at.applicationId, crypto.randomUUID()))).toBe('other_app')
  const above = await call('PUT', PATH, {
    bearer: at.bearer,
    body: { ...SITE, site_url: siteUrl, worker_path: '/js/notifly-worker.js' },
  })
  expect(above.status).toBe(200)
  expect(await check(200, js, data.worker.content)).toBe('outside_scope')
  expect(await check(200, { ...js, 'service-worker-allowed': '/js/' }, data.worker.content)).toBe('outside_scope')
  expect(await check(200, { ...js, 'service-worker-allowed': '/' }, data.worker.content)).toBeNull()
  const lost = await withSite({ site_url: 'http://127.0.0.1:9' })
  const { data: verdict } = await call<WorkerVerdict>('POST', `${INSTALLATION}/check`, { bearer: lost.bearer })
  expect(verdict).toMatchObject({ fault: 'unreachable', found_sentence: NETWORK_SENTENCES.connection_refused })
})

test('the identity key is shown to whoever may change settings, and that is on record', async () => {
  const at = await withSite()
  const { status, data } = await call<{ identity_key: string }>('POST', `${INSTALLATION}/identity-key`, {
    bearer: at.bearer,
  })
  expect([status, data.identity_key.length]).toEqual([200, 43])
  const { rows } = await database.pool.query(
    "select 1 from audit_entry where action = 'site.reveal' and application_id = $1",
    [at.applicationId],
  )
  expect(rows).toHaveLength(1)
})

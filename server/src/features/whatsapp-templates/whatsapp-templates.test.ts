import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { Template, TemplateRow } from '@notifly/contracts/templates/templates'
import type { WhatsappSync, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'
import { eventually } from '../../testing/engine/sent-run.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { applyTemplateNews } from './whatsapp-templates.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'notifly-whatsapp-'))
const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0 })
afterAll(async () => {
  await sandbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const whatsapp = `${sandbox.url}/providers/whatsapp`
const kit = await testApp({ config: { providerUrls: { ...NO_PROVIDERS, whatsapp } } })
const { call, database } = kit
const team = approvalTeamOf(kit)

const PATH = '/api/template/whatsapp'
const SETTINGS = {
  token: 'EAAG-a-token',
  buisness_account_id: '200000000000077',
  phone_number_id: '100000000000077',
  app_id: '300000000000077',
  app_secret: 'a secret of the app',
}

let owner: ApplicationOwner
let url: string
beforeAll(async () => {
  owner = await kit.withApplication()
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(kit.app.server.address() as AddressInfo).port}`
})

async function configure(at: ApplicationOwner, changes: object = {}) {
  const reply = await call<{ verify_token: string; hook_url: string }>(
    'POST',
    '/api/notifications/whatsapp/configuration',
    { bearer: at.bearer, body: { ...SETTINGS, ...changes } },
  )
  expect(reply.status).toBe(201)
  return reply.data
}

const sync = (at = owner) => call<WhatsappSync>('POST', `${PATH}/sync`, { bearer: at.bearer })
const list = async (query = '', at = owner) =>
  (await call<WhatsappTemplate[]>('GET', `${PATH}?per_page=100&sort=name&${query}`, { bearer: at.bearer })).data
const read = async (id: string) => (await call<WhatsappTemplate>('GET', `${PATH}/${id}`, { bearer: owner.bearer })).data

const TEMPLATE = {
  name: 'parcel_here',
  language: 'en_US',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, your parcel is here.', example: { body_text: [['Asha']] } },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: ['CODE1'] }] },
  ],
}
const create = (changes: object = {}, at = owner) =>
  call<{ template_uuid: string }>('POST', PATH, { bearer: at.bearer, body: { ...TEMPLATE, ...changes } })

test('before WhatsApp is set up there is nothing to read, and nothing can be written', async () => {
  const fresh = await kit.withApplication()
  const state = await call<WhatsappSync>('GET', `${PATH}/sync`, { bearer: fresh.bearer })
  expect(state.data).toMatchObject({ configured: false, synced_on: null, failure: null, templates: 0 })
  expect((await sync(fresh)).status).toBe(409)
  expect((await create({}, fresh)).status).toBe(409)
})

test('the copy follows the list: new, changed, gone, with every digit of an id', async () => {
  const { hook_url: hookUrl } = await configure(owner)
  expect(hookUrl).toContain('/hooks/cloud_api/')
  expect((await sync()).data).toMatchObject({ configured: true, failure: null, templates: 7 })
  const all = await list()
  expect(all.map(({ name }) => name)).toContain('order_update')
  expect(all.find(({ name }) => name === 'last_chance')).toMatchObject({
    status: 'REJECTED',
    reason: 'PROMOTIONAL',
    obstacle: 'WhatsApp rejected this template.',
  })
  expect((await list('status=sendable')).length).toBe(6)
  const named = all.find(({ name }) => name === 'appointment_reminder')
  expect(all.map(({ uuid }) => uuid[14])).toEqual(Array(7).fill('7'))
  expect(named?.components[0]?.example?.body_text).toEqual([['Asha', 'Monday', '10:30']])
  const ids = await database.kysely.selectFrom('whatsapp_template').select('provider_id').execute()
  expect(ids.every(({ provider_id: id }) => /^\d{17,}$/.test(id ?? ''))).toBe(true)
  await fetch(`${whatsapp}/v23.0/${SETTINGS.buisness_account_id}/message_templates?name=hello_world`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer x' },
  })
  expect((await sync()).data).toMatchObject({ templates: 6 })
})

test('a template is handed in, decided about, and the decision is heard by the signed hook alone', async () => {
  const settings = await configureHook()
  const { status, data } = await create()
  expect(status).toBe(201)
  await becomes(data.template_uuid, 'APPROVED')
  const kept = await templateAtWhatsapp(TEMPLATE.name)
  expect(kept.components[1]).toEqual({ type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'CODE1' }] })

  const event = (name: string) => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: SETTINGS.buisness_account_id,
        time: 1_795_000_000,
        changes: [
          {
            field: 'message_template_status_update',
            value: { event: name, message_template_id: kept.id, message_template_name: kept.name, reason: 'SCAM' },
          },
        ],
      },
    ],
  })
  const forged = await fetch(settings.hookUrl, {
    method: 'POST',
    headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    body: JSON.stringify(event('REJECTED')),
  })
  expect(forged.status).toBe(403)
  expect(kit.logLines.some(line => line.includes('a call of a hook was refused'))).toBe(true)
  expect((await read(data.template_uuid)).status).toBe('APPROVED')

  await decide(kept, 'REJECTED', 'SCAM')
  await becomes(data.template_uuid, 'REJECTED')
  expect(await read(data.template_uuid)).toMatchObject({ reason: 'SCAM' })

  const gone = await call('DELETE', `${PATH}?template_uuid=${data.template_uuid}`, { bearer: owner.bearer })
  expect(gone.status).toBe(200)
  const answer = () => call('GET', `${PATH}/${data.template_uuid}`, { bearer: owner.bearer })
  await eventually(answer, ({ status: found }) => expect(found).toBe(404))
  await expect(templateAtWhatsapp(TEMPLATE.name)).rejects.toThrow('not there')
})

test('a template that is decided about or written anew at WhatsApp is read again', async () => {
  const { hookUrl } = await configureHook()
  const [kept] = (await list()).filter(({ name }) => name === 'order_update')
  const { id } = await templateAtWhatsapp('order_update')
  for (const [field, more] of [
    ['message_template_components_update', { message_template_element: 'Another text' }],
    ['message_template_status_update', { event: 'APPROVED', reason: 'NONE' }],
  ] as const) {
    await database.pool.query(`update whatsapp_template set components = '[]' where template_id = $1`, [kept?.uuid])
    const value = { ...more, message_template_id: id, message_template_name: 'order_update' }
    const change = { field, value: { ...value, message_template_language: 'en_US' } }
    const body = JSON.stringify({ entry: [{ id: '2', time: Math.floor(Date.now() / 1000), changes: [change] }] })
    const signature = createHmac('sha256', SETTINGS.app_secret).update(body).digest('hex')
    const headers = { 'x-hub-signature-256': `sha256=${signature}` }
    expect((await fetch(hookUrl, { method: 'POST', headers, body })).status).toBe(200)
    await eventually(
      () => read(kept?.uuid ?? ''),
      found => expect(found.components).toEqual(kept?.components),
    )
  }
})

test('an older report of a template does not outweigh a newer one', async () => {
  // Without settings, so that no list is read.
  const { applicationId } = await kit.withApplication()
  const [templateId, now] = [uuidv7(), new Date()]
  await database.kysely
    .insertInto('whatsapp_template')
    .values({
      ...{ application_id: applicationId, template_id: templateId, provider_id: '1', name: 'a', language: 'en' },
      ...{ category: 'UTILITY', status: 'PENDING', components: '[]', created_at: now, updated_at: now },
    })
    .execute()
  const hear = (status: string, second: number) =>
    applyTemplateNews(kit.deps, {
      applicationId,
      channel: 'whatsapp',
      news: {
        key: status,
        topic: 'whatsapp_template',
        at: new Date(second * 1000),
        value: { id: '1', name: 'a', language: 'en', status },
      },
    })
  const status = async () => {
    const query = database.kysely.selectFrom('whatsapp_template').where('template_id', '=', templateId)
    return (await query.select('status').executeTakeFirstOrThrow()).status
  }
  await hear('DISABLED', 1_795_000_010)
  await hear('APPROVED', 1_795_000_005)
  expect(await status()).toBe('DISABLED')
  await hear('APPROVED', 1_795_000_020)
  expect(await status()).toBe('APPROVED')
})

test('what breaks a rule is refused at its field, what WhatsApp refuses keeps its words', async () => {
  const wrong = await create({ components: [{ type: 'BODY', text: '{{1}} {{2}}' }] })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors?.map(({ field }) => field)).toContain('components.0.text')
  expect((await create({ name: 'Not This' })).body.errors).toMatchObject([{ field: 'name' }])
  expect((await create({ name: 'order_update' })).body.errors).toMatchObject([{ field: 'name' }])
  // The list does not know it yet, so that only WhatsApp can say so.
  await database.kysely.deleteFrom('whatsapp_template').where('name', '=', 'shop_opening').execute()
  const twice = await create({ name: 'shop_opening', language: 'hi' })
  await becomes(twice.data.template_uuid, 'APPROVED')
})

test('a maker’s template waits for approval, and goes to WhatsApp only then', async () => {
  const maker = await team.maker(owner)
  const approvalId = heldAs(await create({ name: 'held_one' }, maker))
  await expect(templateAtWhatsapp('held_one')).rejects.toThrow('not there')
  expect((await team.decide(owner, approvalId, 'approve')).status).toBe(200)
  const there = () =>
    templateAtWhatsapp('held_one').then(
      () => true,
      () => false,
    )
  await eventually(there, found => expect(found).toBe(true))
})

test('a template is written anew: held for a maker, handed in, decided about again', async () => {
  const [kept] = (await list()).filter(({ name }) => name === 'order_update')
  const { uuid = '', language, category, components } = kept ?? {}
  const text = 'Hello {{1}}, your {{2}} comes on {{3}}, as you wished.'
  const body = components?.map(part => (part.type === 'BODY' ? { ...part, text } : part)) ?? []
  const write = (changes: object, at = owner) =>
    call('PUT', `${PATH}/${uuid}`, {
      bearer: at.bearer,
      body: { name: 'order_update', language, category, components: body, ...changes },
    })
  const fieldsOf = async (changes: object) => (await write(changes)).body.errors?.map(({ field }) => field)
  expect(await fieldsOf({ name: 'another_name' })).toEqual(['name'])
  expect(await fieldsOf({ language: 'hi' })).toEqual(['language'])
  expect(await fieldsOf({ category: category === 'UTILITY' ? 'MARKETING' : 'UTILITY' })).toEqual(['category'])

  const maker = await team.maker(owner)
  const approvalId = heldAs(await write({}, maker))
  expect((await read(uuid)).components).toEqual(components)
  expect((await team.decide(owner, approvalId, 'approve')).status).toBe(200)
  await eventually(
    () => read(uuid),
    found =>
      expect([found.status, found.components.find(({ type }) => type === 'BODY')?.text]).toEqual(['APPROVED', text]),
  )
  // News of the decision that come late may set it right once more.
  await eventually(
    async () => {
      await database.pool.query(`update whatsapp_template set status = 'PENDING' where template_id = $1`, [uuid])
      return write({})
    },
    answer => expect(answer.status).toBe(409),
  )
  await sync()
})

test('the calls of all templates take and answer those of WhatsApp as well', async () => {
  const { bearer } = owner
  const body = { type: 'Whatsapp', ...TEMPLATE, name: 'in_list', tags: ['Parcels', 'parcels'] }
  const asked = { bearer, body }
  const { status, data } = await call<{ template_uuid: string; version: number }>('POST', '/api/template', asked)
  expect([status, data.version]).toEqual([201, 1])
  await becomes(data.template_uuid, 'APPROVED')
  const { data: rows } = await call<TemplateRow[]>('GET', '/api/template?type=Whatsapp&search=in_list', { bearer })
  const excerpt = TEMPLATE.components[0]?.text
  const row = { uuid: data.template_uuid, type: 'Whatsapp', name: body.name, excerpt, tags: ['parcels'] }
  expect(rows).toEqual([{ ...row, version: 1, updated_by: null, updated_on: expect.any(Number) }])
  const { data: one } = await call<Template>('GET', `/api/template/${data.template_uuid}`, { bearer })
  expect(one).toMatchObject({ ...row, text: TEMPLATE.components[0]?.text, problems: [] })
  const wrong = await call('POST', '/api/template', { bearer, body: { ...body, name: 'Not This' } })
  expect(wrong.body.errors).toMatchObject([{ field: 'name' }])

  const maker = await team.maker(owner)
  heldAs(await call('POST', '/api/template', { bearer: maker.bearer, body: { ...body, name: 'from_a_maker' } }))
  const as = async (activity: string) => {
    const permissions = { [activity]: [4, 1] } as unknown as PermissionSet
    const member = await team.addMember(owner, await team.addRole(owner, { permissions }))
    return async (method: string, rest: string, given?: object) =>
      (await call(method, `/api/template${rest}`, { bearer: member.bearer, body: given })).status
  }
  const [ofOurs, ofWhatsapp] = [await as('101'), await as('102')]
  const [theirs, own] = [data.template_uuid, { type: 'Email', name: 'Ours', html: '<p>Hi</p>' }]
  const ours = (await call<{ template_uuid: string }>('POST', '/api/template', { bearer, body: own })).data
    .template_uuid
  for (const [call, mine, other, its] of [
    [ofOurs, [ours, own, 'type=Email'], [theirs, body, 'type=Whatsapp'], 'ours'],
    [ofWhatsapp, [theirs, body, 'type=Whatsapp'], [ours, own, 'type=Email'], 'theirs'],
  ] as const) {
    const reads = ([id, , query]: typeof mine) => Promise.all([call('GET', `?${query}`), call('GET', `/${id}`)])
    expect([its, await reads(mine), await reads(other)]).toEqual([its, [200, 200], [403, 404]])
    const [id, content] = other
    expect(await call('POST', '', content)).toBe(403)
    expect(await call('PUT', `/${id}`, content)).toBe(403)
    expect(await call('DELETE', `?template_uuid=${id}`)).toBe(403)
    expect(await call('PUT', `/${mine[0]}`, mine[1])).toBe(200)
  }
  expect(await ofWhatsapp('DELETE', `?type=Whatsapp&template_uuid=${theirs}`)).toBe(200)
  await eventually(
    async () => (await list()).map(({ name }) => name),
    names => expect(names).not.toContain(body.name),
  )
})

test('media and samples go on to WhatsApp, and the wrong kinds do not', async () => {
  const upload = async (path: string, name: string) => {
    const form = new FormData()
    form.set('file', new File(['some bytes'], name))
    const headers = { authorization: `Bearer ${owner.bearer}` }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as { data?: Record<string, string> } }
  }
  const media = await upload('/api/notifications/whatsapp/media?kind=image', 'a.png')
  expect(media.body.data).toMatchObject({ media_id: expect.stringMatching(/^\d+$/), filename: 'a.png' })
  const sample = await upload(`${PATH}/sample?kind=document`, 'b.pdf')
  expect(sample.body.data?.['handle']).toMatch(/^4::/)
  expect((await upload(`${PATH}/sample?kind=image`, 'b.pdf')).status).toBe(415)
})

test('what people write opens 24 hours, and STOP is heard', async () => {
  const { data: before } = await call<WhatsappSync>('GET', `${PATH}/sync`, { bearer: owner.bearer })
  expect(before.open_sessions).toBe(0)
  await fetch(`${sandbox.url}/api/whatsapp/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+919812345678', text: 'STOP' }),
  })
  const state = async () => (await call<WhatsappSync>('GET', `${PATH}/sync`, { bearer: owner.bearer })).data
  await eventually(state, ({ open_sessions: open }) => expect(open).toBe(1))
  const suppressed = await database.kysely
    .selectFrom('suppression')
    .where('channel', '=', 'whatsapp')
    .select(['address_key', 'reason'])
    .execute()
  expect(suppressed).toEqual([{ address_key: '+919812345678', reason: 'unsubscribe' }])
  kit.clock.advance(25 * 3_600_000)
  owner = await team.renew(owner)
  expect((await state()).open_sessions).toBe(0)
})

test('a token that is refused is named, and the copy stays', async () => {
  const body = { ...SETTINGS, token: 'wrong' }
  await call('PUT', '/api/notifications/whatsapp/configuration', { bearer: owner.bearer, body })
  const { data } = await sync()
  expect(data.failure).toMatch(/refused/)
  expect(data.templates).toBeGreaterThan(0)
  expect(data.synced_on).not.toBeNull()
})

async function becomes(id: string, status: string): Promise<void> {
  await eventually(
    () => read(id),
    template => expect(template.status).toBe(status),
  )
}

/** Tells the sandbox where reports go, as one does on its page. */
async function configureHook(): Promise<{ hookUrl: string }> {
  const { data } = await call<{ verify_token: string; hook_url: string }>(
    'GET',
    '/api/notifications/whatsapp/configuration',
    { bearer: owner.bearer },
  )
  const hookUrl = url + new URL(data.hook_url).pathname
  const answer = await fetch(`${sandbox.url}/api/whatsapp/webhooks`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: hookUrl, verify_token: data.verify_token, app_secret: SETTINGS.app_secret }),
  })
  expect(answer.status).toBe(200)
  return { hookUrl }
}

interface AtWhatsapp {
  account: string
  id: string
  name: string
  components: object[]
}

/** Throws when the sandbox has no such template. */
async function templateAtWhatsapp(name: string): Promise<AtWhatsapp> {
  const { data } = (await (await fetch(`${sandbox.url}/api/whatsapp/templates`)).json()) as { data: AtWhatsapp[] }
  const found = data.find(each => each.name === name)
  if (found === undefined) throw new Error('not there')
  return found
}

async function decide({ account, id }: AtWhatsapp, status: string, reason: string): Promise<void> {
  await fetch(`${sandbox.url}/api/whatsapp/templates/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, id, status, reason }),
  })
}

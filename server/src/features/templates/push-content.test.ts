import type { PushPreview, Template, TemplateRow, TemplateVersion } from '@notifly/contracts/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'

const kit = await testApp()

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, merge_fields, added_at, changed_at)
     values ($1, gen_random_uuid(), 'asha@x.example', 'asha@x.example', '{"first_name": "Asha"}', now(), now())`,
    [owner.applicationId],
  )
  await kit.database.pool.query(
    `insert into merge_field (application_id, name, type, filled, created_at) values ($1, 'first_name', 'text', 1, now())`,
    [owner.applicationId],
  )
})

const ask = <Data>(method: string, path: string, body?: object) =>
  kit.call<Data>(method, path, { bearer: owner.bearer, ...(body && { body }) })
const create = (body: object) =>
  ask<{ template_uuid: string }>('POST', '/api/template', { type: 'Webpush', name: crypto.randomUUID(), ...body })

const CONTENT = {
  campaignTitle: 'Hi {{ first_name | default: "you" }}',
  campaignMsg: 'The lamp is back.',
  campaignBannerImg: 'https://shop.example/lamp.png',
  campaignPageUrl: 'https://shop.example/{{ uuid }}',
  actions: [{ title: 'Look', action: 'https://shop.example/lamp' }],
}

test('a template of a notification keeps its parts and versions, and stands in the list by its words', async () => {
  const created = await create({ ...CONTENT, name: 'Back in stock', campaignIcon: '', html: '<p>no</p>' })
  expect(created.status).toBe(201)
  const path = `/api/template/${created.data.template_uuid}`
  const { data: read } = await ask<Template>('GET', path)
  expect(read).toMatchObject({ type: 'Webpush', name: 'Back in stock', version: 1, problems: [], ...CONTENT })
  expect([read.html, read.campaignIcon]).toEqual([undefined, undefined])
  const excerpt = 'Hi {{ first_name | default: "you" }} · The lamp is back.'
  const { data: rows } = await ask<TemplateRow[]>('GET', '/api/template?type=Webpush&search=lamp%20is')
  expect(rows).toMatchObject([{ name: 'Back in stock', excerpt }])
  expect((await ask<TemplateRow[]>('GET', '/api/template?type=SMS')).data).toEqual([])
  await ask('PUT', path, { type: 'Webpush', name: 'Gone again', campaignTitle: 'Sold out' })
  expect((await ask<Template>('GET', path)).data.actions).toBeUndefined()
  await ask('POST', `${path}/versions/restore`, { version: 1 })
  expect((await ask<Template>('GET', path)).data).toMatchObject({ version: 3, ...CONTENT })
  expect((await ask<TemplateVersion[]>('GET', `${path}/versions`)).data).toHaveLength(3)
})

test('it may be unfinished, but says nothing that could never be sent', async () => {
  const refused = async (part: object) => (await create({ ...CONTENT, ...part })).body.errors?.map(error => error.field)
  expect(await refused({ campaignPageUrl: 'shop.example' })).toEqual(['campaignPageUrl'])
  expect(await refused({ actions: [{ title: '{{ broken', action: 'https://a.example' }] })).toEqual(['actions.0.title'])
  const large = { campaignMsg: 'ü'.repeat(2000), campaignTitle: 'ü'.repeat(100) }
  expect(await refused(large)).toEqual(['campaignMsg'])
  expect(await refused({ actions: [1, 2, 3].map(() => ({ title: 'a', action: 'https://a.example' })) })).toHaveLength(1)
  expect((await create({ campaignTitle: 'Hello' })).status).toBe(201)
})

test('it is shown as somebody would get it, with the field of each problem', async () => {
  const { data } = await ask<PushPreview>('POST', '/api/template/preview/webpush', {
    content: { ...CONTENT, campaignMsg: '{{ nobody }}', campaignIcon: '{% if %}' },
  })
  expect(data).toMatchObject({ campaignTitle: 'Hi Asha', campaignMsg: '', campaignIcon: '', actions: CONTENT.actions })
  expect(data.campaignPageUrl).toBe(`https://shop.example/${data.contact?.uuid}`)
  expect(data.problems.map(({ place, code }) => [place, code])).toEqual([
    ['campaignMsg', 'unknown_field'],
    ['campaignIcon', 'syntax'],
  ])
})

test('a campaign takes from it what it does not say itself, and holds it while it is to come', async () => {
  const { data: template } = await create({ ...CONTENT, campaignPageUrl: '' })
  const campaign = {
    campaignName: 'Lamp',
    template_uuid: template.template_uuid,
    // As a wizard says that nothing is said.
    campaignTitle: '',
    actions: [],
    audience: { all: true },
    schedule: {
      message_type: { type: 1, date: 4_000_000_000 },
      campaign_start_date: { type: 1, send_immediately: true },
    },
  }
  const { errors } = (await ask('POST', '/api/notifications/schedule/webpush', campaign)).body
  const missing = errors?.map(({ field }) => field)
  expect(missing).toContain('campaignPageUrl')
  expect(missing?.filter(field => field !== undefined && field in CONTENT)).toEqual(['campaignPageUrl'])
  const { data: draft } = await ask<{ uuid: string }>('POST', '/api/notifications/draft/webpush', campaign)
  await kit.database.pool.query(`update campaign set status = 'scheduled' where campaign_id = $1`, [draft.uuid])
  const removal = await ask<{ campaigns: object[] }>('DELETE', `/api/template?template_uuid=${template.template_uuid}`)
  expect([removal.status, removal.data.campaigns]).toMatchObject([409, [{ name: 'Lamp' }]])
})

test('one for apps leads into the app too, is listed by itself, and campaigns of apps alone take from it', async () => {
  const words = { ...CONTENT, campaignPageUrl: 'shop://lamps/new' }
  const { data: template, status } = await create({ ...words, type: 'Mobilepush', name: 'App lamp' })
  expect([status, (await create(words)).status]).toEqual([201, 400])
  const { data: rows } = await ask<TemplateRow[]>('GET', '/api/template?type=Mobilepush')
  expect(rows).toMatchObject([
    { name: 'App lamp', type: 'Mobilepush', excerpt: expect.stringMatching('The lamp is back.') },
  ])
  const { data: read } = await ask<Template>('GET', `/api/template/${template.template_uuid}`)
  expect(read).toMatchObject({ ...words, problems: [] })
  const { data: shown } = await ask<PushPreview>('POST', '/api/template/preview/webpush', {
    content: words,
    channel: 'mobilepush',
  })
  expect(shown).toMatchObject({ campaignPageUrl: 'shop://lamps/new', campaignTitle: 'Hi Asha' })
  const errorsOf = async (platform: string) => {
    const campaign = { campaignName: 'Lamp', template_uuid: template.template_uuid, audience: { all: true } }
    const { body } = await ask('POST', `/api/notifications/schedule/${platform}`, campaign)
    return body.errors?.map(({ field }) => field) ?? []
  }
  expect(await errorsOf('mobilepush')).not.toContain('campaignMsg')
  expect(await errorsOf('webpush')).toContain('template_uuid')
})

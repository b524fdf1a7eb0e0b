/** Campaigns of every channel by the same calls. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaigns/calls'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { Campaign, CampaignProblem, CampaignRow, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import type { ContactDevice } from '@notifly/contracts/devices/contact-devices'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { createECDH, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { channelNamed, sealSecrets } from '../../channels/registry.ts'
import { startScripted } from '../../channels/testing/scripted-server.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { startWorkerForTest } from '../../testing/engine/workers.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { addContacts } from '../../testing/campaigns.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'

const origins: string[] = []
const providerUrls = { ...NO_PROVIDERS }
const kit = await testApp({ config: { pushOrigins: origins, providerUrls } })
const { call, database } = kit

const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }
const EVERYONE = { all: true }

const PUSH = {
  campaignTitle: 'Back in stock',
  campaignMsg: 'For you, {{ first_name | default: "you" }}',
  campaignBannerImg: 'https://shop.example/banner.png',
  campaignPageUrl: 'https://shop.example/new',
}

/** What is complete, and what of it is asked for when it is missing. */
const CONTENT: Record<Channel, { whole: Record<string, unknown>; asked: string[] }> = {
  email: { whole: { emailSubject: 'Hi', emailBody: '<p>Hello</p>' }, asked: ['emailSubject', 'emailBody'] },
  sms: { whole: { smsBody: 'Hello', message_class: 'promotional' }, asked: ['smsBody'] },
  whatsapp: { whole: { template_name: 'hello', language: 'en' }, asked: ['template_name'] },
  webpush: {
    whole: { ...PUSH, actions: [{ title: 'Look', action: 'https://shop.example/look' }] },
    asked: ['campaignTitle', 'campaignMsg', 'campaignBannerImg', 'campaignPageUrl'],
  },
  mobilepush: { whole: PUSH, asked: ['campaignTitle', 'campaignMsg'] },
}

const PROVIDERS: Record<Channel, string> = {
  email: 'smtp',
  sms: 'Karix',
  whatsapp: 'cloud_api',
  webpush: 'webpush',
  mobilepush: 'mobilepush',
}

async function configure({ applicationId }: ApplicationOwner, channel: Channel, settings: object = {}) {
  const configurationId = uuidv7()
  await database.kysely
    .insertInto('channel_configuration')
    .values({
      application_id: applicationId,
      channel,
      configuration_id: configurationId,
      provider: PROVIDERS[channel],
      settings: JSON.stringify(settings),
      secrets: sealSecrets(configurationId, {}, kit.deps.secrets),
      hook_token: uuidv7(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
}

/** As WhatsApp has approved it. */
async function keepTemplate({ applicationId }: ApplicationOwner, format?: string): Promise<string> {
  const [templateId, at] = [uuidv7(), new Date()]
  const header = format === undefined ? [] : [{ type: 'HEADER', format }]
  await database.kysely
    .insertInto('whatsapp_template')
    .values({
      application_id: applicationId,
      template_id: templateId,
      provider_id: '1',
      name: 'hello',
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      reason: null,
      quality: null,
      components: JSON.stringify([...header, { type: 'BODY', text: 'Hello' }]),
      created_by: null,
      created_at: at,
      updated_at: at,
      seen_at: at,
    })
    .execute()
  return templateId
}

interface Saved {
  uuid: string
  problems: CampaignProblem[]
}

function client({ bearer }: { bearer: string }, channel: Channel) {
  const api: CampaignCalls = CAMPAIGN_CALLS[channel]
  const { path } = api.scheduleCampaign
  return {
    draft: (body: object) => call<Saved>('POST', api.createDraft.path, { bearer, body }),
    save: (uuid: string, body: object) => call<Saved>('PUT', `${api.createDraft.path}?uuid=${uuid}`, { bearer, body }),
    launch: (body: object) => call<{ uuid: string; recipients: number }>('POST', path, { bearer, body }),
    change: (uuid: string, body: object) => call('PUT', `${path}?uuid=${uuid}`, { bearer, body }),
    read: (uuid: string) => call<Campaign>('GET', `${path}?uuid=${uuid}`, { bearer }),
    list: () => call<CampaignRow[]>('GET', path, { bearer }),
    act: (what: string, body: object) => call('POST', `${path}/${what}`, { bearer, body }),
    estimate: (body: object) => call<{ recipients: number }>('POST', api.estimateCampaign.path, { bearer, body }),
    test: (body: object) =>
      call<{ receiver: string; ok: boolean; message: string }[]>('POST', `/api/notifications/${channel}/test`, {
        bearer,
        body,
      }),
  }
}

const fieldsOf = (body: { errors?: { field: string }[] }) => (body.errors ?? []).map(({ field }) => field)

test.each(CHANNELS.filter(channel => channelNamed(channel) !== null))(
  'a campaign of %s is drafted, refused while something is missing, launched, listed, copied and cancelled',
  async channel => {
    const owner = await kit.withApplication()
    await addContacts(kit, owner, ['ann@example.com'])
    const campaigns = client(owner, channel)
    const { whole, asked } = CONTENT[channel]

    const { data: saved } = await campaigns.draft({ campaignName: 'Autumn', emailSubject: 'not of this one' })
    const empty = await campaigns.launch({ uuid: saved.uuid })
    expect(empty.status).toBe(400)
    const missing = channel === 'email' ? asked.slice(1) : asked
    expect(fieldsOf(empty.body)).toEqual(
      expect.arrayContaining([...missing, 'audience.segment_uuids', 'schedule', 'configuration']),
    )
    expect(empty.body.errors?.find(({ field }) => field === 'configuration')?.message).toMatch(/isn’t set up/)

    await configure(owner, channel)
    if (channel === 'whatsapp') await keepTemplate(owner)
    await campaigns.save(saved.uuid, { ...whole, audience: EVERYONE, schedule: NOW })
    const launched = await campaigns.launch({ uuid: saved.uuid })
    expect([launched.status, launched.body.errors]).toEqual([200, undefined])
    expect(launched.data.recipients).toBe(channel === 'email' ? 1 : 0)

    const { data: shown } = await campaigns.read(saved.uuid)
    expect(shown).toMatchObject({ ...whole, platform: channel, campaignName: 'Autumn' })
    expect('emailSubject' in shown).toBe(channel === 'email')
    expect((await campaigns.list()).data.map(({ uuid, platform }) => [uuid, platform])).toEqual([[saved.uuid, channel]])
    const other = client(owner, channel === 'sms' ? 'email' : 'sms')
    expect((await other.read(saved.uuid)).status).toBe(404)
    expect((await other.list()).data).toEqual([])
    expect((await other.act('pause', { uuid: saved.uuid })).status).toBe(404)
    expect((await other.act('winner', { uuid: saved.uuid, variant: 1 })).status).toBe(404)

    const page = `/api/notifications/delivery/${channel}/${saved.uuid}/summary`
    const { data: run } = await call<RunProgress>('GET', page, { bearer: owner.bearer })
    const template = [run.template_name, run.template_language]
    expect(template).toEqual(channel === 'whatsapp' ? ['hello', 'en'] : [null, undefined])

    const copy = await campaigns.act('duplicate', { uuid: saved.uuid })
    expect((await campaigns.read((copy.data as Saved).uuid)).data).toMatchObject({ ...whole, status: 'draft' })
    // The run may be over before it is stopped: only the reader of emails can be reached.
    expect([200, 409]).toContain((await campaigns.act('pause', { uuid: saved.uuid })).status)
    expect((await campaigns.estimate({ audience: EVERYONE })).data.recipients).toBe(channel === 'email' ? 1 : 0)
  },
)

test('problems stand at the campaign’s own fields', async () => {
  const owner = await kit.withApplication()
  const placesOf = async (channel: Channel, body: object) => {
    const { problems } = (await client(owner, channel).draft(body)).data
    return problems.filter(({ severity }) => severity === 'error').map(({ place }) => place)
  }
  expect(await placesOf('sms', { smsBody: 'Hi {{ nobody }}' })).toEqual(['smsBody'])
  expect(await placesOf('webpush', { ...PUSH, campaignTitle: '{% if %}' })).toEqual(['campaignTitle'])
  expect(await placesOf('webpush', { actions: [{ title: '{{ x', action: 'https://a.example' }] })).toEqual([
    'actions.0.title',
  ])
  expect(await placesOf('whatsapp', { parameters: { body: ['{{ nobody }}'] } })).toEqual(['parameters.body.0'])
  expect(await placesOf('email', { emailBody: '{{ nobody }}' })).toEqual(['emailBody'])
})

test('actions of a notification need a title and an address each, and there are two at most', async () => {
  const owner = await kit.withApplication()
  await configure(owner, 'webpush')
  const { launch } = client(owner, 'webpush')
  const whole = { campaignName: 'Actions', ...PUSH, audience: EVERYONE, schedule: NOW }
  const half = await launch({ ...whole, actions: [{ title: 'Look', action: '' }] })
  expect(fieldsOf(half.body)).toEqual(['actions.0.action'])
  const action = { title: 'Look', action: 'https://shop.example' }
  expect((await launch({ ...whole, actions: [action, action, action] })).status).toBe(400)
  expect((await launch({ ...whole, actions: [action, { ...action, title: 'Buy' }] })).status).toBe(200)
})

test('a test compares contents on every channel, subjects and opens only where there are some', async () => {
  const owner = await kit.withApplication()
  const numbers = ['+919800000001', '+919800000002', '+919800000003', '+919800000004']
  await addContacts(
    kit,
    owner,
    numbers.map((_, n) => `n${n}@example.com`),
  )
  for (const [n, number] of numbers.entries()) {
    await database.kysely
      .updateTable('contact')
      .set({ phone_number: number })
      .where('application_id', '=', owner.applicationId)
      .where('email', '=', `n${n}@example.com`)
      .execute()
  }
  await configure(owner, 'sms')
  const { launch, read } = client(owner, 'sms')
  const ab_test = {
    part: 'content',
    metric: 'clicked',
    share: 50,
    after_hours: 1,
    variants: [{ smsBody: 'A' }, { smsBody: 'B' }],
  }
  const whole = {
    campaignName: 'Compared',
    audience: EVERYONE,
    schedule: { ...NOW, advanced: { delivery_in_users_timezone: false } },
  }
  const wrong = await launch({ ...whole, ab_test: { ...ab_test, part: 'subject', metric: 'opened' } })
  expect(fieldsOf(wrong.body)).toEqual(expect.arrayContaining(['ab_test.part', 'ab_test.metric']))
  const twins = await launch({ ...whole, ab_test: { ...ab_test, variants: [{ smsBody: 'A' }, { smsBody: 'A' }] } })
  expect(fieldsOf(twins.body)).toEqual(['ab_test.variants.1'])
  const hollow = await launch({ ...whole, ab_test: { ...ab_test, variants: [{ smsBody: 'A' }, {}] } })
  expect(fieldsOf(hollow.body)).toEqual(['ab_test.variants.1.smsBody'])
  const { data, status } = await launch({ ...whole, ab_test })
  expect(status).toBe(200)
  await vi.waitFor(async () => expect((await read(data.uuid)).data.status).toBe('executing'), { timeout: 10_000 })
  const rows = await database.kysely
    .selectFrom('run_variant')
    .where('application_id', '=', owner.applicationId)
    .select(['no', 'content'])
    .orderBy('no')
    .execute()
  expect(rows.map(({ content }) => content)).toEqual([{}, { smsBody: 'B', message_class: 'promotional' }])
})

test('rights are those of the channel: who may create notifications may change them, and nothing else', async () => {
  const owner = await kit.withApplication()
  const team = approvalTeamOf(kit)
  const permissions = { '403': [2, 1], '402': [1, 0] } as unknown as PermissionSet
  const member = await team.addMember(owner, await team.addRole(owner, { permissions }))
  for (const channel of ['webpush', 'mobilepush', 'whatsapp', 'sms', 'email'] as const) {
    const { draft, list, change } = client(member, channel)
    const isPush = channel === 'webpush' || channel === 'mobilepush'
    expect((await list()).status).toBe(isPush || channel === 'whatsapp' ? 200 : 403)
    expect((await draft({ campaignName: 'Mine' })).status).toBe(isPush ? 201 : 403)
    // Not there, rather than not allowed.
    expect((await change(uuidv7(), {})).status).toBe(isPush ? 404 : 403)
  }
})

test('a resend is for channels on which somebody says who read a message', async () => {
  const owner = await kit.withApplication()
  const { draft, act } = client(owner, 'sms')
  const { data } = await draft({ campaignName: 'Text' })
  expect((await act('resend', { uuid: data.uuid, who: 'not_opened' })).status).toBe(409)
})

test('a test notification goes to the devices named, and leads straight to its page', async () => {
  const service = await startScripted(({ path }) => ({ status: path === '/gone' ? 410 : 201 }))
  origins.push(service.url)
  const owner = await kit.withApplication()
  const { applicationId } = owner
  const [contactId = ''] = await addContacts(kit, owner, ['ann@example.com'])
  await database.kysely
    .updateTable('contact')
    .set({ external_user_id: 'crm-1' })
    .where('contact_id', '=', contactId)
    .execute()
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  const device = (endpoint: string) => ({
    application_id: applicationId,
    device_id: uuidv7(),
    contact_id: contactId,
    channel: 'webpush',
    platform: 'web',
    endpoint,
    keys: JSON.stringify(keys),
    about: '{}',
    created_at: new Date(),
    last_seen_at: new Date(),
  })
  const devices = [device(`${service.url}/1`), device(`${service.url}/gone`)]
  await database.kysely.insertInto('device').values(devices).execute()
  const site = createECDH('prime256v1')
  await configure(owner, 'webpush', {
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/i.png',
    vapid_public_key: site.generateKeys().toString('base64url'),
    vapid_private_key: site.getPrivateKey().toString('base64url'),
  })
  const campaigns = client(owner, 'webpush')
  await startWorkerForTest(kit)
  const one = await campaigns.test({ content: PUSH, receivers: [devices[0]?.device_id] })
  const taken = inWords(sentence('reasons.withAnswer', { reason: sentence('sms.provider_took'), answer: '201' }))
  expect(taken.message).toBe('The provider accepted the message. (201)')
  expect(one.data).toEqual([{ receiver: devices[0]?.device_id, device: 'Browser', ok: true, ...taken }])
  const own = { endpoint: `${service.url}/own`, ...keys }
  expect((await campaigns.test({ content: PUSH, browser: own })).data).toEqual([
    { receiver: 'This browser', receiver_sentence: sentence('sms.this_browser'), ok: true, ...taken },
  ])
  const elsewhere = { ...own, endpoint: 'https://stranger.example/own' }
  expect(fieldsOf((await campaigns.test({ content: PUSH, browser: elsewhere })).body)).toEqual(['endpoint'])
  const listed = await call<ContactDevice[]>('GET', `/api/audience/${contactId}/devices`, { bearer: owner.bearer })
  expect(listed.data).toMatchObject([
    { channel: 'webpush', platform: 'web', name: 'Browser', retired_on: null, retired_reason: null },
    { channel: 'webpush' },
  ])
  const stranger = await kit.withApplication()
  expect((await call('GET', `/api/audience/${contactId}/devices`, { bearer: stranger.bearer })).status).toBe(404)
  const all = await campaigns.test({ content: PUSH, receivers: ['crm-1'] })
  expect(all.data.map(({ receiver }) => receiver)).toEqual(['crm-1', 'crm-1'])
  expect(all.data.filter(({ ok }) => ok)).toHaveLength(1)
  // The one that its push service has given up is asked no more.
  expect((await campaigns.test({ content: PUSH, receivers: ['crm-1'] })).data).toMatchObject([{ ok: true }])
  expect(fieldsOf((await campaigns.test({ content: PUSH, receivers: ['nobody'] })).body)).toEqual(['receivers'])
  const { campaignTitle: _, ...untitled } = PUSH
  expect(fieldsOf((await campaigns.test({ content: untitled, receivers: ['crm-1'] })).body)).toEqual(['campaignTitle'])

  const team = approvalTeamOf(kit)
  const permissions = { '403': [2, 0] } as unknown as PermissionSet
  const maker = await team.addMember(owner, await team.addRole(owner, { permissions }))
  const test = { content: PUSH, receivers: ['crm-1'] }
  expect((await client(maker, 'webpush').test(test)).status).toBe(403)
  expect((await client(maker, 'webpush').test({ content: PUSH, browser: own })).status).toBe(200)
  await database.kysely.updateTable('contact').set({ is_test: true }).where('contact_id', '=', contactId).execute()
  expect((await client(maker, 'webpush').test(test)).status).toBe(200)
})

const DAY_MS = 86_400_000

test('a campaign of WhatsApp does not outlive the file that was uploaded for it', async () => {
  const owner = await kit.withApplication()
  await configure(owner, 'whatsapp')
  await keepTemplate(owner, 'IMAGE')
  const { launch } = client(owner, 'whatsapp')
  const now = kit.clock.now().getTime()
  await database.kysely
    .insertInto('whatsapp_media')
    .values({ application_id: owner.applicationId, media_id: '77', uploaded_at: new Date(now - 20 * DAY_MS) })
    .execute()
  const at = (days: number): Schedule => {
    const seconds = Math.floor((now + days * DAY_MS) / 1000)
    const campaign_start_date = { type: 3, local_time: seconds % 86_400, timezone: 'UTC' } as const
    const advanced = { delivery_in_users_timezone: false }
    return { message_type: { type: 1, date: seconds }, campaign_start_date, advanced } as Schedule
  }
  const refusals = async (media: string, schedule: Schedule) => {
    const content = { template_name: 'hello', language: 'en', parameters: { header: { media } } }
    const { status, body } = await launch({ campaignName: 'Picture', ...content, audience: EVERYONE, schedule })
    return status === 200 ? [] : (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
  }
  const gone = 'parameters.header.media: Uploaded files are kept for 30 days; this one will have expired by then. '
  expect(await refusals('77', at(9))).toEqual([])
  expect(await refusals('77', at(11))).toEqual([`${gone}Enter a URL instead.`])
  // Uploaded elsewhere, at best today.
  expect(await refusals('78', at(29))).toEqual([])
  expect(await refusals('78', at(31))).toEqual([`${gone}Enter a URL instead.`])
  expect(await refusals('78', NOW)).toEqual([])
  const daily = { ...at(1), message_type: { type: 3, interval: 24 * 3600 } } as unknown as Schedule
  expect(await refusals('78', daily)).toEqual([expect.stringMatching(/and this campaign runs longer/)])
  expect(await refusals('https://shop.example/a.png', at(40))).toEqual([])
})

test('a test message of WhatsApp names its template by our id', async () => {
  const sent: unknown[] = []
  const graph = await startScripted(({ body }) => {
    sent.push(JSON.parse(body.toString()))
    return { status: 200, body: JSON.stringify({ messages: [{ id: 'wamid.1' }] }) }
  })
  providerUrls.whatsapp = graph.url
  const owner = await kit.withApplication()
  await configure(owner, 'whatsapp', { phone_number_id: '10000', buisness_account_id: '20000' })
  const template_id = await keepTemplate(owner)
  await startWorkerForTest(kit)
  const { test: send } = client(owner, 'whatsapp')
  const receivers = ['+919800000001']
  expect((await send({ template_id, template_type: 'Whatsapp', receivers })).data).toMatchObject([{ ok: true }])
  expect(sent).toMatchObject([{ template: { name: 'hello', language: { code: 'en' } } }])
  expect(fieldsOf((await send({ template_id: uuidv7(), receivers })).body)).toEqual(['template_id'])
})

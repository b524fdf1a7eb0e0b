/** What templates of every kind have in common: versions, approval, the preview as a contact, and the test message that arrives. */
import type { Template, TemplateVersion } from '@notifly/contracts/templates/templates'
import type { Site } from '@notifly/contracts/web-push/web-push'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'
import { eventually } from '../../testing/engine/sent-run.ts'
import { dataFolder, startWorkerForFile } from '../../testing/engine/workers.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: dataFolder(), pace: 0 })
afterAll(() => sandbox.stop())
const at = (host: string) => `${sandbox.url}/providers/${host}`
const providerUrls = {
  ...NO_PROVIDERS,
  karix: at('karix'),
  whatsapp: at('whatsapp'),
  fcm: at('fcm'),
  google_oauth: at('google_oauth'),
}
const kit = await testApp({ config: { providerUrls, pushOrigins: [sandbox.url] } })
await startWorkerForFile(kit)
const { call, database } = kit
const team = approvalTeamOf(kit)

const PHONE = '+919812345678'
const ANDROID = 'android:registration-token-1'
/** The contact that previews and tests are filled in for; not the newest one. */
const ADA = uuidv7()
let owner: ApplicationOwner
let maker: ApplicationOwner

const ask = <Data>(method: string, path: string, body?: object, as = owner) =>
  call<Data>(method, path, { bearer: as.bearer, ...(body && { body }) })

beforeAll(async () => {
  owner = await kit.withApplication()
  maker = await team.maker(owner)
  const { applicationId } = owner
  await database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, phone_number, merge_fields, added_at, changed_at) values
       ($1, $2, 'ada@x.example', 'ada@x.example', $3, '{"first_name": "Ada"}', now() - interval '1 day', now()),
       ($1, gen_random_uuid(), 'ben@x.example', 'ben@x.example', null, '{"first_name": "Ben"}', now(), now())`,
    [applicationId, ADA, PHONE],
  )
  await database.pool.query(
    `insert into merge_field (application_id, name, type, filled, created_at) values ($1, 'first_name', 'text', 2, now())`,
    [applicationId],
  )
  await connectAll()
})

/** Every channel, each to its stand-in of the sandbox. */
async function connectAll(): Promise<void> {
  const configure = async <Data>(channel: string, body: object) => {
    const { status, data } = await ask<Data>('POST', `/api/notifications/${channel}/configuration`, body)
    expect([channel, status]).toEqual([channel, 201])
    return data
  }
  const smtp = { host: '127.0.0.1', port_no: sandbox.smtpPort, username: 'a', password: 'a', security: 'none' }
  const sender = { sender_email: 'news@shop.example', from_name: 'The shop' }
  await configure('email', { configuration_type: 'smtp', configuration_setting: { ...smtp, ...sender } })
  const classes = ['otp', 'transactional', 'promotional']
  const accounts = classes.map(kind => [
    [`${kind}_key`, 'key'],
    [`${kind}_sender`, 'SHOPIN'],
  ])
  await configure('sms', { provider: 'Karix', ...Object.fromEntries(accounts.flat()) })
  await configure('whatsapp', {
    token: 'EAAG',
    buisness_account_id: '20077',
    phone_number_id: '10077',
    app_secret: 'a',
  })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const account = { type: 'service_account', project_id: 'shop', client_email: 'a@shop.example', private_key }
  await configure('mobilepush', { fcm_service_account: JSON.stringify(account) })
  const site = await configure<Site>('webpush', {
    site_name: 'Shop',
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/icon.png',
    webPushPromptPreferences: { subscription_bell: {} },
  })
  await giveDevices(site.application_server_key)
}

const [browserId, phoneId] = [uuidv7(), uuidv7()]

/** Ada's browser, subscribed with the site's key, and her phone. */
async function giveDevices(application_server_key: string): Promise<void> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ application_server_key })
  const answer = await fetch(`${sandbox.url}/api/webpush/subscriptions`, { ...asked, body })
  const [browser] = ((await answer.json()) as { data: { endpoint: string; keys: object }[] }).data
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at) values
       ($1, $2, $3, 'webpush', 'web', $4, $5, now(), now()), ($1, $6, $3, 'mobilepush', 'android', $7, null, now(), now())`,
    [owner.applicationId, browserId, ADA, browser?.endpoint, JSON.stringify(browser?.keys), phoneId, ANDROID],
  )
}

interface Kind {
  type: 'Email' | 'SMS' | 'Webpush' | 'Mobilepush'
  /** What the template says. */
  parts: (words: string) => object
  preview: { path: string; body: (parts: object) => object }
  /** Of the call that sends a test, by channel. */
  test: { channel: string; body?: object; receiver: () => string }
}

const mjml = (words: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${words}</mj-text></mj-column></mj-section></mj-body></mjml>`
const mail = (parts: Kind['parts']): Kind => ({
  type: 'Email',
  parts: words => ({ subject: 'Hello', ...parts(words) }),
  preview: { path: '/api/template/preview', body: content => ({ content }) },
  test: { channel: 'email', receiver: () => maker.email },
})
const push = (type: 'Webpush' | 'Mobilepush', receiver: string): Kind => {
  const channel = type === 'Webpush' ? 'webpush' : 'mobilepush'
  return {
    type,
    parts: campaignMsg => ({
      campaignTitle: 'Hello',
      campaignMsg,
      campaignBannerImg: 'https://shop.example/lamp.png',
      campaignPageUrl: 'https://shop.example/lamp',
    }),
    preview: { path: '/api/template/preview/webpush', body: content => ({ content, channel }) },
    test: { channel, receiver: () => receiver },
  }
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a mail of blocks': mail(words => ({ mode: 'visual', mjml: mjml(words) })),
  'a mail of Beefree': mail(words => ({
    mode: 'visual',
    document: JSON.stringify({ page: words }),
    html: `<p>${words}</p>`,
  })),
  'a mail in MJML': mail(words => ({ mode: 'mjml', mjml: mjml(words) })),
  'a mail in HTML': mail(words => ({ html: `<p>${words}</p>` })),
  'a text message': {
    type: 'SMS',
    parts: text => ({ text }),
    preview: { path: '/api/template/preview/sms', body: parts => parts },
    test: { channel: 'sms', body: { message_class: 'otp' }, receiver: () => PHONE },
  },
  'a notification of web push': push('Webpush', browserId),
  'a notification of mobile push': push('Mobilepush', phoneId),
}

/** All that the sandbox got with these words. */
async function arrived(words: string): Promise<string[]> {
  const read = async (path: string) => ((await (await fetch(sandbox.url + path)).json()) as { data: unknown }).data
  const rows = (await read('/api/messages?per_page=100')) as { id: string }[]
  const all = await Promise.all(rows.map(async ({ id }) => JSON.stringify(await read(`/api/messages/${id}`))))
  return all.filter(message => message.includes(words))
}

test.each(Object.entries(KINDS))(
  '%s: the next version waits for approval, is looked at as a contact, and arrives as a test',
  async (what, { type, parts, preview, test: trial }) => {
    const word = `w${uuidv7().slice(-12)}`
    const [first, second] = [`First ${word}`, `Second ${word} for {{ first_name }}`]
    const written = (words: string) => ({ type, name: what, ...parts(words) })
    const created = await ask<{ template_uuid: string; version: number }>('POST', '/api/template', written(first))
    expect([created.status, created.data.version]).toEqual([201, 1])
    const template_id = created.data.template_uuid
    const path = `/api/template/${template_id}`
    const read = async () => (await ask<Template>('GET', path)).data

    const held = heldAs(await ask('PUT', path, { ...written(second), version: 1 }, maker))
    expect(await read()).toMatchObject({ version: 1, approval_uuid: held, ...parts(first) })
    expect((await team.decide(owner, held, 'approve')).status).toBe(200)
    expect(await read()).toMatchObject({ version: 2, problems: expect.any(Array) as object, ...parts(second) })
    const versions = await ask<TemplateVersion[]>('GET', `${path}/versions`)
    expect(versions.data.map(({ version }) => version)).toEqual([2, 1])
    expect((await ask<TemplateVersion>('GET', `${path}/versions/1`)).data).toMatchObject(parts(first))
    // Of a version that is past by now.
    expect((await ask('PUT', path, { ...written(first), version: 1 })).status).toBe(409)

    const shown = await ask<{ contact: { uuid: string } }>('POST', preview.path, {
      ...preview.body(parts(second)),
      contact_uuid: ADA,
    })
    expect([shown.status, shown.data.contact.uuid]).toEqual([200, ADA])
    expect(JSON.stringify(shown.data)).toContain(`Second ${word} for Ada`)

    const { channel, body, receiver } = trial
    const tested = { template_id, template_type: type, contact_uuid: ADA, receivers: [receiver()], ...body }
    const sent = await ask<{ ok: boolean }[]>('POST', `/api/notifications/${channel}/test`, tested)
    expect(sent).toMatchObject({ status: 200, data: [{ ok: true }] })
    await eventually(
      () => arrived(word),
      found => expect(found).toEqual([expect.stringContaining(`Second ${word} for Ada`)]),
    )
  },
)

test('a template of WhatsApp: a change waits for approval, and arrives as a test with the contact’s own values', async () => {
  await ask('POST', '/api/template/whatsapp/sync')
  const template = {
    type: 'Whatsapp',
    name: 'parcel_near',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hi {{1}}, your parcel is near.', example: { body_text: [['Asha']] } }],
  }
  const { data } = await ask<{ template_uuid: string }>('POST', '/api/template', template)
  const path = `/api/template/${data.template_uuid}`
  const text = 'Hi {{1}}, your parcel is at the door.'
  const components = [{ ...template.components[0], text }]
  // WhatsApp takes no change before it has decided.
  const held = await eventually(
    async () => {
      await ask('POST', '/api/template/whatsapp/sync')
      return ask('PUT', path, { ...template, components }, maker)
    },
    answer => expect(answer.status).toBe(202),
  )
  expect((await ask<Template>('GET', path)).data.text).toBe(template.components[0]?.text)
  expect((await team.decide(owner, heldAs(held), 'approve')).status).toBe(200)
  const content = { template_name: 'parcel_near', language: 'en_US', parameters: { body: ['{{ first_name }}'] } }
  await eventually(
    async () => {
      await ask('POST', '/api/template/whatsapp/sync')
      const asked = { content, contact_uuid: ADA, receivers: [PHONE] }
      return ask<{ ok: boolean }[]>('POST', '/api/notifications/whatsapp/test', asked)
    },
    sent => expect(sent).toMatchObject({ status: 200, data: [{ ok: true }] }),
  )
  await eventually(
    () => arrived('parcel is at the door'),
    found => expect(found).toEqual([expect.stringContaining('Hi Ada, your parcel is at the door.')]),
  )
})

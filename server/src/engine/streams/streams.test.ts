/** Single messages on their way through the engine: each channel, what they obey, when they leave, and workers that die. */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Channel } from '@notifly/contracts/applications/applications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { channelOf, sealSecrets } from '../../channels/registry.ts'
import { startScripted } from '../../channels/testing/scripted-server.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { workerOrder } from '../../testing/engine/worker-order.ts'
import { dataFolder, startEngine } from '../../testing/engine/workers.ts'
import {
  addressesInDoubt,
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
  secrets,
} from '../../testing/engine/world.ts'
import { startSmtpSink } from '../../testing/channels/smtp-sink.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { reasonOf } from '../reasons.ts'
import { STATE, STATE_NAMES, type State } from '../states.ts'
import { STAGES } from '../tuning.ts'
import { startWorker } from '../worker.ts'
import { addMessages, type Stream, type StreamMessage } from './streams.ts'

const database = await testDatabase()
await prepareEngine(database)
const FAST = { sweepMs: 50, pollMs: 50, journalSegmentMs: 20, backoffMs: [50, 50, 50, 50, 50] }

const CONTENTS: Record<Channel, object> = {
  email: { subject: 'Order {{ order }}', html: '<p>{{ order }} <a href="https://shop.example/">Shop</a></p>' },
  sms: { smsBody: 'Code {{ order }}', message_class: 'transactional' },
  whatsapp: {
    template_name: 'order',
    language: 'en_US',
    parameters: { body: ['{{ order }}'] },
    template: { status: 'APPROVED', components: [{ type: 'BODY', text: 'Order {{1}}' }] },
  },
  webpush: { campaignTitle: 'Order {{ order }}', campaignMsg: 'It left', campaignPageUrl: 'https://shop.example/' },
  mobilepush: { campaignTitle: 'Order {{ order }}', campaignMsg: 'It left' },
}

function streamOf(channel: Channel, more: Partial<Stream> = {}): Stream {
  const frozen = channelOf(channel).freeze(CONTENTS[channel], {
    messageIdDomain: 'shop.example',
    firstLinkNo: 0,
    isTransactional: true,
  })
  return {
    key: `${channel} order`,
    channel,
    name: 'Order',
    class: 0,
    content: frozen.content as object,
    links: frozen.links,
    hasShortLinks: false,
    topicId: null,
    clock: null,
    day: new Date(new Date().toISOString().slice(0, 10)),
    ...more,
  }
}

function messageTo(
  address: string,
  more: Partial<StreamMessage> & { addresses?: readonly string[] } = {},
): StreamMessage {
  const { addresses = [address], contactId = null, ...rest } = more
  const messageId = uuidv7()
  return {
    messageId,
    contactId,
    receiver: contactId ?? address,
    recipients: addresses.map(each => ({ contactId: contactId ?? messageId, address: each })),
    copies: [],
    idempotencyKey: null,
    sendAt: null,
    dueAt: new Date(),
    tags: [],
    metadata: {},
    data: { merge: { order: 'A-17' } },
    ...rest,
  }
}

async function add(
  applicationId: string,
  messages: readonly StreamMessage[],
  stream = streamOf('email'),
): Promise<string> {
  await database.kysely.transaction().execute(tx => addMessages(tx, applicationId, [{ stream, messages }], new Date()))
  const { rows } = await database.pool.query<{ run_id: string }>(
    'select run_id from run where application_id = $1 and stream = $2',
    [applicationId, stream.key],
  )
  return rows[0]?.run_id ?? ''
}

async function settings(applicationId: string, channel: Channel, provider: string, values: object, secret = {}) {
  const id = uuidv7()
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [applicationId, channel, id, provider, values, sealSecrets(id, secret, secrets), id],
  )
}

async function addContact(applicationId: string): Promise<string> {
  const contactId = uuidv7()
  await database.pool.query(
    'insert into contact (application_id, contact_id, merge_fields, added_at, changed_at) values ($1, $2, $3, now(), now())',
    [applicationId, contactId, {}],
  )
  return contactId
}

const newApplication = async (port: number): Promise<string> =>
  (await createApplication(database, { contacts: 0, port })).applicationId

/** By address or contact: what became of it. */
async function outcomes(runId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: State; reason: number }>(
    'select state, reason from delivery where run_id = $1 order by seq',
    [runId],
  )
  return rows.map(({ state, reason }) => [STATE_NAMES[state], reasonOf(reason)?.name].filter(Boolean).join(': '))
}

const settled = (runId: string) =>
  vi.waitFor(
    async () => {
      expect((await deliveryCounts(database, runId))[STATE.pending]).toBeUndefined()
      expect((await runRow(database, runId)).state).toBe('idle')
    },
    { timeout: 40_000, interval: 30 },
  )

test('each channel sends a message with its merge fields, to every device of a contact', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const server = await startScripted(({ path }) => {
    if (path === '/google/token') return { status: 200, body: JSON.stringify({ access_token: 'a', expires_in: 3599 }) }
    if (path.startsWith('/push')) return { status: 201 }
    const answer = {
      ackid: '7',
      status: { code: '200', desc: 'Request accepted' },
      messages: [{ id: 'w' }],
      name: 'projects/shop/messages/1',
    }
    return { status: 200, body: JSON.stringify(answer) }
  })
  const sink = await startSmtpSink({ record: true })
  const { applicationId } = await createApplication(database, { contacts: 0, port: sink.port })
  const vapid = createECDH('prime256v1')
  const vapid_public_key = vapid.generateKeys().toString('base64url')
  await settings(applicationId, 'sms', 'Karix', {
    transactional_key: 't',
    transactional_sender: 'TRNSND',
    otp_key: 'o',
    otp_sender: 'OTPSND',
    promotional_key: 'p',
    promotional_sender: '550011',
  })
  await settings(applicationId, 'whatsapp', 'cloud_api', { token: 'T', buisness_account_id: '2', phone_number_id: '1' })
  await settings(applicationId, 'webpush', 'webpush', {
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/i.png',
    vapid_public_key,
    vapid_private_key: vapid.getPrivateKey().toString('base64url'),
  })
  const account = {
    type: 'service_account',
    project_id: 'shop',
    client_email: 'a@shop.example',
    private_key: privateKey,
  }
  await settings(applicationId, 'mobilepush', 'mobilepush', { fcm_service_account: JSON.stringify(account) })
  const contactId = await addContact(applicationId)
  const devices = await Promise.all(
    (['webpush', 'webpush', 'mobilepush'] as const).map(async (channel, n) => {
      const deviceId = uuidv7()
      const browser = createECDH('prime256v1')
      const keys = { p256dh: browser.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
      await database.pool.query(
        `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
         values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
        channel === 'webpush'
          ? [applicationId, deviceId, contactId, channel, 'web', `${server.url}/push/${n}`, keys]
          : [applicationId, deviceId, contactId, channel, 'android', 'token:1', null],
      )
      return deviceId
    }),
  )
  await startEngine(database, {
    tuning: FAST,
    pushOrigins: [server.url],
    providerUrls: {
      karix: server.url,
      whatsapp: server.url,
      fcm: `${server.url}/fcm`,
      google_oauth: `${server.url}/google`,
    },
  })
  const runs = [
    await add(applicationId, [messageTo('ann@example.com')]),
    await add(applicationId, [messageTo('+919800000001')], streamOf('sms')),
    await add(applicationId, [messageTo('+919800000001')], streamOf('whatsapp')),
    await add(applicationId, [messageTo('', { contactId, addresses: devices.slice(0, 2) })], streamOf('webpush')),
    await add(applicationId, [messageTo('', { contactId, addresses: devices.slice(2) })], streamOf('mobilepush')),
  ]
  for (const runId of runs) await settled(runId)
  expect(await Promise.all(runs.map(outcomes))).toEqual([['sent'], ['sent'], ['sent'], ['sent', 'sent'], ['sent']])
  const said = server.asked.map(({ body }) => body.toString()).filter(body => body.includes('A-17'))
  expect(said.length).toBeGreaterThanOrEqual(3)
  expect(sink.report().recipients).toEqual({ 'ann@example.com': 1 })
  for (const runId of runs) {
    await expectActivityRight(database, { applicationId, runId })
    expect(await runCounts(database, runId)).toEqual(await deliveryCounts(database, runId))
  }
  await sink.close()
}, 60_000)

test('messages that somebody waits for go to those who left, marketing does not; nothing goes to addresses that are barred or erased', async () => {
  const sink = await startSmtpSink({ record: true })
  const { applicationId } = await createApplication(database, { contacts: 0, port: sink.port })
  const left = await addContact(applicationId)
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since) values ($1, $2, 'email', 'unsubscribed', 'page', now())`,
    [applicationId, left],
  )
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', reason || '@example.com', reason, now() from unnest(array['unsubscribe', 'hard_bounce', 'complaint', 'manual']) reason`,
    [applicationId],
  )
  const messages = () => [
    messageTo('left@example.com', { contactId: left }),
    messageTo('unsubscribe@example.com'),
    messageTo('hard_bounce@example.com'),
    messageTo('complaint@example.com'),
    messageTo('manual@example.com'),
    messageTo('gone@example.com', { contactId: uuidv7() }),
    messageTo('erased@example.com', { receiver: '' }),
  ]
  await startEngine(database, { tuning: FAST })
  const transactional = await add(applicationId, messages())
  const marketing = await add(applicationId, messages(), streamOf('email', { key: 'marketing', class: 1 }))
  for (const runId of [transactional, marketing]) await settled(runId)
  const barred = ['hard_bounce', 'complaint', 'manual'].map(reason => `skipped: suppressed_${reason}`)
  const erased = ['skipped: contact_erased', 'skipped: contact_erased']
  expect(await outcomes(transactional)).toEqual(['sent', 'sent', ...barred, ...erased])
  expect(await outcomes(marketing)).toEqual([
    'skipped: unsubscribed',
    'skipped: suppressed_unsubscribe',
    ...barred,
    ...erased,
  ])
  await sink.close()
}, 60_000)

test('a message leaves when its time comes, and its stream rests before and after', async () => {
  const sink = await startSmtpSink({ record: true })
  const { applicationId } = await createApplication(database, { contacts: 0, port: sink.port })
  await startEngine(database, { tuning: FAST })
  const dueAt = new Date(Date.now() + 2500)
  const runId = await add(applicationId, [messageTo('later@example.com', { dueAt, sendAt: dueAt })])
  expect((await runRow(database, runId)).state).toBe('idle')
  await add(applicationId, [messageTo('now@example.com')])
  await vi.waitFor(() => expect(sink.report().recipients).toEqual({ 'now@example.com': 1 }), 30_000)
  await vi.waitFor(() => expect(sink.tally().mails).toBe(2), { timeout: 10_000, interval: 20 })
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime())
  await settled(runId)
  await sink.close()
}, 60_000)

test('of marketing each message takes a place under the cap; a template that is refused fails each of its messages', async () => {
  const server = await startScripted(() => ({
    status: 400,
    body: JSON.stringify({ error: { code: 132_016, message: 'Template is disabled' } }),
  }))
  const sink = await startSmtpSink({ record: true })
  const { applicationId } = await createApplication(database, { contacts: 0, port: sink.port })
  await database.pool.query(
    `with owner as (
       insert into organization (organization_id, name, strength, language, created_at, updated_at)
       values ($1, 'Shops', '1-10', 'en', now(), now()) returning organization_id
     )
     insert into application (application_id, organization_id, name, timezone, frequency_cap, created_at, updated_at)
     select $2, organization_id, 'Shop', 'UTC', '{"email": {"messages": 2, "hours": 24}}', now(), now() from owner`,
    [uuidv7(), applicationId],
  )
  await settings(applicationId, 'whatsapp', 'cloud_api', { token: 'T', buisness_account_id: '2', phone_number_id: '1' })
  await startEngine(database, { tuning: FAST, providerUrls: { whatsapp: server.url } })
  const contactId = await addContact(applicationId)
  const three = Array.from({ length: 3 }, () => messageTo('ann@example.com', { contactId }))
  const capped = await add(applicationId, three, streamOf('email', { key: 'marketing', class: 1 }))
  const free = await add(
    applicationId,
    Array.from({ length: 3 }, () => messageTo('ann@example.com', { contactId })),
  )
  const refused = await add(
    applicationId,
    ['+919800000001', '+919800000002'].map(address => messageTo(address)),
    streamOf('whatsapp'),
  )
  for (const runId of [capped, free, refused]) await settled(runId)
  expect((await outcomes(capped)).toSorted()).toEqual(['sent', 'sent', 'skipped: frequency_cap'])
  expect(await outcomes(free)).toEqual(['sent', 'sent', 'sent'])
  expect(await outcomes(refused)).toEqual(['failed: template_disabled', 'failed: template_disabled'])
  await sink.close()
}, 60_000)

test('messages made to take long are written a few at a time: their worker lives, and others have their turns', async () => {
  const sink = await startSmtpSink({ record: true })
  const [slow, other] = [await newApplication(sink.port), await newApplication(sink.port)]
  const html = '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}'
  const about = { messageIdDomain: 'shop.example', firstLinkNo: 0, isTransactional: true }
  const { content } = channelOf('email').freeze({ subject: 'Hello', html }, about)
  const many = (name: string) => Array.from({ length: 100 }, (_, n) => messageTo(`${name}${n}@example.com`))
  const stream = streamOf('email', { key: 'endless', content: content as object, links: [] })
  const endless = await add(slow, many('slow'), stream)
  const sent = await add(other, many('other'))
  // Of the thread, without a turn of anything else: a worker that gives no sign of life is killed, and begins the same messages again.
  let longestMs = 0
  let before = process.threadCpuUsage()
  const watching = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 5)
  onTestFinished(() => clearInterval(watching))
  const order = {
    workerId: uuidv7(),
    hostId: uuidv7(),
    journalsDir: dataFolder(),
    ...workerOrder(database, { tuning: FAST }),
  }
  const worker = await startWorker(order)
  onTestFinished(() => worker.stop())
  await settled(sent)
  const failed = () => deliveryCounts(database, endless).then(counts => counts[STATE.failed] ?? 0)
  await vi.waitFor(async () => expect(await failed()).toBeGreaterThan(10), { timeout: 40_000, interval: 30 })
  expect(longestMs).toBeLessThan(800)
  expect(await outcomes(endless)).toContain('failed: render_error')
  expect(await deliveryCounts(database, sent)).toEqual({ [STATE.sent]: 100 })
  await sink.close()
}, 60_000)

test.each(STAGES)(
  'a worker killed at the stage "%s" beside a campaign loses no message',
  async stage => {
    const sink = await startSmtpSink({ record: true })
    const { applicationId } = await createApplication(database, { contacts: 20, port: sink.port })
    await startEngine(database, { kill: { stage, after: 8 }, tuning: FAST })
    const campaign = await openRun(database, applicationId)
    let runId = ''
    for (let n = 0; n < 30; n++) runId = await add(applicationId, [messageTo(`single${n}@example.com`)])
    await settled(runId)
    await vi.waitFor(async () => expect((await runRow(database, campaign.runId)).state).toBe('done'), 30_000)
    expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 30 })
    expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 30 })
    const { recipients } = sink.report()
    const singles = Object.entries(recipients).filter(([address]) => address.startsWith('single'))
    expect(singles).toHaveLength(30)
    const marked = await addressesInDoubt(database, runId)
    expect(singles.filter(([address, n]) => n > 1 && !marked.has(address))).toEqual([])
    await sink.close()
  },
  60_000,
)

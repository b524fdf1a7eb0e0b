/** What sending leaves in the log, from providers that say back everything that they were sent, credentials and all. */
import { createECDH, generateKeyPairSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startScripted } from '../../channels/testing/scripted-server.ts'
import { createLog } from '../../lib/log.ts'
import { systemClock } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'
import { testDatabase } from '../../testing/database.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import { addConfiguration, createApplication, openRun, prepareEngine, secrets } from '../../testing/engine/world.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import type { StoredConfiguration } from '../batches/lease-queries.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import type { Outcome } from '../../channels/provider.ts'
import { HandOverLog } from './hand-over-log.ts'
import type { LogNote } from './log-entry.ts'
import { settleLog, writeLog } from './log-writer.ts'

const database = await testDatabase()
await prepareEngine(database)
const { pool } = database

const deps = { database, secrets, log: createLog('silent'), clock: systemClock }
const TUNING = { sweepMs: 50, pollMs: 50, backoffMs: [60_000], blockMs: [60_000], logSample: 1 }

interface Stored {
  kind: string
  channel: string
  status: number
  result: string
  method: string
  endpoint: string
  current_status: string
  receiver: string
  response: string
  payload: string
  times: number
  contact_id: string | null
}

async function entries(applicationId: string): Promise<Stored[]> {
  await settleLog(database)
  const { rows } = await pool.query<Stored>('select * from log_entry where application_id = $1 order by entry_id', [
    applicationId,
  ])
  return rows
}

const entriesOf = (applicationId: string, atLeast = 1) =>
  vi.waitFor(
    async () => {
      const found = await entries(applicationId)
      expect(found.length).toBeGreaterThanOrEqual(atLeast)
      return found
    },
    { timeout: 90_000, interval: 50 },
  )

async function addPerson(applicationId: string): Promise<string> {
  const contactId = uuidv7()
  await pool.query(
    `insert into contact (application_id, contact_id, phone_number, email, email_key, merge_fields, added_at, changed_at)
     values ($1, $2, '+14155550101', 'ann@example.test', 'ann@example.test', '{"first_name": "Ann"}', now(), now())`,
    [applicationId, contactId],
  )
  return contactId
}

async function addDevice(
  applicationId: string,
  channel: string,
  platform: string,
  endpoint: string,
  keys: object | null,
) {
  const contactId = await addPerson(applicationId)
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, now(), now())`,
    [applicationId, contactId, channel, platform, endpoint, keys],
  )
}

const ecdh = createECDH('prime256v1')
const [vapidPublic, vapidPrivate] = [
  ecdh.generateKeys().toString('base64url'),
  ecdh.getPrivateKey().toString('base64url'),
]
const browser = createECDH('prime256v1').generateKeys().toString('base64url')
const PEM = { type: 'pkcs8', format: 'pem' } as const
const newRsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PEM) as string
const rsa = newRsa()
const dkimKey = newRsa()
const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PEM) as string
const account = JSON.stringify({
  type: 'service_account',
  project_id: 'shop-1',
  client_email: 'push@shop-1.iam.gserviceaccount.com',
  private_key: rsa,
})

const NOTIFICATION = {
  campaignTitle: 'Hello {{ first_name }}',
  campaignMsg: 'Back in stock',
  campaignBannerImg: 'https://shop.example/b.png',
  campaignPageUrl: 'https://shop.example/',
}
const TEXT = { smsBody: 'Hi, see https://shop.example/lamps?from=sms', message_class: 'promotional', track_links: true }
const TEMPLATED = {
  template_name: 'order',
  language: 'en_US',
  template: { status: 'APPROVED', components: [{ type: 'BODY', text: 'Hello' }] },
}

test('whatever a provider says back, no secret of the settings, of a device or of ours is in the log', async () => {
  const server = await startScripted(({ path, headers, body }) =>
    path.endsWith('/token')
      ? { status: 200, body: JSON.stringify({ access_token: 'ya29-qz-google', expires_in: 3600 }) }
      : {
          status: 400,
          body: JSON.stringify({
            error: { code: 9, message: `You sent ${JSON.stringify(headers)} ${body.toString()}` },
          }),
        },
  )
  const apns = await startScripted(
    ({ headers, body }) => ({
      status: 400,
      body: JSON.stringify({ reason: 'BadTopic', said: `You sent ${JSON.stringify(headers)} ${body.toString()}` }),
    }),
    { http2: true },
  )
  const smtp = await startMisbehavingSmtp({
    dot: ({ from }) => `550 5.7.1 ${from} refused; you signed in with qz-smtp-password`,
  })
  const shop = async (
    channel: 'sms' | 'whatsapp' | 'webpush' | 'mobilepush' | 'email',
    provider: string,
    settings: object,
    secretFields: Record<string, string>,
  ) => {
    const applicationId = uuidv7()
    await addConfiguration(database, applicationId, { channel, provider, settings, secretFields })
    return applicationId
  }
  const twilio = await shop(
    'sms',
    'Twilio',
    { account_sid: `AC${'0'.repeat(32)}`, from: '+14155550123' },
    { auth_token: 'qz-twilio' },
  )
  const karix = await shop(
    'sms',
    'Karix',
    { otp_sender: 'OTPSND', transactional_sender: 'TRNSND', promotional_sender: '550011' },
    { otp_key: 'qz-otp', transactional_key: 'qz-transactional', promotional_key: 'qz-promotional' },
  )
  const whatsapp = await shop(
    'whatsapp',
    'cloud_api',
    { buisness_account_id: '20000', phone_number_id: '10000' },
    { token: 'EAAG-qz-whatsapp', app_secret: 'qz-app-secret' },
  )
  const webpush = await shop(
    'webpush',
    'webpush',
    { site_url: 'https://shop.example', icon_url: 'https://shop.example/i.png', vapid_public_key: vapidPublic },
    { vapid_private_key: vapidPrivate },
  )
  const mobile = await shop('mobilepush', 'mobilepush', {}, { fcm_service_account: account })
  const iphone = await shop(
    'mobilepush',
    'mobilepush',
    { apns_key_id: 'KEY0000001', apns_team_id: 'TEAM000001', apns_bundle_id: 'com.example.shop' },
    { apns_key: appleKey },
  )
  const ses = await shop(
    'email',
    'aws_ses',
    { sender_email: 'news@shop.example', from_name: 'Shop', region: 'eu-west-1', access_id: 'AKIAQZ' },
    { access_key: 'qz-ses-key' },
  )
  const { applicationId: mail } = await createApplication(database, {
    contacts: 0,
    port: smtp.port,
    settings: { dkim_domain: 'shop.example', dkim_selector: 's1' },
    secretFields: { password: 'qz-smtp-password', dkim_private_key: dkimKey },
  })
  for (const each of [twilio, karix, whatsapp, ses, mail]) await addPerson(each)
  await addDevice(webpush, 'webpush', 'web', `${server.url}/qz-endpoint`, {
    p256dh: browser,
    auth: 'qzqzqzqzqzqzqzqzqzqzqg',
  })
  await addDevice(mobile, 'mobilepush', 'android', 'qz-device-token', null)
  await addDevice(iphone, 'mobilepush', 'ios', 'c0ffee'.repeat(11), null)

  const runs = [
    await openRun(database, twilio, { channel: 'sms', content: TEXT }),
    await openRun(database, karix, { channel: 'sms', content: TEXT }),
    await openRun(database, whatsapp, { channel: 'whatsapp', content: TEMPLATED }),
    await openRun(database, webpush, { channel: 'webpush', content: NOTIFICATION }),
    await openRun(database, mobile, { channel: 'mobilepush', content: NOTIFICATION }),
    await openRun(database, iphone, { channel: 'mobilepush', content: NOTIFICATION }),
    await openRun(database, ses),
    await openRun(database, mail),
  ]
  const applications = [twilio, karix, whatsapp, webpush, mobile, iphone, ses, mail]
  const url = server.url
  await startEngine(database, {
    tuning: TUNING,
    providerUrls: { twilio: url, karix: url, whatsapp: url, fcm: url, google_oauth: url, ses: url, apns: apns.url },
    pushOrigins: [url],
  })
  const found = (await Promise.all(applications.map(each => entriesOf(each)))).flat()
  expect(found.map(({ channel, method, status }) => [channel, method, status])).toEqual([
    ['sms', 'POST', 400],
    ['sms', 'POST', 400],
    ['whatsapp', 'POST', 400],
    ['webpush', 'POST', 400],
    ['mobilepush', 'POST', 400],
    ['mobilepush', 'POST', 400],
    ['email', 'POST', 400],
    ['email', 'SMTP', 550],
  ])
  expect(apns.asked[0]?.headers.authorization).toMatch(/^bearer ./)
  expect(smtp.arrived[0]?.content).toMatch(/^DKIM-Signature: /m)
  expect(server.asked.some(({ headers }) => String(headers.authorization).length > 10)).toBe(true)
  // What people look for is there.
  expect(found[0]).toMatchObject({ receiver: '+14155550101', current_status: 'rejected', result: '4xx', times: 1 })
  expect(found[0]?.endpoint).toBe(`${url}/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`)
  expect(found[3]?.payload).toContain('Back in stock')
  expect(JSON.parse(found[7]?.payload ?? '')).toMatchObject({
    rcpt_to: 'ann@example.test',
    headers: { Subject: 'Hello Ann' },
  })
  expect(found.every(({ contact_id }) => contact_id !== null)).toBe(true)

  const { rows } = await pool.query<{ text: string }>('select e::text as text from log_entry e')
  const all = rows.map(({ text }) => text).join('\n')
  const hookTokens = (await pool.query<{ hook_token: string }>('select hook_token from channel_configuration')).rows
  const tokens = runs.map(({ runId }, index) =>
    signDelivery(secrets, { applicationId: applications[index] ?? '', runId, seq: 1 }),
  )
  const hidden = [
    'qz-twilio',
    'qz-otp',
    'qz-transactional',
    'qz-promotional',
    'qz-whatsapp',
    'qz-app-secret',
    vapidPrivate,
    'qz-endpoint',
    browser,
    'qzqzqzqz',
    'qz-device-token',
    'ya29-qz-google',
    'c0ffeec0ffee',
    ...[rsa, dkimKey, appleKey].map(key => key.split('\n')[1] ?? key),
    String(apns.asked[0]?.headers.authorization).slice('bearer '.length),
    'qz-ses-key',
    'qz-smtp-password',
    Buffer.from(`AC${'0'.repeat(32)}:qz-twilio`).toString('base64'),
    ...tokens,
    ...hookTokens.map(row => row.hook_token),
  ]
  expect(hidden.filter(secret => all.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
  // Links of ours in texts, and addresses that bounces come to.
  expect(all).not.toMatch(/\/l\/[0-9A-Za-z]{18}|b\.[a-z2-7]{48}@|Bearer [\w.-]{10}|Basic [\w+/]{10}/i)
  await smtp.close()
}, 60_000)

test('a campaign that fails as a whole leaves a bounded number of entries, and one with the number of the others', async () => {
  const [applicationId, runId] = [uuidv7(), uuidv7()]
  await addConfiguration(database, applicationId, {
    channel: 'sms',
    provider: 'Twilio',
    settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+14155550123' },
    secretFields: { auth_token: 'token' },
  })
  const { rows } = await pool.query<StoredConfiguration>(
    'select *, updated_at as "updatedAt" from channel_configuration where application_id = $1',
    [applicationId],
  )
  const [configuration] = rows
  if (configuration === undefined) throw new Error('there is no configuration')
  const batch = { claim: { applicationId, runId, channel: 'sms', configuration } } as LeasedBatch
  const log = new HandOverLog(deps, { logSample: 1000 })
  const told = { reason: 'number_invalid', code: '400', answer: '400 not valid' }
  const failed: Outcome = { kind: 'bounced', ...told, suppress: false }
  const settled = (seq: number, outcome: Outcome) => ({ message: { seq }, outcome })
  log.settled(
    batch,
    Array.from({ length: 800 }, (_, index) => settled(index + 1, failed)),
  )
  log.settled(
    batch,
    Array.from({ length: 2500 }, (_, index) => settled(index + 1, { kind: 'sent', answer: '200' })),
  )
  await log.stop()
  const found = await entries(applicationId)
  const bounced = found.filter(({ current_status }) => current_status === 'bounced')
  expect([bounced.length, bounced.reduce((sum, { times }) => sum + times, 0)]).toEqual([201, 800])
  expect(bounced.find(({ times }) => times > 1)).toMatchObject({
    times: 600,
    channel: 'sms',
    result: '4xx',
    receiver: '',
  })
  // Of those that went well the first, and each thousandth after it: here as a number, since the second is full.
  expect(found.filter(({ result }) => result === 'ok').map(({ times }) => times)).toEqual([3])
})

test('an application has room for so much; the rest is counted, told later, and takes no room of others', async () => {
  const [busy, calm] = [uuidv7(), uuidv7()]
  const note = (applicationId: string): LogNote => ({
    applicationId,
    kind: 'incoming',
    channel: 'sms',
    status: 200,
    isGood: true,
    method: 'POST',
    endpoint: '/hooks/twilio',
    currentStatus: 'delivered',
    source: 'twilio',
    receiver: '',
    response: '',
    payload: 'a word '.repeat(2000),
  })
  // More at once than may wait in memory.
  for (let n = 0; n < 1200; n++) writeLog(deps, note(busy))
  writeLog(deps, note(calm))
  expect(await entries(calm)).toHaveLength(1)
  for (let lot = 0; lot < 3; lot++) {
    for (let n = 0; n < 250; n++) writeLog(deps, note(busy))
    await settleLog(database)
  }
  const whole = await entries(busy)
  expect(whole.length).toBeGreaterThan(500)
  expect(whole.length).toBeLessThan(700)

  await pool.query('update log_room set bytes_left = 1000000 where application_id = $1', [busy])
  await vi.waitFor(
    async () => {
      writeLog(deps, { ...note(busy), payload: '' })
      const told = (await entries(busy)).filter(({ current_status }) => current_status === 'left_out')
      expect(told.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(1950 - whole.length)
    },
    { timeout: 10_000, interval: 500 },
  )
})

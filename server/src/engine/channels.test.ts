/** What the engine does for every channel: whom it writes to, where, and what becomes of those who cannot be reached. */
import { createECDH, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { sealSecrets } from '../channels/registry.ts'
import { type Asked, startScripted } from '../channels/testing/scripted-server.ts'
import { changeByReply } from '../people/consent/by-reply.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { testDatabase } from '../testing/database.ts'
import { startEngine } from '../testing/engine/workers.ts'
import { openRun, prepareEngine, runCounts, runRow, secrets } from '../testing/engine/world.ts'
import { applyEvents } from './events/apply-events.ts'
import { reasonOf } from './reasons.ts'
import { estimateAudience } from '../people/reach/audience.ts'
import { STATE, STATE_NAMES, type State } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

const FAST = { sweepMs: 50, pollMs: 50, backoffMs: [50, 50, 50, 50, 50] }
const ALL = { all: true, segment_uuids: [], exclude_segment_uuids: [] }

async function applicationOf(channel: string, provider: string, settings: object): Promise<string> {
  const [applicationId, configurationId] = [uuidv7(), uuidv7()]
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [
      applicationId,
      channel,
      configurationId,
      provider,
      settings,
      sealSecrets(configurationId, {}, secrets),
      configurationId,
    ],
  )
  return applicationId
}

async function addContact(applicationId: string, name: string, phone: string | null = null): Promise<string> {
  const contactId = uuidv7()
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
     values ($1, $2, $3, $4, now(), now())`,
    [applicationId, contactId, phone, { first_name: name }],
  )
  return contactId
}

async function addDevice(applicationId: string, contactId: string, endpoint: string): Promise<string> {
  const deviceId = uuidv7()
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys().toString('base64url')
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     values ($1, $2, $3, 'webpush', 'web', $4, $5, now(), now())`,
    [applicationId, deviceId, contactId, endpoint, { p256dh, auth: randomBytes(16).toString('base64url') }],
  )
  return deviceId
}

/** Who got what became of it, by the name of the contact; several where a contact has several deliveries. */
async function outcomes(runId: string): Promise<Record<string, string[]>> {
  const { rows } = await database.pool.query<{ name: string; state: State; reason: number }>(
    `select c.merge_fields ->> 'first_name' as name, d.state, d.reason from delivery d
     join contact c on c.application_id = d.application_id and c.contact_id = d.contact_id
     where d.run_id = $1 order by name, d.seq`,
    [runId],
  )
  const found: Record<string, string[]> = {}
  for (const { name, state, reason } of rows) {
    const why = reasonOf(reason)
    ;(found[name] ??= []).push(why === null ? STATE_NAMES[state] : `${STATE_NAMES[state]}: ${why.name}`)
  }
  return found
}

const ended = (runId: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), { timeout: 20_000, interval: 30 })

const KARIX = {
  otp_key: 'otp',
  transactional_key: 'transactional',
  promotional_key: 'promotional',
  otp_sender: 'OTPSND',
  transactional_sender: 'TRNSND',
  promotional_sender: '550011',
}
const TEXT = { smsBody: 'Hello {{ first_name }}', message_class: 'promotional' }

test('a text goes once to each number, not to whoever left, and a dead number is left alone from then on', async () => {
  const sentTo = (asked: Asked) => JSON.parse(asked.body.toString()).messages[0] as { dest: string[]; text: string }
  const server = await startScripted(asked => {
    const isDead = sentTo(asked).dest[0] === '919800000004'
    const status = isDead ? { code: '405', desc: 'Invalid dest' } : { code: '200', desc: 'Request accepted' }
    return { status: 200, body: JSON.stringify({ ackid: '7', status }) }
  })
  const applicationId = await applicationOf('sms', 'Karix', KARIX)
  await addContact(applicationId, 'Ann', '+919800000001')
  await addContact(applicationId, 'Ann again', '+919800000001')
  const left = await addContact(applicationId, 'Bob', '+919800000002')
  await addContact(applicationId, 'Cleo', '+919800000003')
  await addContact(applicationId, 'Dan', '+919800000004')
  await addContact(applicationId, 'Eve')
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $2, 'sms', 'unsubscribed', 'reply', now())`,
    [applicationId, left],
  )
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'sms', '+919800000003', 'manual', now()), ($1, 'email', '+919800000001', 'manual', now())`,
    [applicationId],
  )
  const estimated = await estimateAudience(database.kysely, {
    applicationId,
    channel: 'sms',
    audience: ALL,
    now: new Date(),
  })
  expect(estimated).toEqual({
    matched: 6,
    recipients: 2,
    skipped: { duplicate_address: 1, unsubscribed: 1, suppressed_manual: 1, no_address: 1 },
    clocks: [{ timezone: null, timezone_offset: null, people: 2 }],
  })
  await startEngine(database, { tuning: FAST, providerUrls: { karix: server.url } })
  const { runId } = await openRun(database, applicationId, { channel: 'sms', content: TEXT })
  await ended(runId)
  expect(await outcomes(runId)).toEqual({
    Ann: ['sent'],
    'Ann again': ['skipped: duplicate_address'],
    Bob: ['skipped: unsubscribed'],
    Cleo: ['skipped: suppressed_manual'],
    Dan: ['bounced: number_invalid'],
    Eve: ['skipped: no_address'],
  })
  expect(server.asked.map(asked => sentTo(asked).text).toSorted()).toEqual(['Hello Ann', 'Hello Dan'])
})

const TWILIO = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token', from: '+14155550123' }

test('who told the provider to stop is refused and on the list of those who left, until START', async () => {
  const server = await startScripted(() => ({
    status: 400,
    body: JSON.stringify({ code: 21_610, message: 'Attempt to send to unsubscribed recipient' }),
  }))
  const applicationId = await applicationOf('sms', 'Twilio', TWILIO)
  const contactId = await addContact(applicationId, 'Ann', '+919800000001')
  await startEngine(database, { tuning: FAST, providerUrls: { twilio: server.url } })
  const { runId } = await openRun(database, applicationId, { channel: 'sms', content: TEXT })
  await ended(runId)
  expect(await outcomes(runId)).toEqual({ Ann: ['failed: opted_out'] })
  const listed = () =>
    database.pool.query('select reason, source from suppression where application_id = $1', [applicationId])
  expect((await listed()).rows).toEqual([{ reason: 'unsubscribe', source: 'reply' }])
  await changeByReply(database, {
    applicationId,
    channel: 'sms',
    phones: ['+919800000001'],
    contactIds: [contactId],
    status: 'subscribed',
    text: 'START',
    changeId: uuidv7(),
    at: new Date(),
  })
  expect((await listed()).rows).toEqual([])
})

const NUMBER = { token: 'EAAG', buisness_account_id: '20000', phone_number_id: '10000' }
const templated = (template_name: string) => ({
  template_name,
  language: 'en_US',
  template: { status: 'APPROVED', components: [{ type: 'BODY', text: 'Hello' }] },
})

test('a run whose template is disabled is paused with everybody who waits; the next one of the same number goes out', async () => {
  const server = await startScripted(({ body }) => {
    const isDisabled = body.toString().includes('"disabled"')
    const answer = isDisabled
      ? { error: { code: 132_016, message: 'Template is disabled' } }
      : { messages: [{ id: 'w' }] }
    return { status: isDisabled ? 400 : 200, body: JSON.stringify(answer) }
  })
  const applicationId = await applicationOf('whatsapp', 'cloud_api', NUMBER)
  for (let n = 0; n < 5; n++) await addContact(applicationId, `Person ${n}`, `+9198000000${n}0`)
  await startEngine(database, { tuning: FAST, providerUrls: { whatsapp: server.url } })
  const { runId } = await openRun(database, applicationId, { channel: 'whatsapp', content: templated('disabled') })
  await vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('paused'), 10_000)
  expect((await runRow(database, runId)).state_reason).toMatch(/permanently disabled the template/)
  const { runId: next } = await openRun(database, applicationId, { channel: 'whatsapp', content: templated('fine') })
  await ended(next)
  expect(await runCounts(database, next)).toEqual({ [STATE.sent]: 5 })
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 5 })
  const { rows } = await database.pool.query(
    `select coalesce(failure, '') as failure, (select max(attempts)::int from delivery where run_id = $2) as attempts
     from channel_configuration where application_id = $1`,
    [applicationId, runId],
  )
  expect(rows).toEqual([{ failure: '', attempts: 0 }])
})

test('beyond what a number may send in a day everybody waits at no cost, and the settings say why', async () => {
  const server = await startScripted(() => ({
    status: 400,
    body: JSON.stringify({ error: { code: 131_064, message: 'Messaging limit reached' } }),
  }))
  const applicationId = await applicationOf('whatsapp', 'cloud_api', NUMBER)
  for (let n = 0; n < 100; n++) await addContact(applicationId, `Person ${n}`, `+91980000${1000 + n}`)
  await startEngine(database, { tuning: { ...FAST, blockMs: [200, 60_000] }, providerUrls: { whatsapp: server.url } })
  const { runId } = await openRun(database, applicationId, { channel: 'whatsapp', content: templated('fine') })
  await vi.waitFor(
    async () => expect((await runRow(database, runId)).state_reason).toMatch(/24-hour messaging limit/),
    10_000,
  )
  const { rows } = await database.pool.query<{ failure: string; waits: boolean }>(
    `select failure, l.blocked_until > now() + interval '30 seconds' as waits from channel_configuration c
     join lane l on l.application_id = c.application_id where c.application_id = $1`,
    [applicationId],
  )
  expect(rows).toMatchObject([{ failure: expect.stringContaining('reasons.whatsapp.messaging_limit'), waits: true }])
  const { rows: standing } = await database.pool.query(
    'select distinct state, attempts::int from delivery where run_id = $1',
    [runId],
  )
  expect(standing).toEqual([{ state: STATE.pending, attempts: 0 }])
  expect(server.asked.length).toBeLessThan(100)
})

const SITE = (() => {
  const key = createECDH('prime256v1')
  const vapid_public_key = key.generateKeys().toString('base64url')
  const vapid_private_key = key.getPrivateKey().toString('base64url')
  return {
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/i.png',
    vapid_public_key,
    vapid_private_key,
  }
})()
const NOTIFICATION = {
  campaignTitle: 'Hello {{ first_name }}',
  campaignMsg: 'Back in stock',
  campaignBannerImg: 'https://shop.example/b.png',
  campaignPageUrl: 'https://shop.example/',
}

async function capOf(applicationId: string, cap: object): Promise<void> {
  await database.pool.query(
    `with owner as (
       insert into organization (organization_id, name, strength, language, created_at, updated_at)
       values ($1, 'Shops', '1-10', 'en', now(), now()) returning organization_id
     )
     insert into application (application_id, organization_id, name, timezone, frequency_cap, created_at, updated_at)
     select $2, organization_id, 'Shop', 'UTC', $3, now(), now() from owner`,
    [uuidv7(), applicationId, cap],
  )
}

test('a notification goes to every browser of a person, counts once, and one that is gone is retired', async () => {
  const server = await startScripted(async ({ path }) => {
    // It registers again while its message is under way.
    const again = 'update device set last_seen_at = now() where application_id = $1 and endpoint like $2'
    if (path === '/back') await database.pool.query(again, [applicationId, '%/back'])
    return { status: path === '/gone' || path === '/back' ? 410 : 201 }
  })
  const applicationId = await applicationOf('webpush', 'webpush', SITE)
  await capOf(applicationId, { webpush: { messages: 1, hours: 24 } })
  const ann = await addContact(applicationId, 'Ann')
  const [first] = [
    await addDevice(applicationId, ann, `${server.url}/1`),
    await addDevice(applicationId, ann, `${server.url}/2`),
  ]
  const bob = await addContact(applicationId, 'Bob')
  const dead = await addDevice(applicationId, bob, `${server.url}/gone`)
  const cleo = await addContact(applicationId, 'Cleo')
  const leaving = await addDevice(applicationId, cleo, `${server.url}/3`)
  await addContact(applicationId, 'Dan')
  await addDevice(applicationId, await addContact(applicationId, 'Eve'), `${server.url}/back`)
  const { runId } = await openRun(database, applicationId, { channel: 'webpush', content: NOTIFICATION })
  await database.pool.query(
    `update device set retired_at = now(), retired_reason = 'unsubscribed' where device_id = $1`,
    [leaving],
  )
  await startEngine(database, { tuning: FAST, pushOrigins: [server.url] })
  await ended(runId)
  expect(await outcomes(runId)).toEqual({
    Ann: ['sent', 'sent'],
    Bob: ['bounced: subscription_gone'],
    Cleo: ['skipped: unsubscribed'],
    Dan: ['skipped: no_address'],
    Eve: ['bounced: subscription_gone'],
  })
  const retired = async () =>
    (
      await database.pool.query<{ device_id: string; retired_reason: string }>(
        'select device_id, retired_reason from device where retired_at is not null',
      )
    ).rows
  expect((await retired()).toSorted((a, b) => (a.retired_reason < b.retired_reason ? -1 : 1))).toEqual([
    { device_id: dead, retired_reason: 'gone' },
    { device_id: leaving, retired_reason: 'unsubscribed' },
  ])
  const listed = await database.pool.query('select 1 from suppression where application_id = $1', [applicationId])
  expect(listed.rowCount).toBe(0)

  // A contact that had a message on any of its browsers is capped; one whose only browser was gone is not, and has none left.
  const { runId: next } = await openRun(database, applicationId, { channel: 'webpush', content: NOTIFICATION })
  await ended(next)
  expect(await outcomes(next)).toEqual({
    Ann: ['skipped: frequency_cap', 'skipped: frequency_cap'],
    Bob: ['skipped: no_address'],
    Cleo: ['skipped: unsubscribed'],
    Dan: ['skipped: no_address'],
    Eve: ['bounced: subscription_gone'],
  })

  // A later report retires, too; both browsers of a person may say something at once.
  const event = { applicationId, runId, at: new Date(), source: 'provider', bot: false } as const
  await applyEvents(database, [
    { ...event, seq: 1, kind: 'bounced', isPermanent: true },
    { ...event, seq: 1, kind: 'unsubscribed' },
    { ...event, seq: 2, kind: 'unsubscribed' },
  ])
  expect((await retired()).length).toBe(3)
  const { rows } = await database.pool.query('select status from consent where contact_id = $1', [ann])
  expect(rows).toEqual([{ status: 'unsubscribed' }])
  expect((await runCounts(database, runId))[STATE.bounced]).toBe(3)
  expect(first).not.toBe('')
})

test('in a test all browsers of a person get the same variant', async () => {
  const applicationId = await applicationOf('webpush', 'webpush', SITE)
  for (let n = 0; n < 12; n++) {
    const contact = await addContact(applicationId, `Person ${n}`)
    for (let device = 0; device < 3; device++) {
      await addDevice(applicationId, contact, `https://push.example/${applicationId}/${n}/${device}`)
    }
  }
  const variant = (campaignTitle: string) => ({ content: { ...NOTIFICATION, campaignTitle }, templateName: null })
  const { runId } = await openRun(database, applicationId, {
    channel: 'webpush',
    content: NOTIFICATION,
    test: { part: 'content', metric: 'clicked', share: 50, afterHours: 1, variants: [variant('A'), variant('B')] },
  })
  const { rows } = await database.pool.query<{ variants: number[]; n: number }>(
    `select array_agg(distinct variant) as variants, count(*)::int as n from delivery where run_id = $1 group by contact_id`,
    [runId],
  )
  expect(rows).toHaveLength(12)
  expect(rows.every(({ variants, n }) => variants.length === 1 && n === 3)).toBe(true)
  const of = (no: number) => rows.filter(({ variants }) => variants[0] === no).length
  expect([of(1), of(2), of(0)]).toEqual([3, 3, 6])
})

/** Messages to people who may not be written to at the time of the call: refused, with nothing stored. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Topic } from '@notifly/contracts/topics/topics'
import type { AcceptedMessage, MessageDetails, MessageResult } from '@notifly/contracts/messages/messages'
import { expect, test, vi } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { STATE } from '../../engine/states.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { skipReasonsNow } from '../../people/reach/skip-reasons-now.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { setUpEmail } from '../../testing/campaigns.ts'
import { startWorkerForTest } from '../../testing/engine/workers.ts'
import { plansOf } from '../../testing/plans-of.ts'
import { newProgram } from '../../testing/programs.ts'

const PATH = '/api/v1/messages'
const kit = await testApp()
const { database, clock } = kit
await ensureLeaves(database, clock.now())
const owner = await kit.withApplication()
const scopes = ['messages:send', 'messages:read', 'contacts:read', 'contacts:write'] as const
const program = await newProgram(kit, owner, [...scopes], { rate_limit: 1000 })
await setUpEmail(kit, owner)
await setUpOthers(owner)

async function setUpOthers({ applicationId }: ApplicationOwner): Promise<void> {
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     select $1, channel, gen_random_uuid(), provider, settings, '', 'hooks of ' || channel, now(), now()
     from (values ('sms', 'karix', '{"sender_id": "SHOP"}'::jsonb), ('whatsapp', 'cloud_api', '{"phone_number_id": "1"}'),
       ('webpush', 'vapid', '{}'), ('mobilepush', 'fcm', '{}')) as s(channel, provider, settings)`,
    [applicationId],
  )
  await database.pool.query(
    `insert into whatsapp_template (application_id, template_id, name, language, category, status, components, created_at, updated_at)
     values ($1, $2, 'parcel_here', 'en', 'UTILITY', 'APPROVED', '[{"type": "BODY", "text": "It is here."}]', now(), now())`,
    [applicationId, uuidv7()],
  )
}

const tomorrow = Math.floor(clock.now().getTime() / 1000) + 86_400
const WHAT: Record<Channel, object> = {
  email: { content: { subject: 'Hi', html: '<p>Hi</p>' } },
  sms: { content: { text: 'Hi' } },
  whatsapp: { template: 'parcel_here', language: undefined },
  webpush: { content: { title: 'Hi', body: 'Hi', image: 'https://shop.example/i.png', url: 'https://shop.example/' } },
  mobilepush: { content: { title: 'Hi', body: 'Hi' } },
}
const CHANNELS = Object.keys(WHAT) as Channel[]
const messageOn = (channel: Channel, to: unknown, more: object = {}) => ({
  channel,
  to,
  send_at: tomorrow,
  ...WHAT[channel],
  ...more,
})
const marketing = { class: 'marketing' }

const send = (body: unknown, key?: string) => {
  const headers = { authorization: program.authorization, ...(key !== undefined && { 'idempotency-key': key }) }
  return kit.call<AcceptedMessage>('POST', PATH, { headers, body })
}

/** Status, and field and key of each refusal. */
async function answerTo(body: unknown): Promise<unknown[]> {
  const reply = await send(body)
  return [reply.status, ...(reply.body.errors ?? []).map(({ field, key }) => `${field} ${key}`)]
}

/** Rows of everything that a message may leave behind. */
async function stored(): Promise<unknown> {
  const tables = ['message', 'delivery', 'batch', 'run', 'contact', 'message_call']
  const counts = tables.map(table => `(select count(*)::int from ${table}) as ${table}`)
  return (await database.pool.query(`select ${counts.join()}`)).rows[0]
}

async function suppress(channel: Channel, address: string, reason: string, applicationId = owner.applicationId) {
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at) values ($1, $2, $3, $4, now())`,
    [applicationId, channel, address, reason],
  )
}

let people = 0
/** A contact with an address on each channel. */
async function addPerson() {
  const no = ++people
  const id = `person-${no}`
  const [email, phone_number] = [`${id}@example.com`, `+3469911${2000 + no}`]
  await program.call('PUT', `/api/v1/contacts/${id}`, { email, phone_number })
  const { data } = await program.call<{ uuid: string }>('GET', `/api/v1/contacts/${id}`)
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at)
     select $1, gen_random_uuid(), $2::uuid, channel, platform, channel || $2::uuid::text, now(), now()
     from (values ('webpush', 'web'), ('mobilepush', 'android')) as d(channel, platform)`,
    [owner.applicationId, data.uuid],
  )
  return { id, uuid: data.uuid, email, phone: phone_number }
}

async function addTopic(name: string): Promise<string> {
  const { data } = await kit.call<Topic>('POST', '/api/audience/topics', { bearer: owner.bearer, body: { name } })
  return data.uuid
}

test.each(['email', 'sms', 'whatsapp'] as const)(
  'an address on the suppression list of %s is refused, named itself or by its contact; one that unsubscribed gets transactional messages',
  async channel => {
    for (const reason of ['hard_bounce', 'complaint', 'manual', 'unsubscribe']) {
      const { id, email, phone } = await addPerson()
      const address = channel === 'email' ? email : phone
      await suppress(channel, address, reason)
      const before = await stored()
      const refused = [400, 'to messages.suppressed']
      const to = [id, address.toUpperCase()]
      for (const each of to) expect(await answerTo(messageOn(channel, each, marketing))).toEqual(refused)
      expect(await stored()).toEqual(before)
      const isBarred = reason !== 'unsubscribe'
      for (const each of to) expect(await answerTo(messageOn(channel, each))).toEqual(isBarred ? refused : [202])
      expect(isBarred && (await stored())).toEqual(isBarred && before)
    }
  },
)

test('the refusal says why the address is on the list', async () => {
  await suppress('email', 'bounced@example.com', 'hard_bounce')
  const { body } = await send(messageOn('email', 'bounced@example.com'))
  const said = {
    key: 'messages.suppressed',
    message: 'This address is on the suppression list. An earlier message to this address hard-bounced.',
    values: { reason: { key: 'reasons.delivery.suppressed_hard_bounce' } },
  }
  expect(body).toMatchObject({ ...said, errors: [{ ...said, field: 'to' }] })
})

test.each(CHANNELS)(
  'marketing on %s is refused to contacts who left the channel or the topic, and nothing else is',
  async channel => {
    const [left, leftTopic] = [await addPerson(), await addPerson()]
    const [topic, other] = [await addTopic(`News on ${channel}`), await addTopic(`Offers on ${channel}`)]
    await database.pool.query(
      `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $2, $3, 'unsubscribed', 'page', now()), ($1, $4, $3, 'subscribed', 'page', now())`,
      [owner.applicationId, left.uuid, channel, leftTopic.uuid],
    )
    await database.pool.query(
      `insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
     values ($1, $2, $3, 'unsubscribed', 'page', now())`,
      [owner.applicationId, leftTopic.uuid, topic],
    )
    const before = await stored()
    expect(await answerTo(messageOn(channel, left.id, marketing))).toEqual([400, 'to messages.unsubscribed'])
    const about = { ...marketing, topic }
    expect(await answerTo(messageOn(channel, leftTopic.id, about))).toEqual([400, 'to messages.leftTopic'])
    expect(await stored()).toEqual(before)
    expect(await answerTo(messageOn(channel, left.id))).toEqual([202])
    expect(await answerTo(messageOn(channel, left.id, { topic }))).toEqual([202])
    expect(await answerTo(messageOn(channel, leftTopic.id, { ...marketing, topic: other }))).toEqual([202])
    expect(await answerTo(messageOn(channel, leftTopic.id, marketing))).toEqual([202])
  },
)

test('who left with the last device gets no notification', async () => {
  const { id, uuid } = await addPerson()
  await database.pool.query(
    `update device set retired_at = now(), retired_reason = 'unsubscribed' where contact_id = $1`,
    [uuid],
  )
  for (const more of [{}, marketing]) {
    expect(await answerTo(messageOn('webpush', id, more))).toEqual([400, 'to messages.noAddress'])
  }
})

test('each copy that may not be written to is refused at its place', async () => {
  const left = await addPerson()
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $2, 'email', 'unsubscribed', 'page', now())`,
    [owner.applicationId, left.uuid],
  )
  for (const name of ['to', 'one', 'two']) await suppress('email', `${name}@barred.example`, 'complaint')
  const before = await stored()
  const cc = ['fine@example.com', 'One@barred.example', 'fine@example.com', 'two@barred.example', left.email]
  const places = ['cc.1', 'cc.3'].map(field => `${field} messages.suppressed`)
  expect(await answerTo(messageOn('email', 'fine@example.com', { cc }))).toEqual([400, ...places])
  expect(await answerTo(messageOn('email', 'to@barred.example', { ...marketing, cc }))).toEqual([
    400,
    'to messages.suppressed',
    ...places,
    'cc.4 messages.unsubscribed',
  ])
  expect(await stored()).toEqual(before)
  expect(await answerTo(messageOn('email', 'fine@example.com', { cc: [left.email] }))).toEqual([202])
})

test('in a batch it is refused alone', async () => {
  await suppress('email', 'batch@barred.example', 'manual')
  const { id } = await addPerson()
  const messages = [
    messageOn('email', 'first@example.com'),
    messageOn('email', 'batch@barred.example'),
    messageOn('sms', id, marketing),
    messageOn('email', 'batch@barred.example', marketing),
    messageOn('email', 'last@example.com', marketing),
  ]
  const { status, data } = await program.call<MessageResult[]>('POST', `${PATH}/batch`, { messages })
  expect(status).toBe(202)
  const errors = [{ field: 'to', key: 'messages.suppressed' }]
  const refused = { id: null, status: 'refused', error: { key: 'messages.suppressed', errors } }
  const taken = { status: 'scheduled' }
  expect(data).toMatchObject([taken, refused, taken, refused, taken])
})

test('a refused message adds no contact, and gives its key back', async () => {
  const to = 'asks@barred.example'
  const asked = messageOn('email', to, { create_contact: true })
  await suppress('email', to, 'manual')
  const before = await stored()
  expect((await send(asked, 'barred-1')).status).toBe(400)
  expect((await send({ ...asked, to: 'fine@example.com', topic: uuidv7(), ...marketing }, 'barred-2')).status).toBe(400)
  expect(await stored()).toEqual(before)
  const path = `/api/audience/suppression?channel=email&address=${to}&reason=Asked`
  expect((await kit.call('DELETE', path, { bearer: owner.bearer })).status).toBe(200)
  const { status, data } = await send(asked, 'barred-1')
  expect(status).toBe(202)
  expect((await program.call<MessageDetails>('GET', `${PATH}/${data.id}`)).data.contact_uuid).not.toBeNull()
})

test('lists of other applications and channels say nothing', async () => {
  const stranger = await kit.withApplication()
  const { id, email, uuid } = await addPerson()
  await suppress('email', email, 'hard_bounce', stranger.applicationId)
  await suppress('sms', email, 'hard_bounce')
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $3, 'email', 'unsubscribed', 'page', now()), ($2, $3, 'sms', 'unsubscribed', 'page', now())`,
    [stranger.applicationId, owner.applicationId, uuid],
  )
  for (const to of [id, email]) {
    for (const more of [{}, marketing]) expect(await answerTo(messageOn('email', to, more))).toEqual([202])
  }
})

test('an erased person who had unsubscribed gets no marketing at that address', async () => {
  const topic = await addTopic('Erased')
  const [left, leftTopic] = [await addPerson(), await addPerson()]
  await program.call('PATCH', `/api/v1/contacts/${left.id}`, { channels: { email: 'unsubscribed' } })
  await database.pool.query(
    `insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
     values ($1, $2, $3, 'unsubscribed', 'page', now())`,
    [owner.applicationId, leftTopic.uuid, topic],
  )
  for (const { id } of [left, leftTopic]) await program.call('DELETE', `/api/v1/contacts/${id}`)
  const erased = [400, 'to messages.erased']
  expect(await answerTo(messageOn('email', left.email, { ...marketing, create_contact: true }))).toEqual(erased)
  expect(await answerTo(messageOn('email', leftTopic.email, { ...marketing, topic }))).toEqual(erased)
  expect(await answerTo(messageOn('email', leftTopic.email, marketing))).toEqual([202])
  for (const { email } of [left, leftTopic]) expect(await answerTo(messageOn('email', email))).toEqual([202])
})

test('what is suppressed after the call is skipped when its turn comes', async () => {
  const { send_at: _, ...now } = messageOn('email', 'later@barred.example', { cc: ['copy@barred.example'] })
  const { status, data } = await send(now)
  expect(status).toBe(202)
  for (const name of ['later', 'copy']) await suppress('email', `${name}@barred.example`, 'complaint')
  await startWorkerForTest(kit)
  await vi.waitFor(
    async () => {
      const { data: message } = await program.call<MessageDetails>('GET', `${PATH}/${data.id}`)
      expect(message).toMatchObject({ status: 'skipped', reason: 'suppressed_complaint' })
    },
    { timeout: 30_000, interval: 30 },
  )
  const { rows } = await database.pool.query<{ state: number }>(
    `select state from delivery where application_id = $1 and address in ('later@barred.example', 'copy@barred.example')`,
    [owner.applicationId],
  )
  expect(rows.map(({ state }) => state)).toEqual([STATE.skipped, STATE.skipped])
})

test('however long the lists are, each receiver is looked up by index', async () => {
  const { applicationId } = owner
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', i || '@long.example', 'manual', now() from generate_series(1, 20000) i`,
    [applicationId],
  )
  const meant = Array.from({ length: 1000 }, (_, no) => ({
    channel: 'email',
    isTransactional: no % 2 === 0,
    topicId: uuidv7(),
    contactId: uuidv7(),
    address: `${no * 40}@long.example`,
    isNamed: false,
  }))
  const plans = await plansOf(database, async db => {
    const reasons = await skipReasonsNow(db, kit.deps.secrets, applicationId, meant)
    expect([...reasons.values()].filter(reason => reason === 'suppressed_manual')).toHaveLength(500)
  })
  const read = plans.filter(({ node }) => node.includes(' on '))
  expect(read.length).toBeGreaterThan(0)
  expect(Math.max(...read.map(({ rows }) => rows))).toBeLessThanOrEqual(1000)
})

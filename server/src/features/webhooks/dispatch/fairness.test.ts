import { WEBHOOKS_MAX } from '@notifly/contracts/webhooks/webhooks'
import { createSocket } from 'node:dgram'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../db/database.ts'
import { createDnsLookup } from '../../../lib/network/dns-lookup.ts'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { startWebhookSink, type WebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'
import { CONNECTIONS, Dispatcher, EVENTS_PER_SECOND } from './dispatcher.ts'

const kit = await testApp()
const { create, attempts, later } = webhooksOf(kit)

const CONTACT_CREATED = 601
const SLOW_APPLICATIONS = 10
/** So far ahead that what PostgreSQL noted just now is due: it counts microseconds. In hours. */
const AHEAD = 1 / 3_600_000

let slow: WebhookSink
const slowOnes: ApplicationOwner[] = []

/** Every endpoint of the application is told of it. */
async function addContact({ applicationId }: ApplicationOwner): Promise<void> {
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, added_at, changed_at) values ($1, uuidv7(), now(), now())`,
    [applicationId],
  )
}

const endpoint = (sink: WebhookSink, name = 'One') => ({
  name,
  webhook_url: sink.url,
  platforms: [],
  events: [CONTACT_CREATED],
})

async function attemptsStored(): Promise<number> {
  const { rows } = await kit.database.pool.query<{ n: number }>('select count(*)::int as n from webhook_attempt')
  return rows[0]?.n ?? 0
}

/** Ends with the test. From then on slow endpoints answer, those that are asked again meanwhile, too. */
function startDispatcher(options: ConstructorParameters<typeof Dispatcher>[1]): Dispatcher {
  const dispatcher = new Dispatcher(later(AHEAD), options)
  onTestFinished(async () => {
    slow.answer = () => 200
    slow.hangUp()
    await dispatcher.settle()
    dispatcher.close()
  })
  return dispatcher
}

beforeEach(async () => {
  await kit.database.pool.query('delete from webhook_message')
  slow.answer = () => 'silence'
})

beforeAll(async () => {
  slow = await startWebhookSink()
  const person = await kit.signUpAndIn()
  for (let no = 0; no < SLOW_APPLICATIONS; no++) slowOnes.push(await kit.withApplication(person))
  await Promise.all(
    slowOnes.map(async who => {
      for (let no = 0; no < WEBHOOKS_MAX; no++) await create(who, endpoint(slow, `Slow ${no}`))
    }),
  )
}, 60_000)

test('200 endpoints of ten applications that never answer keep no other application waiting', async () => {
  const [who, quick] = [await kit.withApplication(), await startWebhookSink()]
  for (let no = 0; no < WEBHOOKS_MAX / 2; no++) await create(who, endpoint(quick, `Quick ${no}`))
  const dispatcher = startDispatcher({ timeoutMs: 60_000 })
  const [before, stored] = [slow.received.length, await attemptsStored()]
  for (const each of slowOnes) await addContact(each)
  let begun = 0
  for (let look = 0; look < 5; look++) begun += await dispatcher.look()
  await slow.came(before + begun)
  expect(begun).toBeGreaterThanOrEqual(SLOW_APPLICATIONS * 10)

  await addContact(who)
  await expect.poll(() => dispatcher.look()).toBeGreaterThan(0)
  await quick.came(WEBHOOKS_MAX / 2)
  // None of the others has ended until then.
  expect(await attemptsStored()).toBeLessThanOrEqual(stored + WEBHOOKS_MAX / 2)
}, 60_000)

test('endpoints whose names are never looked up fail in their time, and keep no other waiting', async () => {
  const nameServer = createSocket('udp4')
  await new Promise<void>(resolve => nameServer.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void nameServer.close())
  const [who, quick] = [await kit.withApplication(), await startWebhookSink()]
  const lost = []
  for (let no = 0; no < 5; no++) {
    const webhook_url = `http://shop${no}.example/hook`
    lost.push(await create(who, { ...endpoint(slow, `Lost ${no}`), webhook_url }))
  }
  await create(who, endpoint(quick))
  await addContact(who)
  const lookup = createDnsLookup({ servers: [`127.0.0.1:${nameServer.address().port}`] })
  const dispatcher = startDispatcher({ timeoutMs: 4000, lookup })
  const stored = await attemptsStored()
  await expect.poll(() => dispatcher.look()).toBe(6)
  await quick.came(1)
  expect(await attemptsStored()).toBeLessThanOrEqual(stored + 1)
  await dispatcher.settle()
  for (const { uuid } of lost)
    expect((await attempts(who, uuid)).data).toMatchObject([{ ok: false, answer: 'No answer within 4 seconds.' }])
})

test('one application alone has all of its endpoints on turn', async () => {
  const [alone] = slowOnes
  if (alone === undefined) throw new Error('there is none')
  await addContact(alone)
  const dispatcher = startDispatcher({ timeoutMs: 60_000 })
  const before = slow.received.length
  await expect.poll(() => dispatcher.look()).toBe(WEBHOOKS_MAX)
  await slow.came(before + WEBHOOKS_MAX)
})

test('an endpoint that takes a hundred at once is told of so many events a second and no more', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  await create(who, { ...endpoint(sink), batch: 100 })
  const halfASecond = EVENTS_PER_SECOND / 2
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, added_at, changed_at)
     select $1, uuidv7(), now(), now() from generate_series(1, $2::int)`,
    [who.applicationId, halfASecond],
  )
  const dispatcher = startDispatcher({})
  const beganMs = performance.now()
  await expect.poll(() => dispatcher.look()).toBe(1)
  await dispatcher.settle()
  expect(performance.now() - beganMs).toBeGreaterThan(495)
  expect(sink.received).toHaveLength(halfASecond / 100)
})

test('however many endpoints are on turn, they use a few connections of their own', async () => {
  for (const each of slowOnes) await addContact(each)
  const before = slow.received.length
  const { connectionString } = kit.database
  const database = openDatabase({ connectionString, maxConnections: CONNECTIONS, log: later(0).log })
  onTestFinished(() => database.close())
  const stop = new Dispatcher({ ...later(0), database }).start()
  await slow.came(before + 100)
  // Nothing can be stored now.
  const client = await kit.database.pool.connect()
  onTestFinished(() => client.release())
  await client.query('begin; lock table webhook_attempt in exclusive mode')
  slow.answer = () => 200
  slow.hangUp()
  const waiting = async (): Promise<number> => {
    const { rows } = await kit.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n ?? 0
  }
  await expect.poll(waiting).toBe(CONNECTIONS)
  // What everybody else uses stays free.
  expect(kit.database.pool.waitingCount).toBe(0)
  expect((await kit.call('GET', '/api/webhook', { bearer: slowOnes[0]?.bearer })).status).toBe(200)
  await client.query('rollback')
  await stop()
  expect(await attemptsStored()).toBeGreaterThanOrEqual(100)
}, 60_000)

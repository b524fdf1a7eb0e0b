import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealSecrets } from '../../channels/configuration.ts'
import type { HookCall, InboundMessage, ProviderHook, ProviderReport } from '../../channels/provider.ts'
import { reportingOf } from '../../app.ts'
import { recordOutcome } from '../../delivery/record/outcomes.ts'
import { storeOutcomes } from '../../delivery/record/recorder.ts'
import { STATE } from '../../delivery/states.ts'
import { GENERAL_LIMITS } from '../../http/general-limits.ts'
import { createMetrics } from '../../http/health.ts'
import { createHttpServer } from '../../http/server.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { randomToken } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { runCounts } from '../../testing/engine-world.ts'
import { eventually, furtherApplication, sentRun } from '../../testing/sent-run.ts'
import { type Inbound, retryReports } from './hooks.ts'
import { hookRoutes } from './routes.ts'

const kit = await testApp()
const metrics = createMetrics()
const heard: Inbound[] = []

/** A provider as simple as can be: JSON with an HMAC over its bytes, or over the query. */
const hook: ProviderHook<{ key: string; account?: string }> = {
  check: async (call, { key, account }) => {
    const signed = createHmac('sha256', key)
      .update(call.method === 'GET' ? call.url : call.body)
      .digest('hex')
    if (call.headers['x-acme-signature'] !== signed) return { accepted: false, reason: 'wrong signature' }
    const named = call.query['account']
    if (named === undefined) return { accepted: true, answer: 'taken' }
    if (account !== undefined && account !== named) return { accepted: false, reason: 'another account' }
    return { accepted: true, answer: 'taken', remember: { account: named } }
  },
  read: ({ body }: HookCall) => {
    const { reports = [], inbound = [] } = JSON.parse(body.toString()) as { reports?: Said[]; inbound?: Heard[] }
    return {
      reports: reports.map(each => ({ ...each, at: new Date(each.at) })),
      inbound: inbound.map(each => ({ ...each, at: new Date(each.at) })),
    }
  },
}
type Said = Omit<ProviderReport, 'at'> & { at: string }
type Heard = Omit<InboundMessage, 'at'> & { at: string }

const reporting = {
  ...reportingOf(kit.deps.config),
  hookOf: (channel: string, provider: string) => (provider === 'acme' && channel === 'sms' ? hook : undefined),
  onInbound: [async (_: unknown, inbound: Inbound) => void heard.push(inbound)],
  onNews: [],
}
const publicUrl = kit.deps.config.publicUrl
const app = await createHttpServer({
  log: kit.deps.log,
  trustedProxies: 0,
  connectOrigins: [],
  publicUrl,
  limits: GENERAL_LIMITS,
})
hookRoutes(
  {
    app,
    publicUrl,
    callers: { authenticate: async () => null, actIn: async caller => caller, authenticateKey: async () => null },
  },
  { ...kit.deps, metrics },
  reporting,
)
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})
afterAll(() => app.close())

interface Shop {
  applicationId: string
  hookToken: string
  key: string
}

async function newShop(provider = 'acme', channel = 'sms'): Promise<Shop> {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const [configurationId, hookToken, key] = [uuidv7(), randomToken(), randomToken()]
  const secrets = sealSecrets(configurationId, { key }, kit.deps.secrets)
  await kit.database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, $2, $3, $4, '{"from": "SHOP"}', $5, $6, now(), now())`,
    [applicationId, channel, configurationId, provider, secrets, hookToken],
  )
  return { applicationId, hookToken, key }
}

async function newRun(contacts = 3, record = true) {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, {
    contacts,
    ...(!record && { outcome: () => undefined }),
  })
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { ...shop, runId, seq }).token
  return { ...shop, runId, tokenOf }
}

interface CallOptions {
  body?: string
  signature?: string
  query?: string
  provider?: string
  method?: 'GET' | 'POST'
}

function call(shop: Shop, said: object, options: CallOptions = {}) {
  const { body = JSON.stringify(said), query = '', provider = 'acme', method = 'POST' } = options
  const url = `/hooks/${provider}/${shop.hookToken}${query}`
  const signed = createHmac('sha256', shop.key).update(method === 'GET' ? publicUrl + url : body)
  const headers = { 'content-type': 'application/json', 'x-acme-signature': options.signature ?? signed.digest('hex') }
  return app.inject({ method, url, headers, ...(method === 'POST' && { payload: body }) })
}

const AT = '2026-01-05T10:00:00Z'
const delivered = (token: string): Said => ({ key: `d ${token}`, token, kind: 'delivered', at: AT })
const bounced = (token: string): Said => ({
  key: `b ${token}`,
  token,
  kind: 'bounced',
  at: AT,
  reason: 'blocked',
  code: '30004',
  answer: 'blocked by the carrier',
})

const reports = async ({ applicationId }: Shop) => {
  const { rows } = await kit.database.pool.query<{ outcome: string | null; isOpen: boolean }>(
    `select outcome, next_try_at is not null as "isOpen" from report where application_id = $1 order by received_at`,
    [applicationId],
  )
  return rows
}
const settled = (shop: Shop, count = 1) =>
  eventually(
    () => reports(shop),
    rows => expect(rows.filter(row => !row.isOpen)).toHaveLength(count),
  )
const eventCount = async (runId: string) =>
  (await kit.database.pool.query('select 1 from event where run_id = $1', [runId])).rows.length

test('a report is answered, kept and applied; twice and out of order it changes nothing more', async () => {
  const run = await newRun()
  const [one, two] = [run.tokenOf(1), run.tokenOf(2)]
  const answer = await call(run, { reports: [bounced(one)] })
  expect([answer.statusCode, answer.body]).toEqual([200, 'taken'])
  await call(run, { reports: [bounced(one)] })
  await settled(run)
  await call(run, { reports: [delivered(one), delivered(two), bounced(one)] })
  await call(run, { reports: [{ ...delivered(two), kind: 'sent', key: 'sent' }] })
  await settled(run, 3)
  expect(await runCounts(kit.database, run.runId)).toEqual({
    [STATE.sent]: 1,
    [STATE.delivered]: 1,
    [STATE.bounced]: 1,
  })
  expect(await eventCount(run.runId)).toBe(4)
  const { rows } = await kit.database.pool.query(
    `select detail from event where run_id = $1 and seq = 1 and kind = 2`,
    [run.runId],
  )
  expect(rows).toEqual([
    {
      detail: {
        status: '30004',
        diagnostic: 'blocked by the carrier',
        answer: 'blocked by the carrier',
        reason: 'blocked',
      },
    },
  ])
})

test('a forged call is refused, logged without secrets, counted, and leaves nothing', async () => {
  const run = await newRun()
  const answer = await call(run, { reports: [bounced(run.tokenOf(1))] }, { signature: 'f'.repeat(64) })
  expect(answer.statusCode).toBe(403)
  expect(await reports(run)).toEqual([])
  expect(await metrics.metrics()).toContain('notifly_hook_calls_total{provider="acme",result="refused"} 1')
  const line = kit.logLines.find(each => each.includes('was refused') && each.includes(run.applicationId))
  expect(line).toContain('wrong signature')
  for (const secret of [run.hookToken, run.key, 'f'.repeat(64)]) expect(line).not.toContain(secret)
})

test('an unknown token, a provider of another name and one without a hook are the same: nothing here', async () => {
  const shop = await newShop()
  const hookless = await newShop('silent', 'webpush')
  const answers = await Promise.all([
    call({ ...shop, hookToken: randomToken() }, {}),
    call({ ...shop, hookToken: '' }, {}),
    call(shop, {}, { provider: 'twilio' }),
    call(hookless, {}, { provider: 'silent' }),
  ])
  const bodies = new Set(
    answers
      .slice(0, 1)
      .concat(answers.slice(2))
      .map(answer => answer.body),
  )
  expect(answers.map(answer => answer.statusCode)).toEqual([404, 404, 404, 404])
  expect(bodies.size).toBe(1)
})

test('a token of another application moves nothing, whoever signs it', async () => {
  const [ours, theirs] = [await newRun(), await newRun()]
  await call(ours, { reports: [bounced(theirs.tokenOf(1)), delivered(ours.tokenOf(1))] })
  await settled(ours)
  expect(await runCounts(kit.database, theirs.runId)).toEqual({ [STATE.sent]: 3 })
  expect(await runCounts(kit.database, ours.runId)).toEqual({ [STATE.sent]: 2, [STATE.delivered]: 1 })
})

test('what cannot be read is kept, and not asked again', async () => {
  const shop = await newShop()
  const answer = await call(shop, {}, { body: 'this is not JSON' })
  expect(answer.statusCode).toBe(200)
  await eventually(
    () => reports(shop),
    rows => expect(rows).toEqual([{ outcome: 'unreadable', isOpen: false }]),
  )
})

test('one call with a hundred reports, and a hundred calls at once, are all applied', async () => {
  const run = await newRun(100)
  const tokens = Array.from({ length: 100 }, (_, index) => run.tokenOf(index + 1))
  await Promise.all(tokens.map(token => call(run, { reports: [delivered(token)] })))
  await call(run, {
    reports: tokens.map(token => ({ ...delivered(token), key: `o ${token}`, kind: 'opened' as const })),
  })
  await settled(run, 101)
  expect(await runCounts(kit.database, run.runId)).toMatchObject({ [STATE.delivered]: 100, 20: 100 })
})

test('a report that comes before our own record is applied when there is one', async () => {
  const run = await newRun(2, false)
  const { rows } = await kit.database.pool.query<{ address: string }>(
    'select address from delivery where run_id = $1 and seq = 2',
    [run.runId],
  )
  const address = rows[0]?.address.toUpperCase() ?? ''
  const byName = { key: 'n', providerMessageId: 'SM-1', address, kind: 'delivered', at: AT }
  await call(run, { reports: [bounced(run.tokenOf(1)), byName] })
  await eventually(
    () => reports(run),
    found => expect(found).toEqual([{ outcome: 'unmatched', isOpen: true }]),
  )
  const client = await kit.database.pool.connect()
  const batch = { applicationId: run.applicationId, runId: run.runId, channel: 'email', no: 1, token: 1 }
  const sent = (seq: number) => {
    const outcome = recordOutcome(
      { kind: 'sent', answer: 'ok', providerMessageId: `SM-${seq - 1}` },
      seq,
      1,
      Date.now(),
    )
    return outcome === null ? [] : [{ batch, outcome }]
  }
  await storeOutcomes(client, [...sent(1), ...sent(2)], 0)
  client.release()
  kit.clock.advance(15_000)
  await retryReports(kit.deps, reporting)
  expect(await runCounts(kit.database, run.runId)).toEqual({ [STATE.delivered]: 1, [STATE.bounced]: 1 })
  expect(await reports(run)).toEqual([{ outcome: 'bounced, delivered', isOpen: false }])
})

test('a process that ended between answer and reading loses nothing', async () => {
  const run = await newRun()
  await call(run, { reports: [delivered(run.tokenOf(1))] })
  await settled(run)
  await kit.database.pool.query('delete from event where run_id = $1', [run.runId])
  await kit.database.pool.query(
    `update report set matched = false, next_try_at = received_at where application_id = $1`,
    [run.applicationId],
  )
  kit.clock.advance(15_000)
  await retryReports(kit.deps, reporting)
  expect(await eventCount(run.runId)).toBe(1)
})

test('what the first call teaches binds all that follow, also those that come at the same moment', async () => {
  const shop = await newShop()
  const answers = await Promise.all(
    ['A', 'B', 'C', 'A'].map(account => call(shop, {}, { method: 'GET', query: `?account=${account}` })),
  )
  const { rows } = await kit.database.pool.query<{ settings: Record<string, string> }>(
    'select settings from channel_configuration where application_id = $1',
    [shop.applicationId],
  )
  const pinned = rows[0]?.settings['account'] ?? ''
  expect(rows[0]?.settings).toEqual({ from: 'SHOP', account: pinned })
  expect(answers.map(answer => answer.statusCode)).toEqual(
    ['A', 'B', 'C', 'A'].map(account => (account === pinned ? 200 : 403)),
  )
})

test('a body above 1 MB is refused', async () => {
  const shop = await newShop()
  expect((await call(shop, {}, { body: 'x'.repeat(1_048_577) })).statusCode).toBe(413)
})

const PHONE = '+919812345678'

async function withPhone({ applicationId }: Shop, phone = PHONE): Promise<string> {
  const contactId = uuidv7()
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, phone_number, added_at, changed_at)
     values ($1, $2, $3, $3, $4, now(), now())`,
    [applicationId, contactId, `${contactId}@example.test`, phone],
  )
  return contactId
}

const standing = async ({ applicationId }: Shop) => {
  const consents = await kit.database.pool.query<{ status: string; source: string }>(
    `select status, source from consent where application_id = $1 and channel = 'sms' order by contact_id`,
    [applicationId],
  )
  const suppressions = await kit.database.pool.query<{ address_key: string; reason: string }>(
    `select address_key, reason from suppression where application_id = $1 and channel = 'sms'`,
    [applicationId],
  )
  return { consents: consents.rows.map(row => row.status), suppressed: suppressions.rows.map(row => row.address_key) }
}

let letters = 0
async function write(shop: Shop, text: string, minute: number, from = '919812345678') {
  const before = (await reports(shop)).length
  const at = new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString()
  await call(shop, { inbound: [{ key: `letter ${letters++}`, from, text, at }] })
  await settled(shop, before + 1)
}

test.each(['STOP', ' stop. ', 'Unsubscribe', 'Arrêt', 'BAJA', 'रोकें'])(
  '"%s" takes everybody with that number out of the channel, START brings them back',
  async text => {
    const shop = await newShop()
    const neighbour = await newShop()
    for (const each of [shop, shop, neighbour]) await withPhone(each)
    await write(shop, text, 1)
    expect(await standing(shop)).toEqual({ consents: ['unsubscribed', 'unsubscribed'], suppressed: [PHONE] })
    expect(await standing(neighbour)).toEqual({ consents: [], suppressed: [] })
    await write(shop, 'Start', 2)
    expect(await standing(shop)).toEqual({ consents: ['subscribed', 'subscribed'], suppressed: [] })
    const { rows } = await kit.database.pool.query(
      'select status, source from consent_change where application_id = $1 order by at, contact_id',
      [shop.applicationId],
    )
    expect(rows.map(row => `${row.status} ${row.source}`)).toEqual([
      'unsubscribed reply',
      'unsubscribed reply',
      'subscribed reply',
      'subscribed reply',
    ])
  },
)

test('START brings nobody back who left in another way, and an older STOP does not outweigh it', async () => {
  const shop = await newShop()
  const contactId = await withPhone(shop)
  await kit.database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $2, 'sms', 'unsubscribed', 'dashboard', '2026-01-01')`,
    [shop.applicationId, contactId],
  )
  await kit.database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'sms', $2, 'unsubscribe', '2026-01-01')`,
    [shop.applicationId, PHONE],
  )
  await write(shop, 'STOP', 1)
  await write(shop, 'YES', 2)
  expect(await standing(shop)).toEqual({ consents: ['unsubscribed'], suppressed: [PHONE] })
  const other = await newShop()
  await withPhone(other)
  await write(other, 'START', 5)
  await write(other, 'STOP', 4)
  expect(await standing(other)).toEqual({ consents: ['subscribed'], suppressed: [] })
})

test('a number of nobody is remembered; a letter is only heard', async () => {
  const shop = await newShop()
  await write(shop, 'STOP', 1, '+447700900123')
  expect(await standing(shop)).toEqual({ consents: [], suppressed: ['+447700900123'] })
  const contactId = await withPhone(shop)
  await write(shop, 'Please stop sending me blue ones', 2)
  expect((await standing(shop)).consents).toEqual([])
  expect(heard.at(-1)).toMatchObject({
    applicationId: shop.applicationId,
    channel: 'sms',
    contactIds: [contactId],
    message: { text: 'Please stop sending me blue ones' },
  })
})

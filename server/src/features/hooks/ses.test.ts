/** Amazon SES the whole way: mails by its API, what becomes of them by notifications of SNS, through the sandbox's emulators. */
import { startSandbox } from '@notifly/sandbox/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealSecrets } from '../../channels/registry.ts'
import type { Outcome } from '../../channels/provider.ts'
import { sesProvider } from '../../channels/email/providers/ses.ts'
import { STATE } from '../../engine/states.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { randomToken } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { dataFolder } from '../../testing/engine/workers.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { NO_PROVIDERS, testEnvironment } from '../../testing/channels/provider-urls.ts'
import { eventually, furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { retryReports } from './hooks.ts'
import { reportingOf } from '../../background.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, dataDir: dataFolder() })
const ses = `${sandbox.url}/providers/ses`
const kit = await testApp({ config: { providerUrls: { ...NO_PROVIDERS, ses } } })
const address = await kit.app.listen({ port: 0, host: '127.0.0.1' })
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})
afterAll(() => sandbox.stop())

const control = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(sandbox.url + path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await answer.json()) as { data: { subscriptions: { topic: string; endpoint: string; confirmed: boolean }[] } }
}

async function newShop() {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const [configurationId, hookToken] = [uuidv7(), randomToken()]
  const settings = { sender_email: 'shop@shop.example', region: 'eu-west-1', access_id: `AKIA${hookToken.slice(0, 8)}` }
  await kit.database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, 'email', $2, 'aws_ses', $3, $4, $5, now(), now())`,
    [
      applicationId,
      configurationId,
      settings,
      sealSecrets(configurationId, { access_key: 'sandbox' }, kit.deps.secrets),
      hookToken,
    ],
  )
  const hook = `${address}/hooks/aws_ses/${hookToken}`
  await control('POST', '/api/ses/subscriptions', { endpoint: hook, access_id: settings.access_id })
  const topic = await eventually(
    async () =>
      (await control('GET', '/api/ses/subscriptions')).data.subscriptions.find(each => each.endpoint === hook),
    found => expect(found?.confirmed).toBe(true),
  )
  return { applicationId, settings, hook, topic: topic?.topic ?? '' }
}

/** Sends the run's mails to these recipients, as many times as SES asks for. */
async function send(shop: Awaited<ReturnType<typeof newShop>>, recipients: string[], key = 'sandbox') {
  const { applicationId, settings } = shop
  const { runId } = await sentRun(kit.database, applicationId, { contacts: recipients.length })
  const sender = sesProvider.openSender({ ...settings, access_key: key }, testEnvironment({ ses }))
  const mails = recipients.map((recipient, index) => ({
    envelopeFrom: '',
    recipient,
    content: Buffer.from(
      `From: Shop <shop@shop.example>\r\nTo: ${recipient}\r\nSubject: Grüße ${index}\r\n\r\nHello\r\n`,
    ),
    token: signDelivery(kit.deps.secrets, { applicationId, runId, seq: index + 1 }),
  }))
  const outcomes = new Map<string, Outcome>()
  let end
  for (let turn = 0; turn < 20; turn++) {
    const left = mails.filter(each => ['deferred', undefined].includes(outcomes.get(each.recipient)?.kind))
    end = await sender.handOver(left, {
      turn: settled => {
        for (const { message, outcome } of settled) outcomes.set(message.recipient, outcome)
        return true
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    if (end.end === 'rejected') break
  }
  await sender.close()
  return { runId, outcomes, end }
}

test('mails arrive signed, reports come back signed, and the topic that was confirmed first is the only one', async () => {
  const shop = await newShop()
  const { rows } = await kit.database.pool.query<{ settings: object }>(
    'select settings from channel_configuration where application_id = $1',
    [shop.applicationId],
  )
  expect(rows[0]?.settings).toEqual({ ...shop.settings, sns_topic_arn: shop.topic })
  await control('POST', '/api/ses/subscriptions', { endpoint: shop.hook, access_id: 'AKIAINTRUDER' })
  const recipients = [
    'ann@example.test',
    'bounce-hard@example.test',
    'complain@example.test',
    'bounce-soft@example.test',
  ]
  const { runId, outcomes } = await send(shop, recipients)
  expect([...outcomes.values()].map(outcome => outcome.kind)).toEqual(Array(4).fill('sent'))
  await eventually(
    () => runCounts(kit.database, runId),
    counts => expect(counts).toEqual({ [STATE.delivered]: 1, [STATE.bounced]: 2, [STATE.complained]: 1 }),
  )
  const suppressed = await kit.database.pool.query('select reason from suppression where application_id = $1', [
    shop.applicationId,
  ])
  expect(suppressed.rows.map(row => String(row.reason)).sort()).toEqual(['complaint', 'hard_bounce'])
  const inbox = await fetch(`${sandbox.url}/api/messages?to=ann@example.test`)
  expect(await inbox.text()).toContain('Grüße 0')
  const { data } = await control('GET', '/api/ses/subscriptions')
  expect(data.subscriptions.find(each => each.topic !== shop.topic)?.confirmed).toBe(false)
})

test('with errors, throttles, doubled and disordered reports every mail ends as it should', async () => {
  const shop = await newShop()
  const dials = { error_rate: 0.2, throttle_rate: 0.2, doubled_rate: 0.5, disorder_rate: 0.5, hard_bounce_rate: 0.2 }
  await control('PUT', '/api/faults/email', dials)
  const recipients = Array.from({ length: 60 }, (_, index) => `person${index}@dials.example`)
  const { runId } = await send(shop, recipients)
  await control('PUT', '/api/faults/email', {})
  const { rows } = await kit.database.pool.query<{ n: number }>(
    'select count(*)::int as n from event where run_id = $1',
    [runId],
  )
  expect(rows).toHaveLength(1)
  await eventually(
    async () => {
      await retryReports(kit.deps, reportingOf(kit.deps.config))
      return runCounts(kit.database, runId)
    },
    counts => {
      expect((counts[STATE.delivered] ?? 0) + (counts[STATE.bounced] ?? 0)).toBe(60)
      expect(counts[STATE.bounced]).toBeGreaterThan(3)
    },
  )
  await eventually(
    async () => (await kit.database.pool.query('select 1 from event where run_id = $1', [runId])).rows.length,
    events => expect(events).toBe(120),
  )
})

test('a wrong secret stops the configuration, and its test says so', async () => {
  const shop = await newShop()
  const { end } = await send(shop, ['ann@example.test'], 'not-the-secret')
  expect(end).toMatchObject({ end: 'rejected', rejection: { reason: 'wrong_key', wholeConfiguration: true } })
  const test = (key: string, more = {}) =>
    sesProvider.test({ ...shop.settings, access_key: key, ...more }, testEnvironment({ ses }))
  expect((await test('not-the-secret')).steps.map(step => [step.name, step.ok])).toEqual([
    ['connect', true],
    ['sign_in', false],
  ])
  expect(await test('sandbox', { configuration_set: 'campaigns' })).toMatchObject({ ok: true })
  expect((await test('sandbox', { configuration_set: 'missing' })).steps.at(-1)?.name).toBe('configuration_set')
  expect((await test('sandbox', { sender_email: 'a@unverified.example' })).steps.at(-1)).toMatchObject({
    name: 'sender',
    ok: false,
  })
})

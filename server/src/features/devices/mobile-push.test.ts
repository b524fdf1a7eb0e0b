/** Mobile push the whole way: through the sandbox's Firebase and Apple to its phones, whose app tells what happened. */
import { startSandbox } from '@notifly/sandbox/sandbox'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { mobilePushChannel } from '../../channels/mobilepush/mobilepush.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../../channels/mobilepush/message.ts'
import { mobilePushProvider } from '../../channels/mobilepush/providers/mobilepush.ts'
import type { Outcome } from '../../channels/provider.ts'
import { ENGAGEMENT, STATE } from '../../engine/states.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { testApp } from '../../testing/app.ts'
import { dataFolder } from '../../testing/engine/workers.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { testEnvironment } from '../../testing/channels/provider-urls.ts'
import { eventually, sentRun } from '../../testing/engine/sent-run.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, dataDir: dataFolder() })
const kit = await testApp()
const publicUrl = await kit.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => sandbox.stop())

const pem = {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
} as const
const google = generateKeyPairSync('rsa', { modulusLength: 2048, ...pem })
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256', ...pem })
const account = {
  type: 'service_account',
  project_id: 'shop',
  client_email: 'notifly@shop.example',
  private_key: google.privateKey,
}
const CONFIGURATION: MobilePushConfiguration = {
  fcm_service_account: JSON.stringify(account),
  apns_key_id: 'KEY0000001',
  apns_team_id: 'TEAM000001',
  apns_bundle_id: 'com.example.shop',
  apns_environment: 'development',
  apns_key: apple.privateKey,
}
const urls = Object.fromEntries(
  ['fcm', 'google_oauth', 'apns', 'apns_development'].map(host => [host, `${sandbox.url}/providers/${host}`]),
)
const environment = testEnvironment(urls)

const turnDials = (dials: object) =>
  fetch(`${sandbox.url}/api/faults/mobilepush`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dials),
  })

const android = (n: number) => `android:registration-token-${n}`
const iphone = (n: number) => n.toString(16).padStart(64, 'b')

/** A run of two kinds of phones, sent as often as the services ask for. */
async function send(contacts: number) {
  const { applicationId } = await kit.withApplication()
  const { runId } = await sentRun(kit.database, applicationId, { contacts })
  const content = {
    campaignTitle: 'Grüße',
    campaignMsg: 'Für {{ first_name }}',
    campaignPageUrl: 'https://shop.example',
  }
  const { content: frozen } = mobilePushChannel.freeze(content, { messageIdDomain: 'x', firstLinkNo: 0 })
  const write = mobilePushChannel.compile(frozen, CONFIGURATION, { publicUrl, bounceDomain: null, attachments: [] })
  const messages = Array.from({ length: contacts }, (_, index) =>
    write({
      address: `device-${index}`,
      device: {
        platform: index % 2 === 0 ? 'android' : 'ios',
        endpoint: (index % 2 === 0 ? android : iphone)(index),
        keys: null,
      },
      fields: { first_name: 'Ann' },
      token: signDelivery(kit.deps.secrets, { applicationId, runId, seq: index + 1 }),
      messageId: `m${index}`,
      date: new Date(),
      unsubscribeUrl: '',
    }),
  )
  const outcomes = new Map<MobilePushMessage, Outcome>()
  const sender = mobilePushProvider.openSender(CONFIGURATION, environment, 8)
  for (let turn = 0; turn < 30; turn++) {
    const left = messages.filter(each => ['deferred', undefined].includes(outcomes.get(each)?.kind))
    await sender.handOver(left, {
      turn: settled => {
        for (const { message, outcome } of settled) outcomes.set(message, outcome)
        return true
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
  }
  await sender.close()
  return { runId, outcomes: messages.map(each => outcomes.get(each)) }
}

test('phones of both kinds show what was sent, and their app says so', async () => {
  await turnDials({ click_rate: 1 })
  const { runId, outcomes } = await send(6)
  expect(outcomes.map(outcome => outcome?.kind)).toEqual(Array(6).fill('sent'))
  await eventually(
    () => runCounts(kit.database, runId),
    counts => expect(counts).toEqual({ [STATE.delivered]: 6, [ENGAGEMENT.clicked]: 6 }),
  )
  const list = await fetch(`${sandbox.url}/api/messages?to=${iphone(1)}`)
  const text = await list.text()
  expect(text).toContain('Grüße')
  expect(text).toContain('com.example.shop')
})

test('with errors, throttles, removed apps and disordered reports everybody ends as they should', async () => {
  const dials = { error_rate: 0.2, throttle_rate: 0.2, hard_bounce_rate: 0.2, doubled_rate: 0.5, disorder_rate: 0.5 }
  await turnDials({ ...dials, click_rate: 0.5 })
  const { runId, outcomes } = await send(60)
  await turnDials({})
  const gone = outcomes.filter(outcome => outcome?.kind === 'bounced')
  expect(gone.every(outcome => outcome?.kind === 'bounced' && outcome.suppress)).toBe(true)
  expect(gone.length).toBeGreaterThan(3)
  const sent = outcomes.filter(outcome => outcome?.kind === 'sent').length
  expect(sent + gone.length).toBe(60)
  await eventually(
    () => runCounts(kit.database, runId),
    counts => expect(counts[STATE.delivered]).toBe(sent),
  )
})

test('the button that tries the settings says what is wrong, and sends nothing', async () => {
  const steps = async (settings: Partial<MobilePushConfiguration>) => {
    const result = await mobilePushProvider.test({ ...CONFIGURATION, ...settings }, environment)
    return result.steps.map(step => `${step.name} ${step.ok}`)
  }
  expect(await steps({})).toEqual(['google_sign_in true', 'fcm true', 'apns true'])
  const named = (more: object) => JSON.stringify({ ...account, ...more })
  expect(await steps({ fcm_service_account: named({ client_email: 'wrong@shop.example' }) })).toEqual([
    'google_sign_in false',
  ])
  expect(await steps({ fcm_service_account: named({ project_id: 'denied' }) })).toEqual([
    'google_sign_in true',
    'fcm false',
  ])
  expect((await steps({ apns_team_id: 'WRONG00000' })).at(-1)).toBe('apns false')
  expect((await steps({ apns_bundle_id: 'com.example.missing' })).at(-1)).toBe('apns false')
})

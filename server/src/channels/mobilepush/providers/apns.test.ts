import { generateKeyPairSync } from 'node:crypto'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { importSPKI, jwtVerify } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SELF_SIGNED } from '../../../testing/channels/certificates.ts'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import { describeProvider, numberIn, tokenOf } from '../../testing/conformance.ts'
import { type Reply, startScripted } from '../../testing/scripted-server.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../message.ts'
import { reasonSentence } from '../reasons.ts'
import { apnsExchange, appleTokens } from './apns.ts'
import { mobilePushProvider } from './mobilepush.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const configuration: MobilePushConfiguration = {
  apns_key_id: 'KEY0000001',
  apns_team_id: 'TEAM000001',
  apns_bundle_id: 'com.example.shop',
  apns_environment: 'production',
  apns_key: privateKey,
}
const environment = (url: string) => testEnvironment({ apns: url })
const message = (n: number): MobilePushMessage => ({
  recipient: `device-${n}`,
  service: 'apns',
  deviceToken: n.toString(16).padStart(64, 'a'),
  payload: JSON.stringify({ aps: { alert: 'Hello' }, notifly: { token: tokenOf(n) } }),
  collapseId: `c${n}`,
})
const refusal = (status: number, reason: string): Reply => ({ status, body: JSON.stringify({ reason }) })

describeProvider({
  provider: mobilePushProvider,
  reasonSentence,
  environment,
  configuration,
  message,
  numberOf: ({ path, body }) => {
    const n = numberIn(body.toString())
    return n !== null && path === `/3/device/${n.toString(16).padStart(64, 'a')}` ? n : null
  },
  http2: true,
  scripts: {
    accepts: n => ({ status: 200, headers: { 'apns-id': `id-${n}` } }),
    // Apple's success has no body.
    rubbish: null,
    rejections: [
      {
        name: 'an app that was removed',
        reply: { status: 410, body: JSON.stringify({ reason: 'Unregistered', timestamp: 1_700_000_000_000 }) },
        kind: 'bounced',
        reason: 'device_gone',
        suppress: true,
      },
      {
        name: 'a device of the other environment is not forgotten',
        reply: refusal(400, 'BadDeviceToken'),
        kind: 'bounced',
        reason: 'device_unknown',
        suppress: false,
      },
      {
        name: 'too many bytes',
        reply: refusal(413, 'PayloadTooLarge'),
        kind: 'rejected',
        reason: 'message_too_large',
      },
      {
        name: 'one device that has had enough slows down no other',
        reply: refusal(429, 'TooManyRequests'),
        kind: 'deferred',
        reason: 'device_busy',
      },
      {
        name: 'a token of ours that is too old',
        reply: refusal(403, 'ExpiredProviderToken'),
        kind: 'deferred',
        reason: 'temporary_failure',
      },
      { name: 'a closing server', reply: refusal(503, 'Shutdown'), kind: 'deferred', reason: 'temporary_failure' },
    ],
    throttles: { ...refusal(429, 'TooManyProviderTokenUpdates'), headers: { 'retry-after': '7' } },
    refusesEverything: refusal(403, 'InvalidProviderToken'),
  },
  trial: {
    works: () => refusal(400, 'BadDeviceToken'),
    fails: () => refusal(403, 'InvalidProviderToken'),
  },
})

async function send(url: string, settings = configuration) {
  const sender = mobilePushProvider.openSender(settings, environment(url), 2)
  const kinds: string[] = []
  await sender.handOver([message(1)], {
    turn: settled => {
      kinds.push(...settled.map(({ outcome }) => outcome.kind))
      return true
    },
    commit: () => undefined,
    mayStillSend: () => true,
  })
  await sender.close()
  return kinds
}

test('a message carries what Apple asks for, signed by the key of the team', async () => {
  const server = await startScripted(() => ({ status: 200 }), { http2: true })
  expect(await send(server.url)).toEqual(['sent'])
  const headers = server.asked[0]?.headers ?? {}
  expect(headers).toMatchObject({
    'apns-topic': 'com.example.shop',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-collapse-id': 'c1',
  })
  const expiresIn = Number(headers['apns-expiration']) - Date.now() / 1000
  expect(expiresIn).toBeGreaterThan(86_000)
  const token = /^bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const { protectedHeader, payload } = await jwtVerify(token, await importSPKI(publicKey, 'ES256'))
  expect([protectedHeader.alg, protectedHeader.kid, payload.iss]).toEqual(['ES256', 'KEY0000001', 'TEAM000001'])
})

test('the token is renewed every 40 minutes, and not more often than Apple allows', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const tokens = appleTokens(configuration)
  const first = tokens.take()
  tokens.drop()
  vi.advanceTimersByTime(39 * 60_000)
  expect(tokens.take()).toBe(first)
  vi.advanceTimersByTime(2 * 60_000)
  const second = tokens.take()
  expect(second).not.toBe(first)
  vi.advanceTimersByTime(21 * 60_000)
  tokens.drop()
  expect(tokens.take()).not.toBe(second)
})

test('a token that was registered again after the moment that Apple says stays', () => {
  const exchange = apnsExchange(configuration, environment('http://127.0.0.1:9'))
  const answer = { status: 410, headers: {}, body: JSON.stringify({ reason: 'Unregistered', timestamp: 1000 }) }
  const suppressed = [999, 1001].map(ms => exchange.outcome(answer, { ...message(1), seenAt: new Date(ms) }))
  expect(suppressed).toMatchObject([{ suppress: true }, { suppress: false }])
})

test('over TLS both sides agree on HTTP/2', async () => {
  const before = getCACertificates()
  setDefaultCACertificates([...before, SELF_SIGNED.cert])
  onTestFinished(() => setDefaultCACertificates(before))
  const versions: string[] = []
  const server = createSecureServer({ ...SELF_SIGNED, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion)
    response.writeHead(200, { 'apns-id': 'x' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  expect(await send(`https://localhost:${(server.address() as AddressInfo).port}`)).toEqual(['sent'])
  expect(versions).toEqual(['2.0'])
})

/** Safari 7 to 15 by Apple's push service: what every provider promises, the certificate on the wire, and what is Apple's own. */
import { X509Certificate } from 'node:crypto'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openP12 } from '../../features/web-push/safari/open-p12.ts'
import { appleAuthority } from '../../testing/channels/apple-certificates.ts'
import { SELF_SIGNED } from '../../testing/channels/certificates.ts'
import { testEnvironment } from '../../testing/channels/provider-urls.ts'
import type { Outcome } from '../provider.ts'
import { describeProvider, numberIn, tokenOf } from '../testing/conformance.ts'
import { type Reply, startScripted } from '../testing/scripted-server.ts'
import type { WebPushConfiguration } from './message.ts'
import { webPushProvider } from './providers/webpush.ts'
import { reasonSentence } from './reasons.ts'
import { type SafariMessage, safariPayload } from './safari.ts'
import { newVapidKeys } from './vapid.ts'
import { webPushChannel } from './webpush.ts'

const ID = 'web.com.example.lumen'
const apple = appleAuthority()
const vapid = newVapidKeys()

function configurationWith(options: Parameters<typeof apple.p12>[1] = {}): WebPushConfiguration {
  const opened = openP12({ file: apple.p12(ID, options), password: 'secret' })
  if ('fault' in opened) throw new Error(opened.fault)
  return {
    site_url: 'https://lumen.example',
    icon_url: '',
    vapid_public_key: vapid.publicKey,
    vapid_private_key: vapid.privateKey,
    platform: 1,
    safari: {
      application_id: '0f9f6f34-6a4f-4d34-9a63-5f1f3a2b1c0d',
      webpush_id: ID,
      website_name: 'Lumen',
      p12CertificateName: 'lumen.p12',
      chain: opened.certificates,
      icon: '',
      iconset: '',
      icon_sizes: [256],
      saved_on: 1,
    },
    safari_key: opened.key,
  }
}

const configuration = configurationWith()
const environment = (url: string) => testEnvironment({ apns_safari: url })
const deviceOf = (n: number) => n.toString(16).padStart(64, 'a')
const message = (n: number): SafariMessage => ({
  recipient: `device-${n}`,
  deviceToken: deviceOf(n),
  payload: safariPayload({ title: 'Hello', body: 'You', action: '', target: `${tokenOf(n)}.0` }),
  collapseId: `c${n}`,
})
const refusal = (status: number, reason: string, more: object = {}): Reply => ({
  status,
  body: JSON.stringify({ reason, ...more }),
})

describeProvider({
  provider: webPushProvider,
  reasonSentence,
  environment,
  configuration,
  message,
  numberOf: ({ path, body }) => {
    const n = numberIn(body.toString())
    return n !== null && path === `/3/device/${deviceOf(n)}` ? n : null
  },
  http2: true,
  // One that cannot be reached says nothing of the push services of other browsers.
  manyServers: true,
  scripts: {
    accepts: n => ({ status: 200, headers: { 'apns-id': `id-${n}` } }),
    rubbish: null,
    rejections: [
      {
        name: 'leave that was taken back',
        reply: refusal(410, 'Unregistered', { timestamp: 1_700_000_000_000 }),
        kind: 'bounced',
        reason: 'subscription_gone',
        suppress: true,
      },
      {
        name: 'a name of another site',
        reply: refusal(400, 'DeviceTokenNotForTopic'),
        kind: 'bounced',
        reason: 'safari_unknown',
        suppress: false,
      },
      {
        name: 'a certificate that Apple does not take, while other browsers get theirs',
        reply: refusal(403, 'BadCertificate'),
        kind: 'rejected',
        reason: 'safari_certificate_refused',
      },
      { name: 'too many bytes', reply: refusal(413, 'PayloadTooLarge'), kind: 'rejected', reason: 'message_too_large' },
      {
        name: 'one Safari that has had enough slows down no other',
        reply: refusal(429, 'TooManyRequests'),
        kind: 'deferred',
        reason: 'device_busy',
      },
      { name: 'a closing server', reply: refusal(503, 'Shutdown'), kind: 'deferred', reason: 'temporary_failure' },
    ],
    throttles: { status: 429, headers: { 'retry-after': '7' } },
  },
})

async function send(url: string, one: SafariMessage, settings = configuration): Promise<Outcome> {
  const sender = webPushProvider.openSender(settings, environment(url), 2)
  const outcomes: Outcome[] = []
  await sender.handOver([one], {
    turn: settled => {
      outcomes.push(...settled.map(({ outcome }) => outcome))
      return true
    },
    commit: () => undefined,
    mayStillSend: () => true,
  })
  await sender.close()
  return outcomes[0] ?? { kind: 'withheld' }
}

test('Apple is shown the certificate, and gets the message as it wants it', async () => {
  const before = getCACertificates()
  setDefaultCACertificates([...before, SELF_SIGNED.cert])
  onTestFinished(() => setDefaultCACertificates(before))
  const seen: { subject: string; headers: Record<string, unknown>; body: string }[] = []
  const options = { ...SELF_SIGNED, requestCert: true, rejectUnauthorized: true, ca: apple.root, allowHTTP1: true }
  const server = createSecureServer(options, (request, response) => {
    const { raw } = (request.socket as TLSSocket).getPeerCertificate(true)
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ subject: new X509Certificate(raw).subject, headers: request.headers, body })
      response.writeHead(200, { 'apns-id': 'x' }).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  const outcome = await send(`https://localhost:${(server.address() as AddressInfo).port}`, message(1))
  expect(outcome).toMatchObject({ kind: 'sent', providerMessageId: 'x' })
  expect(seen[0]?.subject).toContain(`UID=${ID}`)
  expect(seen[0]?.headers).toMatchObject({
    ':path': `/3/device/${deviceOf(1)}`,
    'apns-topic': ID,
    'apns-push-type': 'alert',
    'apns-collapse-id': 'c1',
  })
  expect(seen[0]?.headers['authorization']).toBeUndefined()
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    aps: { alert: { title: 'Hello', body: 'You' }, 'url-args': [`${tokenOf(1)}.0`] },
  })
})

test('a name that was registered again after the moment that Apple says stays', async () => {
  const server = await startScripted(() => refusal(410, 'Unregistered', { timestamp: 1_700_000_000_000 }), {
    http2: true,
  })
  const seenAt = (ms: number) => ({ ...message(1), seenAt: new Date(ms) })
  expect(await send(server.url, seenAt(1_699_999_999_999))).toMatchObject({ kind: 'bounced', suppress: true })
  expect(await send(server.url, seenAt(1_700_000_000_001))).toMatchObject({ kind: 'bounced', suppress: false })
})

test('with an expired certificate, or none, nothing leaves', async () => {
  const day = 86_400_000
  const until = new Date(Date.now() - day)
  const expired = configurationWith({ from: new Date(Date.now() - 2 * day), until })
  const nowhere = 'http://127.0.0.1:9'
  expect(await send(nowhere, message(1), expired)).toMatchObject({
    kind: 'rejected',
    reason: 'safari_certificate_expired',
    wholeConfiguration: false,
  })
  const off = { ...configuration, platform: 0 }
  expect(await send(nowhere, message(1), off)).toMatchObject({ kind: 'rejected', reason: 'safari_off' })
})

test('a campaign says its title, its text and its first button; a click leads through us', () => {
  const content = {
    campaignTitle: 'Hello {{ first_name }}',
    campaignMsg: 'A lamp',
    campaignBannerImg: 'https://lumen.example/banner.png',
    campaignPageUrl: 'https://lumen.example/lamps',
    actions: [{ title: 'Look', action: 'https://lumen.example/look' }],
  }
  const { content: frozen } = webPushChannel.freeze(content, { messageIdDomain: 'x', firstLinkNo: 4 })
  const run = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [] }
  const seenAt = new Date()
  const written = webPushChannel.compile(
    frozen,
    configuration,
    run,
  )({
    address: 'device-1',
    device: { platform: 'safari', endpoint: deviceOf(1), keys: null, seenAt },
    fields: { first_name: 'Ann' },
    token: tokenOf(1),
    messageId: 'm',
    date: new Date(),
    unsubscribeUrl: '',
  }) as SafariMessage
  expect(written).toMatchObject({ recipient: 'device-1', deviceToken: deviceOf(1), seenAt })
  expect(JSON.parse(written.payload.toString())).toEqual({
    aps: { alert: { title: 'Hello Ann', body: 'A lamp', action: 'Look' }, 'url-args': [`${tokenOf(1)}.4`] },
  })
})

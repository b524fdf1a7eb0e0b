import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import forge from 'node-forge'
import MessageValidator from 'sns-validator'
import { afterAll, describe, expect, test } from 'vitest'
import { SELF_SIGNED } from '../../../testing/channels/certificates.ts'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import type { HookCall } from '../../provider.ts'
import { describeHook, describeProvider, numberIn, tokenOf } from '../../testing/conformance.ts'
import { reasonSentence } from '../reasons.ts'
import { SES_TOKEN_TAG } from './ses-events.ts'
import type { SesConfiguration } from './ses-request.ts'
import { sesProvider, sesHook } from './ses.ts'
import { isOfSns } from './sns-envelope.ts'

const TOPIC = 'arn:aws:sns:us-east-2:123456789012:mail'
const CONFIGURATION: SesConfiguration = {
  sender_email: 'shop@shop.example',
  region: 'us-east-2',
  access_id: 'AKIAEXAMPLE',
  access_key: 'a secret that no answer may hold',
  configuration_set: 'campaigns',
  sns_topic_arn: TOPIC,
}

const failure = (status: number, name: string, message: string) => ({
  status,
  headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/` },
  body: JSON.stringify({ message }),
})
const account = { SendingEnabled: true, EnforcementStatus: 'HEALTHY', ProductionAccessEnabled: true, SendQuota: {} }

describeProvider({
  provider: sesProvider,
  reasonSentence,
  environment: url => testEnvironment({ ses: `${url}/email/{region}` }),
  configuration: CONFIGURATION,
  message: n => ({
    envelopeFrom: '',
    recipient: `person${n}@example.test`,
    content: Buffer.from(`From: shop@shop.example\r\n\r\nHello ${n}\r\n`),
    token: tokenOf(n),
  }),
  numberOf: ({ path, body }) => {
    if (path !== '/email/us-east-2/v2/email/outbound-emails') return null
    const sent = JSON.parse(body.toString()) as {
      Destination: { ToAddresses: string[] }
      Content: { Raw: { Data: string } }
      ConfigurationSetName: string
      EmailTags: { Name: string; Value: string }[]
    }
    const [tag] = sent.EmailTags
    const n = numberIn(tag?.Value ?? '')
    const text = Buffer.from(sent.Content.Raw.Data, 'base64').toString()
    const isWhole = text.endsWith(`Hello ${n}\r\n`) && sent.ConfigurationSetName === 'campaigns'
    return isWhole && sent.Destination.ToAddresses[0] === `person${n}@example.test` ? n : null
  },
  scripts: {
    accepts: n => ({ status: 200, body: JSON.stringify({ MessageId: `ses-${n}` }) }),
    rejections: [
      {
        name: 'an address that is none',
        reply: failure(400, 'BadRequestException', 'Illegal address'),
        kind: 'bounced',
        reason: 'bad_address',
        suppress: true,
      },
      {
        name: 'a content that is refused',
        reply: failure(400, 'MessageRejected', 'Message contains a virus.'),
        kind: 'rejected',
        reason: 'content_refused',
      },
      {
        name: 'a recipient that an account in the sandbox may not write to',
        reply: failure(400, 'MessageRejected', 'Email address is not verified. … in region: person0@example.test'),
        kind: 'rejected',
        reason: 'account_in_sandbox',
      },
    ],
    throttles: {
      ...failure(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'),
      headers: { 'x-amzn-errortype': 'TooManyRequestsException', 'retry-after': '7' },
    },
    refusesEverything: failure(400, 'AccountSuspendedException', 'Your account is suspended.'),
  },
  trial: {
    works: ({ path }) => {
      if (path.endsWith('/account')) return { status: 200, body: JSON.stringify(account) }
      return { status: 200, body: JSON.stringify({ VerifiedForSendingStatus: true }) }
    },
    fails: () => failure(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.'),
  },
})

test.each([
  ['the daily quota', 429, 'TooManyRequestsException', 'Daily message quota exceeded.', 'quota_exceeded', true],
  ['a paused account', 400, 'SendingPausedException', 'Sending is paused.', 'sending_paused', false],
  ['a sender of nobody', 400, 'MessageRejected', 'not verified: shop@shop.example', 'sender_refused', false],
  ['a wrong key', 403, 'UnrecognizedClientException', 'The security token is invalid.', 'wrong_key', false],
])('%s stops the whole configuration', async (_, status, name, words, reason, temporary) => {
  const server = createHttpServer((_request, response) => {
    const { headers, body } = failure(status, name, words)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sender = sesProvider.openSender(CONFIGURATION, testEnvironment({ ses: `http://127.0.0.1:${port}` }))
  const message = { envelopeFrom: '', recipient: 'ann@example.test', content: Buffer.from('Hello') }
  const end = await sender.handOver([message], { turn: () => true, commit: () => undefined, mayStillSend: () => true })
  expect(end).toMatchObject({ end: 'rejected', rejection: { reason, wholeConfiguration: true, temporary } })
  expect(reasonSentence(reason)).not.toBe(reason)
  await sender.close()
  server.close()
})

// The other side of SNS, by code that is not ours: keys and certificate by node-forge, its signatures judged by sns-validator.

const keys = forge.pki.rsa.generateKeyPair(1024)
const certificate = forge.pki.createCertificate()
certificate.publicKey = keys.publicKey
certificate.serialNumber = '01'
certificate.validity.notBefore = new Date(Date.now() - 1000)
certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
certificate.setSubject([{ name: 'commonName', value: 'sns.test' }])
certificate.setIssuer([{ name: 'commonName', value: 'sns.test' }])
certificate.sign(keys.privateKey, forge.md.sha256.create())
const pem = forge.pki.certificateToPem(certificate)
const strangers = forge.pki.rsa.generateKeyPair(1024)

const plain = createHttpServer((_request, response) => response.end(pem))
const encrypted = createHttpsServer(SELF_SIGNED, (_request, response) => response.end(pem))
await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
await new Promise<void>(resolve => encrypted.listen(0, 'localhost', resolve))
const own = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
const judged = `https://localhost:${(encrypted.address() as AddressInfo).port}/sns.pem`
globalAgent.options.ca = SELF_SIGNED.cert
afterAll(() => {
  plain.close()
  encrypted.close()
})

type Fields = Record<string, string>

function envelope(fields: Fields, { version = '1', key = keys.privateKey } = {}): Fields {
  const whole: Fields = {
    Type: 'Notification',
    MessageId: crypto.randomUUID(),
    TopicArn: TOPIC,
    Timestamp: '2026-01-05T10:00:00.000Z',
    ...fields,
  }
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap(name => (whole[name] === undefined ? [] : [`${name}\n${whole[name]}\n`])).join('')
  const digest = version === '1' ? forge.md.sha1.create() : forge.md.sha256.create()
  const signature = forge.util.encode64(key.sign(digest.update(text, 'utf8')))
  return { ...whole, SignatureVersion: version, Signature: signature, SigningCertURL: `${own}/SimpleNotification.pem` }
}

const callOf = (fields: Fields): HookCall => ({
  method: 'POST',
  url: '',
  query: {},
  headers: { 'content-type': 'text/plain; charset=UTF-8' },
  body: Buffer.from(JSON.stringify(fields)),
})

const mail = { messageId: 'ses-1', timestamp: '2026-01-05T10:00:00.000Z', destination: ['Ann <ann@example.test>'] }
const tagged = { ...mail, tags: { [SES_TOKEN_TAG]: [tokenOf(1)] } }
const event = (kind: string, rest: object) =>
  envelope({ Message: JSON.stringify({ eventType: kind, mail: tagged, ...rest }) })
const timestamp = '2026-01-05T10:00:05.000Z'
const at = new Date(timestamp)
const bounce = (bounceType: string, bounceSubType: string, status: string, diagnosticCode: string) =>
  event('Bounce', {
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: 'ann@example.test', action: 'failed', status, diagnosticCode }],
      timestamp,
      feedbackId: `feedback ${bounceSubType}`,
    },
  })

const REPORTS: { name: string; fields: Fields; says: { kind: string; [field: string]: unknown }[] }[] = [
  { name: 'sent', fields: event('Send', { send: {} }), says: [{ kind: 'sent', token: tokenOf(1) }] },
  {
    name: 'delivered',
    fields: event('Delivery', { delivery: { timestamp, recipients: ['ann@example.test'], smtpResponse: '250 ok ☃' } }),
    says: [{ kind: 'delivered', token: tokenOf(1), at, answer: '250 ok ☃' }],
  },
  {
    name: 'hard-bounced',
    fields: bounce('Permanent', 'General', '5.1.1', 'smtp; 550 5.1.1 user unknown'),
    says: [
      {
        kind: 'bounced',
        isPermanent: true,
        reason: 'mailbox_missing',
        code: '5.1.1',
        answer: '550 5.1.1 user unknown',
      },
    ],
  },
  {
    name: 'a full mailbox',
    fields: bounce('Transient', 'MailboxFull', '5.2.2', ''),
    says: [{ kind: 'bounced', isPermanent: false, reason: 'mailbox_full' }],
  },
  {
    name: 'a complaint',
    fields: event('Complaint', {
      complaint: {
        complainedRecipients: [{ emailAddress: 'ann@example.test' }],
        timestamp,
        feedbackId: 'c',
        complaintFeedbackType: 'abuse',
      },
    }),
    says: [{ kind: 'complained', token: tokenOf(1) }],
  },
  {
    name: '"this is no spam"',
    fields: event('Complaint', {
      complaint: {
        complainedRecipients: [{ emailAddress: 'ann@example.test' }],
        timestamp,
        feedbackId: 'n',
        complaintFeedbackType: 'not-spam',
      },
    }),
    says: [],
  },
  {
    name: 'a mail with a virus',
    fields: event('Reject', { reject: { reason: 'Bad content' } }),
    says: [{ kind: 'bounced', isPermanent: false, reason: 'content_refused' }],
  },
  {
    name: 'a delay',
    fields: event('DeliveryDelay', {
      deliveryDelay: {
        timestamp,
        delayType: 'MailboxFull',
        delayedRecipients: [{ emailAddress: 'ann@example.test', status: '4.2.2', diagnosticCode: 'smtp; 452 full' }],
      },
    }),
    says: [{ kind: 'sent', code: '4.2.2', answer: 'Delayed (MailboxFull). smtp; 452 full' }],
  },
  {
    name: 'opened',
    fields: event('Open', { open: { timestamp, userAgent: 'curl/8.0' } }),
    says: [{ kind: 'opened', at, agent: 'curl/8.0' }],
  },
  {
    name: 'clicked',
    fields: event('Click', { click: { timestamp, link: 'https://shop.example', userAgent: 'Safari' } }),
    says: [{ kind: 'clicked', at, agent: 'Safari' }],
  },
  {
    name: 'left by the list management of SES',
    fields: event('Subscription', {
      subscription: { timestamp, newTopicPreferences: { unsubscribeAll: true }, contactList: 'all' },
    }),
    says: [{ kind: 'unsubscribed', at }],
  },
  {
    name: "an identity's own feedback, without tags",
    fields: envelope({
      Message: JSON.stringify({
        notificationType: 'Delivery',
        mail: { ...mail, messageId: 'ses-2' },
        delivery: { timestamp, recipients: ['ann@example.test'] },
      }),
    }),
    says: [{ kind: 'delivered', providerMessageId: 'ses-2', address: 'ann@example.test' }],
  },
  {
    name: 'the greeting of a new destination',
    fields: envelope({
      Message: 'Successfully validated SNS topic for Amazon SES event publishing.',
      Subject: 'Hello',
    }),
    says: [],
  },
]

const good = REPORTS[1]?.fields ?? {}
const SUBSCRIBE = {
  Type: 'SubscriptionConfirmation',
  Token: 'opaque',
  Message: 'You have chosen to subscribe',
  SubscribeURL: `${own}/?Action=ConfirmSubscription`,
}
const environment = testEnvironment({ ses: own })

describeHook({
  hook: sesHook,
  configuration: CONFIGURATION,
  environment,
  reports: REPORTS.map(({ name, fields, says }) => ({ name, call: callOf(fields), says })),
  forgeries: [
    { name: 'another body', call: callOf({ ...good, Message: `${good['Message']} ` }) },
    { name: 'another key', call: callOf(envelope({ Message: '{}' }, { key: strangers.privateKey })) },
    {
      name: 'another topic, however well it is signed',
      call: callOf(envelope({ Message: '{}', TopicArn: `${TOPIC}2` })),
    },
    { name: 'a version of signature that there is not', call: callOf({ ...good, SignatureVersion: '3' }) },
    {
      name: 'a certificate elsewhere',
      call: callOf({ ...good, SigningCertURL: 'https://sns.us-east-2.amazonaws.com.evil.example/x.pem' }),
    },
    { name: 'a certificate that is no file of one', call: callOf({ ...good, SigningCertURL: `${own}/x.php` }) },
    { name: 'raw delivery, which leaves the signature away', call: callOf({ Type: 'Notification', Message: '{}' }) },
    {
      name: 'a confirmation that leads elsewhere',
      call: callOf(envelope({ ...SUBSCRIBE, SubscribeURL: 'https://evil.example/' })),
    },
    { name: 'a GET', call: { ...callOf(good), method: 'GET' } },
  ],
})

describe('topics', () => {
  const { sns_topic_arn: _, ...unpinned } = CONFIGURATION

  test('the first that is confirmed is remembered, and confirmed at the address that it names', async () => {
    expect(await sesHook.check(callOf(envelope(SUBSCRIBE)), unpinned, environment)).toEqual({
      accepted: true,
      follow: SUBSCRIBE.SubscribeURL,
      remember: { sns_topic_arn: TOPIC },
    })
    expect(await sesHook.check(callOf(good), unpinned, environment)).toMatchObject({ accepted: false })
  })

  test('Amazon is believed at its own addresses only', () => {
    const real = { urls: { ...environment.urls, ses: 'https://email.{region}.amazonaws.com' } }
    const of = (url: string) => isOfSns(url, real)
    expect(of('https://sns.us-east-2.amazonaws.com/SimpleNotificationService-1.pem')).toBe(true)
    expect(of('https://sns.cn-north-1.amazonaws.com.cn/x.pem')).toBe(true)
    for (const url of [
      'http://sns.us-east-2.amazonaws.com/x.pem',
      'https://sns.us-east-2.amazonaws.com:8443/x.pem',
      'https://sns.us-east-2.amazonaws.com@evil.example/x.pem',
      'https://evil.example/sns.us-east-2.amazonaws.com/x.pem',
      'https://sns.a.b.amazonaws.com/x.pem',
      `${own}/x.pem`,
      'file:///etc/passwd.pem',
      'x',
    ]) {
      expect([url, of(url)]).toEqual([url, false])
    }
  })
})

test.each([
  ['1', 'Notification'],
  ['2', 'Notification'],
  ['1', 'SubscriptionConfirmation'],
  ['2', 'SubscriptionConfirmation'],
])('an independent validator agrees on version %s of a %s', async (version, type) => {
  const validator = new MessageValidator(/^localhost:\d+$/)
  const judge = (fields: Fields) =>
    new Promise<boolean>(resolve =>
      validator.validate({ ...fields, SigningCertURL: judged }, error => resolve(error === null)),
    )
  const signed = envelope(type === 'Notification' ? { Message: 'Grüße', Subject: 'Hi' } : SUBSCRIBE, { version })
  for (const [fields, isGood] of [
    [signed, true],
    [{ ...signed, Message: 'x' }, false],
    [{ ...signed, MessageId: 'x' }, false],
  ] as const) {
    expect(await judge(fields)).toBe(isGood)
    expect((await sesHook.check(callOf(fields), CONFIGURATION, environment)).accepted).toBe(isGood)
  }
})

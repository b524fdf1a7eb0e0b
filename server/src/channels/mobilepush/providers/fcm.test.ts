import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import type { Outcome } from '../../provider.ts'
import { describeProvider, numberIn, tokenOf } from '../../testing/conformance.ts'
import { type Asked, type Reply, startScripted } from '../../testing/scripted-server.ts'
import type { MobilePushMessage } from '../message.ts'
import { reasonSentence } from '../reasons.ts'
import { mobilePushProvider } from './mobilepush.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const EMAIL = 'notifly@shop.iam.gserviceaccount.com'
const account = (key: string) =>
  JSON.stringify({ type: 'service_account', project_id: 'shop', client_email: EMAIL, private_key: key })
const configuration = { fcm_service_account: account(privateKey) }
const environment = (url: string) => testEnvironment({ fcm: `${url}/fcm`, google_oauth: `${url}/google` })

const isTokenCall = ({ path }: Asked) => path === '/google/token'
const granted = (n = 1): Reply => ({
  status: 200,
  body: JSON.stringify({ access_token: `access-${n}`, expires_in: 3599 }),
})
const error = (status: number, code: string, message = '', field?: string): Reply => ({
  status,
  body: JSON.stringify({
    error: {
      code: status,
      status: code,
      message,
      details: [
        { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code },
        ...(field === undefined ? [] : [{ '@type': 'BadRequest', fieldViolations: [{ field, description: message }] }]),
      ],
    },
  }),
})

const message = (n: number): MobilePushMessage => ({
  recipient: `device-${n}`,
  service: 'fcm',
  deviceToken: `device:${n}`,
  payload: JSON.stringify({ message: { token: `device:${n}`, data: { notifly_token: tokenOf(n) } } }),
  collapseId: '',
})

describeProvider({
  provider: mobilePushProvider,
  reasonSentence,
  environment,
  configuration,
  message,
  numberOf: ({ path, headers, body }) =>
    path === '/fcm/v1/projects/shop/messages:send' && headers.authorization === 'Bearer access-1'
      ? numberIn(body.toString())
      : null,
  others: asked => (isTokenCall(asked) ? granted() : { status: 404 }),
  scripts: {
    accepts: n => ({ status: 200, body: JSON.stringify({ name: `projects/shop/messages/${n}` }) }),
    rejections: [
      {
        name: 'an app that was removed',
        reply: error(404, 'UNREGISTERED'),
        kind: 'bounced',
        reason: 'device_gone',
        suppress: true,
      },
      {
        name: 'a device of another project',
        reply: error(403, 'SENDER_ID_MISMATCH'),
        kind: 'bounced',
        reason: 'device_of_another_app',
        suppress: true,
      },
      {
        name: 'a token that is none',
        reply: error(400, 'INVALID_ARGUMENT', 'Invalid registration', 'message.token'),
        kind: 'bounced',
        reason: 'device_unknown',
        suppress: true,
      },
      {
        name: 'a field that is wrong',
        reply: error(400, 'INVALID_ARGUMENT', 'Invalid value', 'message.data'),
        kind: 'rejected',
        reason: 'push_refused',
      },
      {
        name: 'too many bytes',
        reply: error(400, 'INVALID_ARGUMENT', 'Android message is too big'),
        kind: 'rejected',
        reason: 'message_too_large',
      },
      {
        name: 'an iPhone while Firebase has no key of Apple',
        reply: error(401, 'THIRD_PARTY_AUTH_ERROR'),
        kind: 'rejected',
        reason: 'apple_key_missing',
      },
    ],
    throttles: { ...error(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '7' } },
    refusesEverything: error(403, 'PERMISSION_DENIED'),
  },
  trial: {
    works: asked =>
      isTokenCall(asked) ? granted() : error(400, 'INVALID_ARGUMENT', 'not a valid token', 'message.token'),
    fails: asked => (isTokenCall(asked) ? granted() : error(403, 'PERMISSION_DENIED')),
  },
})

async function send(url: string, count: number, settings = configuration): Promise<Outcome[]> {
  const sender = mobilePushProvider.openSender(settings, environment(url), 8)
  const outcomes: Outcome[] = []
  const end = await sender.handOver(
    Array.from({ length: count }, (_, n) => message(n)),
    {
      turn: settled => {
        outcomes.push(...settled.map(({ outcome }) => outcome))
        return true
      },
      commit: () => undefined,
      mayStillSend: () => true,
    },
  )
  await sender.close()
  return end.end === 'rejected' ? [end.rejection] : outcomes
}

test('one token, signed as Google asks for it, serves all messages that leave at once', async () => {
  const server = await startScripted(asked =>
    isTokenCall(asked) ? { ...granted(), afterMs: 30 } : { status: 200, body: '{"name":"projects/shop/messages/1"}' },
  )
  expect((await send(server.url, 30)).map(outcome => outcome.kind)).toEqual(Array(30).fill('sent'))
  const calls = server.asked.filter(isTokenCall)
  expect(calls).toHaveLength(1)
  const form = new URLSearchParams(calls[0]?.body.toString())
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(form.get('assertion') ?? '', await importSPKI(publicKey, 'RS256'), {
    issuer: EMAIL,
    audience: `${server.url}/google/token`,
  })
  expect(decodeProtectedHeader(form.get('assertion') ?? '').alg).toBe('RS256')
  expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging')
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
})

test('a token that Google has withdrawn while it was new is a key that was withdrawn', async () => {
  const server = await startScripted(asked => (isTokenCall(asked) ? granted() : error(401, 'UNAUTHENTICATED')))
  expect(await send(server.url, 3)).toMatchObject([{ reason: 'wrong_key', wholeConfiguration: true, temporary: false }])
})

test.each([
  ['a key that Google does not know', { status: 400, body: '{"error":"invalid_grant"}' }, 'rejected', 'wrong_key'],
  ['an hour in which Google signs nobody in', { status: 503, body: '' }, 'deferred', 'temporary_failure'],
] as const)('%s: nothing leaves', async (_, reply, kind, reason) => {
  const server = await startScripted(asked => (isTokenCall(asked) ? reply : { status: 200 }))
  expect((await send(server.url, 1))[0]).toMatchObject({ kind, reason })
  expect(server.asked.every(isTokenCall)).toBe(true)
})

test('a file whose key is broken says so', async () => {
  const broken = { fcm_service_account: account('-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----') }
  const server = await startScripted(() => granted())
  expect((await send(server.url, 1, broken))[0]).toMatchObject({ kind: 'rejected', reason: 'wrong_key' })
  expect(server.asked).toEqual([])
})

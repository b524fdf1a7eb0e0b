/** What Razorpay tells: every event of its documentation names what is to be looked at, whatever else it says. */
import { expect, test } from 'vitest'
import { hmacSignature } from '../hmac-signature.ts'
import { ProviderRefusal } from './provider.ts'
import { razorpay } from './razorpay.ts'

const KEYS = { keyId: 'rzp_test_1', keySecret: 'only for tests: key', webhookSecret: 'only for tests: hook' }
const URLS = { apiUrl: razorpay.urls.api, checkoutUrl: razorpay.urls.checkout }
const provider = razorpay.open({ ...KEYS, ...URLS }, false)

const ENTITIES = {
  subscription: { id: 'sub_1', status: 'active' },
  payment: { id: 'pay_1', order_id: 'order_1', amount: 1 },
  order: { id: 'order_1', amount: 1 },
  invoice: { id: 'inv_1', subscription_id: 'sub_1', order_id: 'order_1' },
  refund: { id: 'rfnd_1', payment_id: 'pay_1' },
}
type Entity = keyof typeof ENTITIES

const told = (text: string, { id = 'evt_1', secret = KEYS.webhookSecret } = {}) =>
  provider.readEvent({
    headers: {
      'x-razorpay-signature': hmacSignature(secret, text, { algorithm: 'sha256', encoding: 'hex' }),
      'x-razorpay-event-id': id,
    },
    body: Buffer.from(text),
  })
const saying = (event: string, parts: readonly Entity[]) => {
  const payload = Object.fromEntries(parts.map(part => [part, { entity: ENTITIES[part] }]))
  return JSON.stringify({ entity: 'event', account_id: 'acc_1', event, contains: parts, payload, created_at: 1 })
}

const SUBSCRIPTION = { subscription: 'sub_1' }
const ORDER = { order: 'order_1', payment: 'pay_1' }
const CASES: [event: string, parts: Entity[], about: object][] = [
  ...['authenticated', 'activated', 'updated', 'pending', 'halted', 'cancelled', 'paused', 'resumed'].map(
    (verb): [string, Entity[], object] => [`subscription.${verb}`, ['subscription'], SUBSCRIPTION],
  ),
  ...['charged', 'completed'].map((verb): [string, Entity[], object] => [
    `subscription.${verb}`,
    ['subscription', 'payment'],
    { ...SUBSCRIPTION, ...ORDER },
  ]),
  ...['authorized', 'captured', 'failed'].map((verb): [string, Entity[], object] => [
    `payment.${verb}`,
    ['payment'],
    ORDER,
  ]),
  ['order.paid', ['payment', 'order'], ORDER],
  ['invoice.paid', ['payment', 'order', 'invoice'], { ...SUBSCRIPTION, ...ORDER }],
  ...['created', 'processed', 'failed'].map((verb): [string, Entity[], object] => [
    `refund.${verb}`,
    ['refund', 'payment'],
    ORDER,
  ]),
  ['refund.processed', ['refund'], { payment: 'pay_1' }],
  ['settlement.processed', [], {}],
]

test.each(CASES)('%s with %j', (name, parts, about) => {
  expect(told(saying(name, parts))).toEqual({ id: 'evt_1', name, about })
})

test('what Razorpay did not sign is nothing; what it signed and nobody can read is a refusal', () => {
  const text = saying('order.paid', ['order'])
  expect(told(text, { secret: KEYS.keySecret })).toBeNull()
  expect(provider.readEvent({ headers: {}, body: Buffer.from(text) })).toBeNull()
  expect(() => told('{')).toThrow(ProviderRefusal)
  expect(() => told(JSON.stringify({ payload: {} }))).toThrow(ProviderRefusal)
})

test('an event without an id of its own is known by what it says', () => {
  const [one, same, other] = ['order.paid', 'order.paid', 'payment.captured'].map(name =>
    told(saying(name, []), { id: '' }),
  )
  expect(one?.id).toMatch(/^[0-9a-f]{64}$/)
  expect([same?.id === one?.id, other?.id === one?.id]).toEqual([true, false])
})

test('orders and subscriptions are signed in their two orders', () => {
  const sign = (words: string) => hmacSignature(KEYS.keySecret, words, { algorithm: 'sha256', encoding: 'hex' })
  const proof = (of: { orderId: string } | { subscriptionId: string }, words: string) =>
    provider.verify({ of, paymentId: 'pay_1', signature: sign(words) })
  expect(proof({ orderId: 'order_1' }, 'order_1|pay_1')).toBe(true)
  expect(proof({ orderId: 'order_1' }, 'pay_1|order_1')).toBe(false)
  expect(proof({ subscriptionId: 'sub_1' }, 'pay_1|sub_1')).toBe(true)
  expect(proof({ subscriptionId: 'sub_1' }, 'sub_1|pay_1')).toBe(false)
})

import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { KEY_SECRET } from '../providers/razorpay/state.ts'
import type { TestSandbox } from './test-sandbox.ts'

// A shop that uses the emulated Razorpay: it calls the API, its customers pay, and its webhook listens.

const WEBHOOK_SECRET = 'of the webhook'
export const DAY = 86_400
export const INDIAN = { method: 'card', network: 'Visa', last4: '4366', international: false }
const FOREIGN = { ...INDIAN, network: 'MasterCard', last4: '5558', international: true }
export const UPI = { method: 'upi', vpa: 'asha@upi' }

// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes
export type Json = any

export interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  secret?: string
}

/** Calls the API like the product. */
export function apiOf(sandbox: TestSandbox) {
  return async (path: string, { method, body, headers = {}, secret = KEY_SECRET }: Call = {}) => {
    const authorization = `Basic ${Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')}`
    const { status, body: answered } = await sandbox.get(`/razorpay/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status, body: answered as Json }
  }
}
type Api = ReturnType<typeof apiOf>

interface Heard {
  event: string
  id: string
  isGenuine: boolean
  body: Json
}

/**
 * A webhook of the product: records its calls, and responds with 500 to the first `failures` of them, then with 200.
 */
export async function startHook(sandbox: TestSandbox, failures = 0) {
  const heard: Heard[] = []
  let left = failures
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => (text += String(chunk)))
    request.on('end', () => {
      const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = request.headers
      const isGenuine = signature === createHmac('sha256', WEBHOOK_SECRET).update(text).digest('hex')
      const body: Json = JSON.parse(text)
      heard.push({ event: body.event, id: String(id), isGenuine, body })
      response.writeHead(left-- > 0 ? 500 : 200).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/razorpay/x`
  await post(sandbox, '/razorpay/webhook', { url, secret: WEBHOOK_SECRET })
  const events = () => heard.map(({ event }) => event)
  /** Waits for the event `last`. Resolves to all recorded events and clears the record. */
  const until = async (last: string) => {
    await expect.poll(events).toContain(last)
    return heard.splice(0)
  }
  return { heard, events, until }
}

export function post(sandbox: TestSandbox, path: string, body: unknown) {
  return sandbox.get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Triggers a button of the account's page; resolves to the response's status. */
export const act = async (sandbox: TestSandbox, action: unknown) =>
  (await post(sandbox, '/api/razorpay/actions', action)).status

interface Checkout {
  instrument?: object
  fails?: boolean
  isHosted?: boolean
}

/** What the checkout reports to its page: a proof, a failure, or why the payment is impossible. */
export async function checkout(sandbox: TestSandbox, asked: object, { instrument = FOREIGN, ...rest }: Checkout = {}) {
  const pay = { asked: { key: 'rzp_test_sandbox', ...asked }, instrument, fails: false, isHosted: false, ...rest }
  const { body } = await post(sandbox, '/razorpay/checkout/pay', pay)
  return body.data ?? body.message
}

/** Resolves to the plan's id. */
export async function newPlan(
  api: Api,
  { amount = 4900, currency = 'USD', period = 'monthly', name = 'Starter' } = {},
) {
  const item = { name, amount, currency }
  return (await api('/plans', { body: { period, interval: 1, item } })).body.id as string
}

/** An authorised subscription; `more` is added to the request that creates it. */
export async function subscribed(
  sandbox: TestSandbox,
  api: Api,
  plan: string,
  { instrument = FOREIGN, ...more }: { instrument?: object; start_at?: number } = {},
) {
  const { body } = await api('/subscriptions', { body: { plan_id: plan, total_count: 12, ...more } })
  await checkout(sandbox, { subscription_id: body.id }, { instrument })
  return (await api(`/subscriptions/${body.id}`)).body
}

/** An installation that sells plans, with the sandbox's Razorpay behind it: what its customers and its operator do there. */
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { BillingSetting } from '../lib/optional-settings.ts'
import { hookToken } from '../features/billing/hook/address.ts'
import { type ApplicationOwner, testApp } from './app.ts'

export const FOREIGN = { method: 'card', network: 'MasterCard', last4: '5558', international: true }
export const INDIAN = { method: 'card', network: 'Visa', last4: '4366', international: false }
const WEBHOOK_SECRET = 'sandbox-razorpay-webhook-secret'

/** What the checkout hands to the page. */
export interface Proof {
  order_id?: string
  subscription_id?: string
  payment_id: string
  signature: string
  payment_gateway_id: number
}

interface Begun {
  uuid: string
  order_id?: string
  subscription_id?: string
  checkout: { amount: number; currency: string; provider: string; payment_gateway_id: number }
}

/** `plansFile`: null sells the product's own. */
export async function openShop({ plansFile = null }: { plansFile?: string | null } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-billing-'))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0 })
  afterAll(async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const billing: BillingSetting = {
    provider: 'razorpay',
    account: {
      keyId: 'rzp_test_sandbox',
      keySecret: 'sandbox-razorpay-secret',
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: `${sandbox.url}/razorpay/v1`,
      checkoutUrl: `${sandbox.url}/razorpay/checkout.js`,
    },
    plansFile,
    isTrial: false,
  }
  const kit = await testApp({ config: { billing } })
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = kit.app.server.address() as AddressInfo
  const hookUrl = `http://127.0.0.1:${port}/hooks/razorpay/${hookToken(kit.deps.secrets, 'razorpay')}`
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(sandbox.url + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { success: boolean; data: never; message?: string }
  }
  await send('POST', '/razorpay/webhook', { url: hookUrl, secret: WEBHOOK_SECRET })
  const provider = providerVerbs(send, sandbox.url)
  /** A call of the provider's API in the operator's name, behind the product's back. */
  const atProvider = async (path: string, body: object, more: Record<string, string> = {}) => {
    const { apiUrl, keyId, keySecret } = billing.account
    const authorization = `Basic ${btoa(`${keyId}:${keySecret}`)}`
    const headers = { authorization, 'content-type': 'application/json', ...more }
    const answer = await fetch(apiUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  // Runs first: jobs that still ask the provider come to their end.
  afterAll(() => provider.dial({}))
  return { kit, sandbox, hookUrl, billing, atProvider, ...provider, ...customerVerbs(kit, provider) }
}

type Send = (
  method: string,
  path: string,
  body: unknown,
) => Promise<{ success: boolean; data: never; message?: string }>

function providerVerbs(send: Send, url: string) {
  return {
    /** Turns the emulator's dials; what is not named is calm. */
    dial: (dials: object) => send('PUT', '/api/faults/razorpay', dials),
    /** What the account's owner does at the dashboard, and the clock. */
    act: async (action: object) =>
      expect(await send('POST', '/api/razorpay/actions', action)).toMatchObject({ success: true }),
    /** Everything that the provider has. */
    books: async () => {
      const answer = await fetch(`${url}/api/razorpay`)
      const { data } = (await answer.json()) as { data: Record<string, Record<string, unknown>[]> }
      return data
    },
    /** Pays at the checkout; what it hands to the page, which may lose it. */
    async pay(asked: Pick<Begun, 'order_id' | 'subscription_id'>, instrument: object = FOREIGN): Promise<Proof> {
      const { order_id, subscription_id } = asked
      const { data, message } = await send('POST', '/razorpay/checkout/pay', {
        asked: { key: 'rzp_test_sandbox', ...(order_id ? { order_id } : { subscription_id }) },
        instrument,
        isHosted: false,
        fails: false,
      })
      const paid = (data as { paid?: Record<string, string> } | undefined)?.paid
      if (paid === undefined) throw new Error(`nothing was paid: ${message ?? JSON.stringify(data)}`)
      return {
        ...(order_id ? { order_id } : { subscription_id: subscription_id ?? '' }),
        payment_id: paid['razorpay_payment_id'] ?? '',
        signature: paid['razorpay_signature'] ?? '',
        payment_gateway_id: 1,
      }
    },
  }
}

type Kit = Awaited<ReturnType<typeof testApp>>
const PATH = '/api/payments/subscription'

/** What customers do. `pay`: at the provider's checkout. */
export function customerVerbs(
  { call }: Pick<Kit, 'call'>,
  { pay }: { pay: (asked: Begun, instrument?: object) => Promise<Proof> },
) {
  const begin = (owner: ApplicationOwner, planId: string) =>
    call<Begun>('POST', PATH, {
      bearer: owner.bearer,
      body: { plan_id: planId, frequency: planId.endsWith('annual') ? 'annually' : 'monthly' },
    })
  const verify = (owner: ApplicationOwner, proof: object) =>
    call<Subscription>('POST', `${PATH}/verify`, { bearer: owner.bearer, body: proof })
  const list = async (owner: ApplicationOwner, type = 'current') =>
    (await call<Subscription[]>('GET', `${PATH}?type=${type}`, { bearer: owner.bearer })).data
  const act = <Data = Subscription>(owner: ApplicationOwner, verb: string, body: object) =>
    call<Data>('POST', `${PATH}/${verb}`, { bearer: owner.bearer, body })
  return {
    begin,
    verify,
    list,
    /** `update`, `annual/confirm`, `cancel` or `refresh`. */
    change: act,
    /** A plan that is bought and paid. */
    async buy(owner: ApplicationOwner, planId: string, instrument?: object): Promise<Subscription> {
      const begun = await begin(owner, planId)
      expect(begun.status).toBe(200)
      const verified = await verify(owner, await pay(begun.data, instrument))
      expect([verified.status, verified.data.status]).toEqual([200, 2])
      return verified.data
    },
    invoices: async (owner: ApplicationOwner) =>
      (
        await call<{ number: string; status: number; invoice_amount: number; credits: string | null; uuid: string }[]>(
          'GET',
          '/api/payments/invoices?per_page=100',
          { bearer: owner.bearer },
        )
      ).data,
  }
}

/** A webhook as Razorpay signs it. */
export function signedHook(body: object, { id = 'evt_1', secret = WEBHOOK_SECRET } = {}) {
  const text = JSON.stringify(body)
  return {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
    },
  }
}

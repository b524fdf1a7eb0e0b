/** The emulated Razorpay, as its account's owner uses it: the clock, the payments, and actions on them. */
import { createSubscription, type Subscription, verifyPayment } from '@notifly/contracts/billing/subscriptions'
import type { Addresses, Owner } from './people.ts'
import { waitFor } from './wait-for.ts'

export interface Account {
  /** Of the account's own clock. */
  now: number
  /** Where it reports; null until the product has said so. */
  webhook_url: string | null
  subscriptions: { id: string; status: string; plan_id: string }[]
  payments: { id: string; order_id: string | null; amount: number; status: string; created_at: number }[]
}

type Act =
  | { do: 'leap'; by: 'next' | 'day' | 'month' | 'year' }
  | { do: 'fail_next'; subscription: string }
  | { do: 'refund'; payment: string; amount?: number }

export async function accountOf({ sandboxUrl }: Addresses): Promise<Account> {
  const answer = await fetch(`${sandboxUrl}/api/razorpay`)
  return ((await answer.json()) as { data: Account }).data
}

export async function actOn({ sandboxUrl }: Addresses, act: Act): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/api/razorpay/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(act),
  })
  if (!answer.ok) throw new Error(`${act.do}: ${answer.status} ${await answer.text()}`)
}

/** Resolves once payments are reported to the product. */
export async function waitUntilReporting(product: Addresses): Promise<void> {
  await waitFor('the sandbox to know where to report', async () => (await accountOf(product)).webhook_url ?? undefined)
}

const CARD = { method: 'card', network: 'MasterCard', last4: '5558', international: true }

/** Buys a month of a plan without a browser. */
export async function buyMonth(
  { sandboxUrl }: Addresses,
  { api, token }: Owner,
  planId: string,
): Promise<Subscription> {
  const body = { plan_id: planId, frequency: 'monthly' } as const
  const { checkout, subscription_id } = await api(createSubscription, { token, body })
  const { key, payment_gateway_id } = checkout
  const answer = await fetch(`${sandboxUrl}/razorpay/checkout/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ asked: { key, subscription_id }, instrument: CARD, isHosted: false, fails: false }),
  })
  const { data } = (await answer.json()) as { data: { paid: Record<string, string> } }
  const { razorpay_payment_id: payment_id = '', razorpay_signature: signature = '' } = data.paid
  return api(verifyPayment, { token, body: { subscription_id, payment_id, signature, payment_gateway_id } })
}

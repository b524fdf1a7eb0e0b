/**
 * Subscriptions of an organization: bought, changed and cancelled at the payment provider. Owner and Admin only; absent without a provider.
 */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, text, uuid } from '../fields.ts'
import { FREQUENCIES } from './states.ts'

export const Subscription = z.object({
  uuid,
  /** The provider's id: `sub_…`; for an annual plan, which is paid by an order, `order_…`. */
  gateway_subscription_id: z.string(),
  /** The payment of an annual plan; null for a monthly one, or before it is paid. */
  gateway_transaction_id: z.nullable(z.string()),
  /** See SUBSCRIPTION_STATUS. */
  status: z.int(),
  /** Name of the plan. */
  name: z.string(),
  plan_id: z.string(),
  package_id: z.union([z.literal(1), z.literal(7)]),
  /** Minor units, for one period. */
  price: z.int(),
  currency: z.string(),
  created_on: epochSeconds,
  /** The paid period; null before the first payment. */
  period_start: z.nullable(epochSeconds),
  period_end: z.nullable(epochSeconds),
  /** Null if nothing further is charged. */
  next_charge: z.nullable(epochSeconds),
  /** When it ended; null while it has not. */
  ended_on: z.nullable(epochSeconds),
  card_meta: z.nullable(
    z.object({ method: z.string(), network: z.nullable(z.string()), last4: z.nullable(z.string()) }),
  ),
  /** A change that is in progress or waits for the end of the period. */
  change: z.nullable(
    z.object({
      type: z.enum(['upgrade', 'downgrade']),
      new_plan_id: z.string(),
      /** Minor units, charged for it now; 0 if it waits for the end of the period. */
      amount: z.int(),
      date: epochSeconds,
    }),
  ),
  /** Its latest; null before the first. */
  invoice_uuid: z.nullable(uuid),
  /** The provider's page on which the card can be changed; null if there is none. */
  card_update_url: z.nullable(z.string()),
})
export type Subscription = z.infer<typeof Subscription>

const BASE = '/api/payments/subscription'

export const listSubscriptions = endpoint({
  call: `GET ${BASE}`,
  summary: 'Subscriptions of the organization, the newest first: the current ones, or those that ended',
  access: 'application',
  query: z.object({
    type: z._default(z.enum(['current', 'historic']), 'current'),
    /** One of them. */
    subscription_id: z.optional(z.string()),
  }),
  data: z.array(Subscription),
})

/** What a browser needs to open the provider's checkout. */
const Checkout = z.object({
  /** Name of the provider whose script the dashboard opens. */
  provider: z.string(),
  /** Returned with the payment and then verified. */
  payment_gateway_id: z.int(),
  /** Public key of the operator's account. */
  key: z.string(),
  script_url: z.string(),
  /** Name of the installation, for the title of the checkout. */
  name: z.string(),
  description: z.string(),
  amount: z.int(),
  currency: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.optional(z.string()) }),
})
export type Checkout = z.infer<typeof Checkout>

export const createSubscription = endpoint({
  call: `POST ${BASE}`,
  summary:
    'Begin a subscription: monthly at the provider, annually with an order; the same twice is the same one. Renews a year that ends, and chooses what follows a plan that was canceled',
  access: 'application',
  body: z.object({ plan_id: text(100), frequency: z.enum(FREQUENCIES) }),
  data: z.object({
    /** Our id of the resulting subscription. */
    uuid,
    order_id: z.optional(z.string()),
    subscription_id: z.optional(z.string()),
    checkout: Checkout,
  }),
})

export const verifyPayment = endpoint({
  call: `POST ${BASE}/verify`,
  summary:
    'What the checkout handed to the browser: the signature is checked, then the payment is read at the provider',
  access: 'application',
  body: z.object({
    order_id: z.optional(text(100)),
    subscription_id: z.optional(text(100)),
    payment_id: text(100),
    signature: text(200),
    payment_gateway_id: z.int(),
  }),
  data: Subscription,
})

const Change = z.object({
  type: z.enum(['upgrade', 'downgrade']),
  new_plan_id: z.string(),
  amount: z.int(),
  date: epochSeconds,
})

/** What a change would do; read before a person confirms it. */
export const previewChange = endpoint({
  call: `GET ${BASE}/change`,
  summary: 'What a change of plan would cost and when it would take effect',
  access: 'application',
  query: z.object({ plan_id: text(100) }),
  data: z.object({
    ...Change.shape,
    /** `keep`: the current plan was requested, so a change that waits is withdrawn. */
    type: z.enum(['upgrade', 'downgrade', 'keep']),
    currency: z.string(),
    /**
     * `in_place`: the provider changes the subscription. `order`: the difference is paid now. `at_period_end`: nothing is paid now.
     * `new_subscription`: the provider cannot change this payment method; the subscription ends with its period and a new one, authorized
     * now, begins then.
     */
    how: z.enum(['in_place', 'order', 'at_period_end', 'new_subscription', 'keep']),
  }),
})

export const confirmAnnualChange = endpoint({
  call: `POST ${BASE}/annual/confirm`,
  summary:
    'Change an annual plan: a downgrade waits for the period’s end, an upgrade answers the order to pay; the plan that runs takes back what waits',
  access: 'application',
  body: z.object({ plan_id: text(100) }),
  data: z.object({ order_id: z.optional(z.string()), checkout: z.optional(Checkout), change: z.optional(Change) }),
})

export const updateSubscription = endpoint({
  call: `POST ${BASE}/update`,
  summary:
    'Change a monthly plan; where the provider cannot, a new subscription to authorise is answered; the plan that runs takes back what waits',
  access: 'application',
  body: z.object({ plan_id: text(100) }),
  data: z.object({
    subscription: Subscription,
    subscription_id: z.optional(z.string()),
    checkout: z.optional(Checkout),
  }),
})

export const cancelSubscription = endpoint({
  call: `POST ${BASE}/cancel`,
  summary: 'Cancel at the end of what is paid',
  access: 'application',
  body: z.object({ subscription: text(100) }),
  data: Subscription,
  message: 'billing.cancelling',
})

/** Reads the state from the provider; the banner's "Check status". */
export const refreshSubscription = endpoint({
  call: `POST ${BASE}/refresh`,
  summary: 'Compare a subscription with the provider now',
  access: 'application',
  body: z.object({ subscription: text(100) }),
  data: Subscription,
})

/** Checks what the checkout gave to a browser: it is a claim until the provider confirms it. */
import type { verifyPayment } from '@notifly/contracts/billing/subscriptions'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Input } from '../../../http/route.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { type PaymentProof, ProviderUnreachable } from '../../../lib/payments/provider.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { compareSoon } from '../compare.ts'
import { selectBill } from '../invoices/queries.ts'
import { isExactly, type Price } from '../plans/money.ts'
import { inTurn, type Turn } from '../turn.ts'
import { asSentence } from './open.ts'
import { selectOrderByGateway } from './order-queries.ts'
import { selectByGateway, selectSubscription, type SubscriptionRow } from './queries.ts'
import { recordState } from './record.ts'
import { settle } from './settle.ts'

type Claim = Input<typeof verifyPayment>['body']

/**
 * Returns the subscription after the payment. Throws notFound for ids of another organization, invalidInput for a signature that is not
 * the provider's, and conflict for a payment that is refunded because its amount is wrong or the order was paid already. If the provider
 * cannot be reached, the payment counts as processing and a job checks it later.
 */
export async function verify(billing: Billing, caller: ApplicationCaller, claim: Claim): Promise<SubscriptionRow> {
  const { payment_id: paymentId, signature, payment_gateway_id: gateway } = claim
  if (gateway !== billing.provider.no) throw invalidField('payment_gateway_id', sentence('billing.wrongSignature'))
  const { subscriptionId, of, due } = await claimed(billing, caller.organizationId, claim)
  if (!billing.provider.verify({ of, paymentId, signature })) {
    billing.deps.log.warn(
      { subscription: subscriptionId, account: caller.accountId },
      'a payment had a wrong signature',
    )
    throw new AppError('invalidInput', sentence('billing.wrongSignature'))
  }
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      await note(billing, turn, { caller, subscriptionId, paymentId })
      try {
        const settled = await settle(billing, turn, subscriptionId)
        const words = await wordsOfReturn(billing, paymentId, { due, of })
        if (words !== undefined) throw new AppError('conflict', words)
        if (settled !== undefined) return settled
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        await compareSoon(billing.db, subscriptionId)
      }
      return orNotFound(await selectSubscription(billing.db, subscriptionId))
    }),
  )
}

interface Claimed {
  subscriptionId: string
  of: PaymentProof['of']
  /** The amount due. For a month it is that of the first charge, since later ones may be a difference. */
  due: Price | undefined
}

/** Why a payment was refunded; undefined if it bought something, or is not known yet. */
async function wordsOfReturn(
  { db, provider }: Billing,
  paymentId: string,
  { due, of }: Pick<Claimed, 'due' | 'of'>,
): Promise<Sentence | undefined> {
  const bill = await selectBill(db, provider, paymentId)
  if (bill === undefined) return undefined
  if (due && !isExactly(bill, due)) return sentence('billing.otherAmount')
  const order = 'orderId' in of ? await selectOrderByGateway(db, provider, of.orderId) : undefined
  const isKept = order === undefined || (order.status === 'paid' && order.gateway_payment_id === paymentId)
  return isKept ? undefined : sentence('billing.nothingDue')
}

/** Our row, found by the ids that the browser names. The signature is checked against the id that we stored. */
async function claimed(
  { db, provider }: Billing,
  organizationId: string,
  { order_id: orderId, subscription_id: gatewayId }: Claim,
): Promise<Claimed> {
  if (orderId !== undefined) {
    const order = await selectOrderByGateway(db, provider, orderId)
    if (order?.organization_id === organizationId && order.gateway_order_id !== null) {
      return { subscriptionId: order.subscription_id, of: { orderId: order.gateway_order_id }, due: order }
    }
  } else if (gatewayId !== undefined) {
    const found = await selectByGateway(db, provider, gatewayId)
    const row = found?.organization_id === organizationId && (await selectSubscription(db, found.subscription_id))
    if (row && row.gateway_subscription_id !== null) {
      const due = row.period_start === null ? row : undefined
      return { subscriptionId: row.subscription_id, of: { subscriptionId: row.gateway_subscription_id }, due }
    }
  }
  throw new AppError('notFound')
}

/** Stored first: if all else fails, the subscription counts as processing instead of unpaid. */
async function note(
  { db, provider, deps }: Billing,
  turn: Turn,
  { caller, subscriptionId, paymentId }: { caller: ApplicationCaller; subscriptionId: string; paymentId: string },
): Promise<void> {
  const row = await selectSubscription(db, subscriptionId)
  if (row === undefined || row.ended_at !== null) return
  const now = deps.clock.now()
  // A payment with a bill has been handled: reporting it again proves nothing new.
  const isNew = (await selectBill(db, provider, paymentId)) === undefined
  await turn.write(async tx => {
    if (isNew && (row.status === 0 || row.status === 3)) {
      await recordState(tx, row, { verified_at: now, gateway_payment_id: paymentId }, now)
    }
    await recordAudit(
      tx,
      {
        ...byCaller(caller),
        action: 'subscription.pay',
        object: { type: 'subscription', id: subscriptionId, name: row.plan_name },
        after: { payment: paymentId },
      },
      now,
    )
  })
}

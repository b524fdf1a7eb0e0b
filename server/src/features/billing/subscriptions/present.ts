import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { epochSeconds } from '../../../lib/clock.ts'
import type { SubscriptionRow } from './queries.ts'

/** A subscription as the API returns it. */
export function presentSubscription(row: SubscriptionRow & { invoice_id: string | null }): Subscription {
  const isYear = row.package_id === 7
  return {
    uuid: row.subscription_id,
    gateway_subscription_id: (isYear ? row.gateway_order_id : row.gateway_subscription_id) ?? '',
    gateway_transaction_id: isYear ? row.gateway_payment_id : null,
    status: row.status,
    name: row.plan_name,
    plan_id: row.plan_id,
    package_id: row.package_id,
    price: row.price,
    currency: row.currency,
    created_on: epochSeconds(row.created_at),
    period_start: secondsOf(row.period_start),
    period_end: secondsOf(row.period_end),
    next_charge: secondsOf(row.next_charge),
    ended_on: secondsOf(row.ended_at),
    card_meta: row.card && {
      method: row.card.method,
      network: row.card.card?.network ?? null,
      last4: row.card.card?.last4 ?? null,
    },
    change: row.change && {
      type: row.change.type,
      new_plan_id: row.change.plan.plan_id,
      amount: row.change.amount,
      date: epochSeconds(new Date(row.change.date)),
    },
    invoice_uuid: row.invoice_id,
    card_update_url: row.ended_at === null ? row.card_update_url : null,
  }
}

function secondsOf(date: Date | null): number | null {
  return date && epochSeconds(date)
}

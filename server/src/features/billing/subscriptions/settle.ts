/** Front of all comparisons: whatever the occasion (a browser, a webhook, the clock), the provider's state is read and stored. */
import type { Billing } from '../context.ts'
import { issueCreditNotes } from '../invoices/issue.ts'
import { type InvoiceRow, selectCredited, selectRecentBills } from '../invoices/queries.ts'
import type { Turn } from '../turn.ts'
import { selectSubscription, type SubscriptionRow } from './queries.ts'
import { recordState } from './record.ts'
import { purchaseIn, settleMonthly } from './settle-monthly.ts'
import { settleYear } from './settle-year.ts'

const DAY_MS = 86_400_000
/** Webhooks report refunds. These bills are checked in case a webhook was lost. */
const LOOKED_AT = { days: 60, most: 3 }

/** Returns the subscription afterwards; undefined if it no longer exists. Must be called within a turn. */
export async function settle(
  billing: Billing,
  turn: Turn,
  subscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const row = await selectSubscription(billing.db, subscriptionId)
  if (row === undefined || !isOfHere(billing, row)) return row
  const settled = await (row.package_id === 7 ? settleYear : settleMonthly)(billing, turn, row)
  await endFollowed(billing, turn, settled)
  const since = new Date(billing.deps.clock.now().getTime() - LOOKED_AT.days * DAY_MS)
  for (const bill of await selectRecentBills(billing.db, subscriptionId, since, LOOKED_AT.most)) {
    await settleRefunds(billing, turn, bill)
  }
  return (await selectSubscription(billing.db, subscriptionId)) ?? settled
}

/** Once this subscription's payment method is authorised, the one before it is cancelled at its period's end, and is then replaced. */
async function endFollowed(billing: Billing, turn: Turn, row: SubscriptionRow): Promise<void> {
  if (row.follows === null || (row.gateway_state !== 'authenticated' && row.gateway_state !== 'active')) return
  const former = await selectSubscription(billing.db, row.follows)
  if (former === undefined || former.ended_at !== null) return
  if (former.cancel_asked_at === null && former.gateway_subscription_id !== null) {
    await billing.provider.cancel(former.gateway_subscription_id, 'period_end')
    const now = billing.deps.clock.now()
    const change = {
      type: row.price > former.price ? 'upgrade' : 'downgrade',
      amount: 0,
      date: (former.period_end ?? now).toISOString(),
      plan: purchaseIn(row),
    } as const
    await turn.write(tx => recordState(tx, former, { cancel_asked_at: now, next_charge: null, change }, now))
  }
  if (row.gateway_state === 'active') await settle(billing, turn, former.subscription_id)
}

/** Issues credit notes for refunds of a bill. A year that was refunded in full ends. */
export async function settleRefunds(billing: Billing, turn: Turn, bill: InvoiceRow): Promise<void> {
  const { provider, deps, db } = billing
  const payment = await provider.readPayment(bill.gateway_payment_id)
  const credited = [...(await selectCredited(db, bill.invoice_id)).values()].reduce((sum, each) => sum + each, 0)
  if (payment.refunded <= credited) return
  const refunds = await provider.readRefunds(payment.id)
  const row = await selectSubscription(db, bill.subscription_id)
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const now = deps.clock.now()
  await turn.write(async tx => {
    await issueCreditNotes(tx, bill, refunds, now)
    const isYear = row?.package_id === 7 && row.ended_at === null && row.gateway_payment_id === payment.id
    if (isYear && refunded >= bill.amount) await recordState(tx, row, { gateway_state: 'order.over' }, now)
  })
}

/** Keys of another mode cannot read it: live keys do not see what was bought with test keys. */
function isOfHere({ provider }: Billing, { gateway, world }: SubscriptionRow): boolean {
  return gateway === provider.no && world === provider.world
}

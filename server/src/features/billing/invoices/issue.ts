/** Issues documents: exactly one bill for each captured payment and one credit note for each refund, in the transaction that records it. */
import { INVOICE_STATUS } from '@notifly/contracts/billing/states'
import type { Db } from '../../../db/schema/tables.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import type { Billing } from '../context.ts'
import { shareOf, taxesWithin } from '../plans/money.ts'
import type { Purchase } from '../plans/plans.ts'
import type { RemotePayment, RemoteRefund } from '../../../lib/payments/provider.ts'
import { insertInvoice, type InvoiceRow, selectBill, selectCredited, selectCustomer, takeNumber } from './queries.ts'

interface Paid {
  organizationId: string
  subscriptionId: string
  purchase: Purchase
  payment: RemotePayment
  period: { start: Date; end: Date }
}

/** Returns the bill of a payment, and issues it if it does not exist yet. */
export async function issueBill(tx: Db, { provider, plans }: Billing, paid: Paid, now: Date): Promise<InvoiceRow> {
  const { purchase, payment, period } = paid
  const known = await selectBill(tx, provider, payment.id)
  if (known !== undefined) return known
  const bill: InvoiceRow = {
    invoice_id: uuidv7(),
    number: await nextNumber(tx, provider.world, now),
    status: INVOICE_STATUS.bill,
    organization_id: paid.organizationId,
    subscription_id: paid.subscriptionId,
    plan_id: purchase.plan_id,
    plan_name: purchase.plan_name,
    currency: payment.currency,
    amount: payment.amount,
    taxes: taxesWithin(payment.amount, purchase.price, purchase.taxes, payment.currency),
    period_start: period.start,
    period_end: period.end,
    issued_at: now,
    customer: await selectCustomer(tx, paid.organizationId),
    seller: plans.seller,
    card: payment.with,
    gateway: provider.no,
    world: provider.world,
    gateway_payment_id: payment.id,
    gateway_refund_id: null,
    credits: null,
  }
  await insertInvoice(tx, bill)
  return bill
}

/** Issues credit notes for refunds of a bill that have none yet. */
export async function issueCreditNotes(
  tx: Db,
  bill: InvoiceRow,
  refunds: readonly RemoteRefund[],
  now: Date,
): Promise<void> {
  const credited = await selectCredited(tx, bill.invoice_id)
  for (const { id, amount } of refunds.filter(refund => !credited.has(refund.id))) {
    const isWhole = amount === bill.amount
    await insertInvoice(tx, {
      ...bill,
      invoice_id: uuidv7(),
      number: await nextNumber(tx, bill.world, now),
      status: INVOICE_STATUS.refund,
      amount,
      taxes: bill.taxes.map(tax => ({
        ...tax,
        amount: isWhole ? tax.amount : shareOf(tax.amount, BigInt(amount), BigInt(bill.amount), bill.currency),
      })),
      issued_at: now,
      gateway_refund_id: id,
      credits: bill.invoice_id,
    })
  }
}

/** `2026-000042`, for trial money `TEST-2026-000042`: the year of issue (UTC) and a running number. */
async function nextNumber(tx: Db, world: string, now: Date): Promise<string> {
  const series = world === 'live' ? '' : 'TEST-'
  const year = now.getUTCFullYear()
  return `${series}${year}-${String(await takeNumber(tx, series, year)).padStart(6, '0')}`
}

import type { Invoice, InvoiceRow } from '@notifly/contracts/billing/invoices'
import { INVOICE_STATUS } from '@notifly/contracts/billing/states'
import { printCsvRow } from '@notifly/contracts/csv'
import { csvHeader } from '../../../http/send-csv.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { decimalOf } from '@notifly/contracts/billing/money'
import type { ListedInvoice } from './queries.ts'
import { amountInWords } from './words.ts'

export function presentRow(row: ListedInvoice): InvoiceRow {
  return {
    uuid: row.invoice_id,
    number: row.number,
    status: row.status,
    plan_name: row.plan_name,
    issued_on: epochSeconds(row.issued_at),
    subscription_uuid: row.subscription_id,
    currency: row.currency,
    invoice_amount: row.amount,
    credits: row.credited_number,
  }
}

export function presentInvoice(row: ListedInvoice): Invoice {
  const { method, wallet, card, vpa } = row.card
  const isRefund = row.status === INVOICE_STATUS.refund
  return {
    ...presentRow(row),
    invoice_period_start_date: epochSeconds(row.period_start),
    invoice_period_end_date: epochSeconds(row.period_end),
    customer_meta: row.customer.map(model => ({ model })),
    card_meta: {
      method,
      wallet,
      card,
      vpa,
      amount: row.amount,
      amount_refunded: isRefund ? row.amount : Number(row.refunded ?? 0),
    },
    taxes: row.taxes,
    seller: row.seller,
    amount_in_words: amountInWords(row.amount, row.currency),
  }
}

const COLUMNS = [
  'number',
  'kind',
  'credits',
  'issued_at',
  'plan',
  'period_start',
  'period_end',
  'amount',
  'tax',
  'currency',
  'method',
  'invoice_uuid',
  'subscription_uuid',
]

export const CSV_HEADER = csvHeader(COLUMNS)

export function printInvoice(row: ListedInvoice): string {
  const isRefund = row.status === INVOICE_STATUS.refund
  const tax = row.taxes.reduce((sum, { amount }) => sum + amount, 0)
  const signed = (amount: number): string => `${isRefund && amount > 0 ? '-' : ''}${decimalOf(amount, row.currency)}`
  return printCsvRow([
    row.number,
    isRefund ? 'refund' : 'bill',
    row.credited_number ?? '',
    row.issued_at.toISOString(),
    row.plan_name,
    row.period_start.toISOString(),
    row.period_end.toISOString(),
    signed(row.amount),
    signed(tax),
    row.currency,
    row.card.method,
    row.invoice_id,
    row.subscription_id,
  ])
}

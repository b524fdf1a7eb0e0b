/** SQL of invoices and credit notes. */
import { INVOICE_STATUS } from '@notifly/contracts/billing/states'
import { type Selectable, sql } from 'kysely'
import { type Paging, selectPage } from '../../../db/pages.ts'
import type { Db, Tables } from '../../../db/schema/tables.ts'
import type { Seller } from '../plans/plan-file.ts'
import type { TaxLine } from '../plans/money.ts'
import type { PaidWith } from '../../../lib/payments/provider.ts'
import type { Gateway } from '../subscriptions/order-queries.ts'

type Stored = Omit<Selectable<Tables['invoice']>, 'taxes' | 'customer' | 'seller' | 'card'>

export interface InvoiceRow extends Stored {
  taxes: TaxLine[]
  /** Lines. */
  customer: string[]
  seller: Seller
  card: PaidWith
}

/** The next number of the year. The row stays locked until the transaction ends; a rollback frees the number again. */
export async function takeNumber(tx: Db, series: string, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_number')
    .values({ series, year, last: 1 })
    .onConflict(conflict => conflict.columns(['series', 'year']).doUpdateSet({ last: sql`invoice_number.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export async function insertInvoice(tx: Db, { taxes, customer, seller, card, ...row }: InvoiceRow): Promise<void> {
  await tx
    .insertInto('invoice')
    .values({
      ...row,
      taxes: JSON.stringify(taxes),
      customer: JSON.stringify(customer),
      seller: JSON.stringify(seller),
      card: JSON.stringify(card),
    })
    .execute()
}

function rows(db: Db) {
  return db
    .selectFrom('invoice')
    .leftJoin('invoice as bill', 'bill.invoice_id', 'invoice.credits')
    .selectAll('invoice')
    .select(eb => [
      'bill.number as credited_number',
      eb
        .selectFrom('invoice as note')
        .whereRef('note.credits', '=', 'invoice.invoice_id')
        .select(inner => inner.fn.coalesce(inner.fn.sum<number>('note.amount'), sql<number>`0`).as('sum'))
        .$castTo<number | null>()
        .as('refunded'),
    ])
}

export interface ListedInvoice extends InvoiceRow {
  credited_number: string | null
  /** What was refunded of a bill, by its credit notes. */
  refunded: number | string | null
}

/** By id or number. */
export async function selectInvoice(db: Db, organizationId: string, name: string): Promise<ListedInvoice | undefined> {
  const row = await rows(db)
    .where('invoice.organization_id', '=', organizationId)
    .where(sql<boolean>`(invoice.invoice_id::text = ${name.toLowerCase()} or invoice.number = ${name})`)
    .executeTakeFirst()
  return row as ListedInvoice | undefined
}

/** The latest bill of a subscription, by our id or the provider's. */
export async function selectLatestOf(
  db: Db,
  organizationId: string,
  subscription: string,
): Promise<ListedInvoice | undefined> {
  const row = await rows(db)
    .where('invoice.organization_id', '=', organizationId)
    .where('invoice.subscription_id', 'in', eb =>
      eb
        .selectFrom('subscription')
        .where('organization_id', '=', organizationId)
        .where(
          sql<boolean>`(subscription_id::text = ${subscription.toLowerCase()} or gateway_subscription_id = ${subscription}
            or gateway_order_id = ${subscription})`,
        )
        .select('subscription_id'),
    )
    .orderBy('invoice.issued_at', 'desc')
    .orderBy('invoice.invoice_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as ListedInvoice | undefined
}

export interface InvoiceFilter {
  organizationId: string
  status?: 'bill' | 'refund' | undefined
  subscriptionId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  search?: string | undefined
}

function matching<Query extends { where: (condition: never) => Query }>(query: Query, filter: InvoiceFilter): Query {
  const conditions = [
    sql<boolean>`invoice.organization_id = ${filter.organizationId}`,
    ...(filter.status === undefined ? [] : [sql<boolean>`invoice.status = ${INVOICE_STATUS[filter.status]}`]),
    ...(filter.subscriptionId === undefined
      ? []
      : [sql<boolean>`invoice.subscription_id = ${filter.subscriptionId}::uuid`]),
    ...(filter.since === undefined ? [] : [sql<boolean>`invoice.issued_at >= ${filter.since}`]),
    ...(filter.until === undefined ? [] : [sql<boolean>`invoice.issued_at < ${filter.until}`]),
    ...(filter.search
      ? [sql<boolean>`position(lower(${filter.search}) in lower(invoice.number || ' ' || invoice.plan_name)) > 0`]
      : []),
  ]
  return conditions.reduce((narrowed, condition) => narrowed.where(condition as never), query)
}

export async function selectInvoices(
  db: Db,
  filter: InvoiceFilter,
  paging: Paging,
): Promise<{ rows: ListedInvoice[]; total: number }> {
  const found = matching(rows(db), filter)
    .orderBy('invoice.issued_at', 'desc')
    .orderBy('invoice.invoice_id', 'desc')
    .$castTo<ListedInvoice>()
  return selectPage(found, matching(db.selectFrom('invoice'), filter), paging)
}

/** The next page, older than the last row read; null starts with the newest. */
export async function selectInvoicesAfter(
  db: Db,
  filter: InvoiceFilter,
  last: ListedInvoice | null,
  limit: number,
): Promise<ListedInvoice[]> {
  const found = await matching(rows(db), filter)
    .$if(last !== null, query =>
      query.where(
        sql<boolean>`(invoice.issued_at, invoice.invoice_id) < (${last?.issued_at ?? null}, ${last?.invoice_id ?? null}::uuid)`,
      ),
    )
    .orderBy('invoice.issued_at', 'desc')
    .orderBy('invoice.invoice_id', 'desc')
    .limit(limit)
    .execute()
  return found as ListedInvoice[]
}

/** Those of these payments that have a bill. */
export async function selectBilled(
  db: Db,
  { no, world }: Gateway,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const found = await db
    .selectFrom('invoice')
    .where('gateway', '=', no)
    .where('world', '=', world)
    .where('status', '=', INVOICE_STATUS.bill)
    .where('gateway_payment_id', 'in', paymentIds)
    .select('gateway_payment_id')
    .execute()
  return new Set(found.map(row => row.gateway_payment_id))
}

export async function selectBill(db: Db, { no, world }: Gateway, paymentId: string): Promise<InvoiceRow | undefined> {
  const row = await db
    .selectFrom('invoice')
    .where(eb => eb.and({ gateway: no, world, status: INVOICE_STATUS.bill, gateway_payment_id: paymentId }))
    .selectAll()
    .executeTakeFirst()
  return row as InvoiceRow | undefined
}

/** The latest bills of a subscription, which may have been refunded unnoticed. */
export async function selectRecentBills(
  db: Db,
  subscriptionId: string,
  since: Date,
  limit: number,
): Promise<InvoiceRow[]> {
  const found = await db
    .selectFrom('invoice')
    .where(eb => eb.and({ subscription_id: subscriptionId, status: INVOICE_STATUS.bill }))
    .where('issued_at', '>', since)
    .orderBy('issued_at', 'desc')
    .limit(limit)
    .selectAll()
    .execute()
  return found as InvoiceRow[]
}

/** Refunds of a bill that have a credit note, by the provider's ids. */
export async function selectCredited(db: Db, billId: string): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('invoice')
    .where('credits', '=', billId)
    .select(['gateway_refund_id', 'amount'])
    .execute()
  return new Map(found.map(row => [row.gateway_refund_id ?? '', row.amount]))
}

/** The customer as named on invoices: by the billing preferences, else by the organization's name alone. */
export async function selectCustomer(db: Db, organizationId: string): Promise<string[]> {
  const row = await db
    .selectFrom('organization')
    .leftJoin('billing_preference as preference', 'preference.organization_id', 'organization.organization_id')
    .where('organization.organization_id', '=', organizationId)
    .select(['organization.name', 'preference.company_name', 'preference.billing_address'])
    .executeTakeFirst()
  if (row === undefined) return []
  const lines = (row.billing_address ?? '').split('\n').map(line => line.trim())
  return [row.company_name || row.name, ...lines.filter(line => line !== '')]
}

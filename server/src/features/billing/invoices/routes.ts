import { downloadInvoices, listInvoices, readInvoice } from '@notifly/contracts/billing/invoices'
import { Readable } from 'node:stream'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { listRead } from '../../../db/fair-places.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import { type Http, type Input, pagedRoute, rawRoute, route } from '../../../http/route.ts'
import { AppError } from '../../../lib/app-error.ts'
import { begun } from '../../../lib/begun.ts'
import { daysGiven } from '../../../lib/time/day-range.ts'
import { type Billing, billingFor } from '../context.ts'
import { CSV_HEADER, presentInvoice, presentRow, printInvoice } from './present.ts'
import { type InvoiceFilter, selectInvoice, selectInvoices, selectInvoicesAfter, selectLatestOf } from './queries.ts'

const ROWS_AT_ONCE = 1000

export function invoiceRoutes(http: Http, opened: Billing | null): void {
  route(http, readInvoice, async ({ query, caller }) => {
    const { db } = billingFor(opened, caller)
    const { organizationId } = caller
    const { invoice_uuid: invoice, subscription_uuid: subscription } = query
    const found =
      invoice !== undefined
        ? await selectInvoice(db, organizationId, invoice)
        : await selectLatestOf(db, organizationId, subscription ?? '')
    if (found === undefined) throw new AppError('notFound')
    return presentInvoice(found)
  })

  pagedRoute(http, listInvoices, async ({ query, caller }) => {
    const { db } = billingFor(opened, caller)
    const { page, per_page: perPage } = query
    const filter = await filterOf(billingFor(opened, caller), query, caller)
    const { rows, total } = await listRead(db, filter.organizationId, tx =>
      selectInvoices(tx, filter, { page, perPage }),
    )
    return { rows: rows.map(presentRow), total }
  })

  rawRoute(http, downloadInvoices, async ({ query, caller, reply }) => {
    const billing = billingFor(opened, caller)
    const lines = await begun(printed(billing, await filterOf(billing, query, caller)))
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="invoices.csv"')
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(lines))
  })
}

/** Days are those of the application's time zone. */
async function filterOf(
  { db }: Billing,
  { status, subscription_uuid: subscriptionId, from, to, search }: Input<typeof downloadInvoices>['query'],
  { organizationId, applicationId }: ApplicationCaller,
): Promise<InvoiceFilter> {
  const days = daysGiven({ from, to }, await selectTimezone(db, applicationId))
  return { organizationId, status, subscriptionId: subscriptionId?.toLowerCase(), search, ...days }
}

async function* printed({ db }: Billing, filter: InvoiceFilter): AsyncGenerator<string> {
  yield CSV_HEADER
  let last: { issuedAt: Date; invoiceId: string } | null = null
  for (;;) {
    const rows = await listRead(db, filter.organizationId, tx => selectInvoicesAfter(tx, filter, last, ROWS_AT_ONCE))
    if (rows.length > 0) yield rows.map(printInvoice).join('')
    const oldest = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE || oldest === undefined) return
    last = { issuedAt: oldest.issued_at, invoiceId: oldest.invoice_id }
  }
}

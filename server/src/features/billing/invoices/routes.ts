import { downloadInvoices, listInvoices, readInvoice } from '@notifly/contracts/billing/invoices'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { listRead } from '../../../db/fair-places.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import { type Http, type Input, pagedRoute, rawRoute, route } from '../../../http/route.ts'
import { printedRows, sendCsv } from '../../../http/send-csv.ts'
import { AppError } from '../../../lib/app-error.ts'
import { daysGiven } from '../../../lib/time/day-range.ts'
import { type Billing, billingFor } from '../context.ts'
import { CSV_HEADER, presentInvoice, presentRow, printInvoice } from './present.ts'
import {
  type InvoiceFilter,
  type ListedInvoice,
  selectInvoice,
  selectInvoices,
  selectInvoicesAfter,
  selectLatestOf,
} from './queries.ts'

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
    return sendCsv(reply, 'invoices.csv', printed(billing, await filterOf(billing, query, caller)))
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
  const read = (last: ListedInvoice | null, limit: number) =>
    listRead(db, filter.organizationId, tx => selectInvoicesAfter(tx, filter, last, limit))
  yield* printedRows(read, printInvoice)
}

/**
 * Events of the provider, each handled once. An event only says which subscription to look at: a job reads its state from the provider, so
 * late, repeated and out-of-order events lead to the same state, and an event's contents are never trusted. Events about the same
 * subscription that arrive together cause one look.
 */
import type { Deps } from '../../../http/deps.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { compareSoon, compareBillSoon } from '../compare.ts'
import type { Billing } from '../context.ts'
import { selectBill } from '../invoices/queries.ts'
import type { RemoteEvent } from '../../../lib/payments/provider.ts'
import { selectOrderByGateway } from '../subscriptions/order-queries.ts'
import { selectByGateway } from '../subscriptions/queries.ts'
import { deleteEvents, insertEvent } from './queries.ts'

export async function takeEvent(billing: Billing, event: RemoteEvent): Promise<void> {
  const { db, provider, deps } = billing
  await db.transaction().execute(async tx => {
    if (await insertEvent(tx, provider.no, event, deps.clock.now())) await lookInto(tx, billing, event.about)
  })
}

/** The provider's account may serve other systems too: events of theirs are ignored. */
async function lookInto(tx: Db, { provider }: Billing, about: RemoteEvent['about']): Promise<void> {
  const { subscription, order, payment } = about
  const found =
    (subscription !== undefined && (await selectByGateway(tx, provider, subscription))) ||
    (order !== undefined && (await selectOrderByGateway(tx, provider, order)))
  if (found) await compareSoon(tx, found.subscription_id)
  const bill = payment === undefined ? undefined : await selectBill(tx, provider, payment)
  if (bill !== undefined) await compareBillSoon(tx, bill.gateway_payment_id)
}

/**
 * Providers repeat an event for days, and operators by hand a little longer. One that arrives even later is handled again, which is
 * harmless.
 */
const KEPT_MS = 30 * 86_400_000
const FORGOTTEN_AT_ONCE = 5000

/** Returns `more` while there are others. */
export async function deleteOldEvents({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<'more' | 'done'> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  const forgotten = await deleteEvents(database.kysely, before, FORGOTTEN_AT_ONCE)
  return forgotten === FORGOTTEN_AT_ONCE ? 'more' : 'done'
}

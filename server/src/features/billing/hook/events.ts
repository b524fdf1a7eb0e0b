/**
 * What the provider tells: stored once, then acted on by a job. An event only says what to look at; the state is read at the provider, so
 * late, doubled and out-of-order events end in the same state, and what an event claims is never believed.
 */
import * as z from 'zod/mini'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { type Billing, openBilling } from '../context.ts'
import { selectBill } from '../invoices/queries.ts'
import type { RemoteEvent } from '../provider.ts'
import { selectOrderByGateway } from '../subscriptions/order-queries.ts'
import { selectByGateway } from '../subscriptions/queries.ts'
import { settle, settleRefunds } from '../subscriptions/settle.ts'
import { inTurn } from '../turn.ts'
import { insertEvent, markApplied, selectUnapplied } from './queries.ts'

/** Name of the job that acts on one event. */
export const APPLY_EVENT = 'billing-event'

const Payload = z.object({ event_id: z.string() })

export async function storeEvent({ db, provider, deps }: Billing, event: RemoteEvent): Promise<void> {
  await db.transaction().execute(async tx => {
    if (await insertEvent(tx, provider.no, event, deps.clock.now())) {
      await enqueue(tx, APPLY_EVENT, { event_id: event.id })
    }
  })
}

export async function applyEvent(deps: Deps, payload: unknown): Promise<void> {
  const billing = openBilling(deps)
  if (billing === null) return
  const { event_id: eventId } = Payload.parse(payload)
  const { db, provider } = billing
  const about = await selectUnapplied(db, provider.no, eventId)
  if (about === undefined) return
  await actOn(billing, about)
  await markApplied(db, provider.no, eventId, deps.clock.now())
}

/** The provider's account may serve others too: what is not ours is nothing to us. */
async function actOn(billing: Billing, about: RemoteEvent['about']): Promise<void> {
  const { db, provider } = billing
  const found =
    (about.subscription !== undefined && (await selectByGateway(db, provider, about.subscription))) ||
    (about.order !== undefined && (await selectOrderByGateway(db, provider, about.order)))
  if (found) {
    const { organization_id: organizationId, subscription_id: subscriptionId } = found
    await inTurn(db, organizationId, turn => settle(billing, turn, subscriptionId))
  }
  const bill = about.payment === undefined ? undefined : await selectBill(db, provider, about.payment)
  if (bill !== undefined) {
    await inTurn(db, bill.organization_id, turn => settleRefunds(billing, turn, bill))
  }
}

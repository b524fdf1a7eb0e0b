/** What recipients decide on their page, or with the button of their mail program. */
import { applyEvents } from '../../delivery/apply-events.ts'
import type { Deps } from '../../http/deps.ts'
import { readDelivery, type DeliveryRef } from '../../lib/delivery-token.ts'
import { selectSubscription, type SubscriptionRow } from './queries.ts'

export interface Subscription extends SubscriptionRow {
  ref: DeliveryRef
}

/** Whose link this is; null when it is none of ours, or what it names is gone. */
export async function readSubscription(deps: Deps, token: string): Promise<Subscription | null> {
  const ref = readDelivery(deps.secrets, token)
  if (ref === null) return null
  const row = await selectSubscription(deps.database.kysely, ref)
  return row === undefined ? null : { ...row, ref }
}

/** No further campaign reaches this recipient on the message's channel. Repeated, it changes nothing. */
export async function unsubscribe(deps: Deps, subscription: Subscription, way: 'one_click' | 'page'): Promise<void> {
  if (!subscription.has_left) await decide(deps, subscription, 'unsubscribed', way)
}

export async function resubscribe(deps: Deps, subscription: Subscription): Promise<void> {
  if (subscription.has_left) await decide(deps, subscription, 'resubscribed', 'page')
}

async function decide(
  { database, clock }: Deps,
  { ref }: Subscription,
  kind: 'unsubscribed' | 'resubscribed',
  way: string,
): Promise<void> {
  await applyEvents(database, [{ ...ref, kind, at: clock.now(), source: 'recipient', bot: false, detail: { way } }])
}

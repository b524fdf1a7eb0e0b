/**
 * Comparison with the provider: every open subscription about once a day, one that is being bought every hour. What webhooks did not tell
 * is found here.
 */
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { type Billing, openBilling } from './context.ts'
import { ProviderAway } from './provider.ts'
import { forgetEvents } from './hook/queries.ts'
import { claimForComparison, selectSubscription } from './subscriptions/queries.ts'
import { settle } from './subscriptions/settle.ts'
import { inTurn } from './turn.ts'

/** Name of the job that compares one subscription. */
export const COMPARE = 'billing-compare'

const Payload = z.object({ subscription_id: z.string() })

export async function compareOne(deps: Deps, payload: unknown): Promise<void> {
  const billing = openBilling(deps)
  if (billing !== null) await compare(billing, Payload.parse(payload).subscription_id)
}

async function compare(billing: Billing, subscriptionId: string): Promise<void> {
  const row = await selectSubscription(billing.db, subscriptionId)
  if (row === undefined) return
  await inTurn(billing.db, row.organization_id, turn => settle(billing, turn, subscriptionId))
}

/** So many at a time, those first that waited longest. */
const AT_ONCE = 20
const EVENT_DAYS = 90

/** Answers `more` while there are others. One that fails does not keep the others from their turn; a provider that is away does. */
export async function compareDue(deps: Deps): Promise<'more' | undefined> {
  const billing = openBilling(deps)
  if (billing === null) return undefined
  const { db, provider } = billing
  const due = await claimForComparison(db, provider, AT_ONCE, deps.clock.now())
  for (const { subscription_id: subscription } of due) {
    try {
      await compare(billing, subscription)
    } catch (error) {
      deps.log.error({ err: error, subscription }, 'a subscription could not be compared with the provider')
      if (error instanceof ProviderAway) return undefined
    }
  }
  if (due.length === AT_ONCE) return 'more'
  await forgetEvents(db, new Date(deps.clock.now().getTime() - EVENT_DAYS * 86_400_000))
  return undefined
}

import type { ApplicationCaller } from '../../../http/caller.ts'
import { orNotFound } from '../../../lib/app-error.ts'
import type { Billing } from '../context.ts'
import { inTurn } from '../turn.ts'
import { asSentence } from './open.ts'
import { selectNamed, type SubscriptionRow } from './queries.ts'
import { settle } from './settle.ts'

/** Compares a subscription with the provider now. Throws notFound for one of another organization. */
export async function refresh(
  billing: Billing,
  { organizationId }: ApplicationCaller,
  name: string,
): Promise<SubscriptionRow> {
  const named = orNotFound(await selectNamed(billing.db, organizationId, name))
  const row = await asSentence(inTurn(billing.db, organizationId, turn => settle(billing, turn, named.subscription_id)))
  return row ?? named
}

/** Ending a subscription: with what is paid, or at once where nothing is. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ApplicationCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { ProviderRefusal } from '../provider.ts'
import { inTurn, type Turn } from '../turn.ts'
import { abandon } from './begin.ts'
import { asSentence } from './open.ts'
import { closeOrders } from './order-queries.ts'
import { selectNamed, selectOpen, selectSubscription, type SubscriptionRow } from './queries.ts'
import { recordState } from './record.ts'
import { settle } from './settle.ts'
import { standingOf } from './states.ts'

/** Answers it as it is then. Again: it stays as it is. Throws notFound, and conflict while a payment is being processed. */
export async function cancel(billing: Billing, caller: ApplicationCaller, name: string): Promise<SubscriptionRow> {
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      const named = await selectNamed(billing.db, caller.organizationId, name)
      if (named === undefined) throw new AppError('notFound')
      // What the provider says now decides whether something is paid.
      const row = await settle(billing, turn, named.subscription_id).catch(unlessUnknown)
      const current = row ?? named
      const { acts, isOver } = standingOf(current)
      const isDone = isOver || current.ended_at !== null || current.cancel_asked_at !== null
      if (isDone && !acts.includes('cancel_now')) return current
      if (!acts.includes('cancel') && !acts.includes('cancel_now')) {
        throw new AppError('conflict', sentence('billing.processing'))
      }
      await record(billing, turn, caller, current)
      return acts.includes('cancel') ? cancelAtEnd(billing, turn, current) : cancelNow(billing, turn, current)
    }),
  )
}

/** Something that the provider has lost can be cancelled all the same. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof ProviderRefusal && error.isUnknown) return undefined
  throw error
}

async function cancelAtEnd(billing: Billing, turn: Turn, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { provider, deps, db } = billing
  const follower = (await selectOpen(db, turn.organizationId)).find(each => each.follows === row.subscription_id)
  if (follower !== undefined) await abandon(billing, turn, follower)
  if (row.gateway_subscription_id !== null) {
    await provider.dropChange(row.gateway_subscription_id)
    await provider.cancel(row.gateway_subscription_id, 'period_end')
  }
  const now = deps.clock.now()
  return turn.write(async tx => {
    await closeOrders(tx, row.subscription_id, now)
    return recordState(tx, row, { cancel_asked_at: now, next_charge: null, change: null }, now)
  })
}

async function cancelNow(billing: Billing, turn: Turn, row: SubscriptionRow): Promise<SubscriptionRow> {
  const ended = await abandon(billing, turn, row)
  return (await selectSubscription(billing.db, row.subscription_id)) ?? ended
}

async function record({ deps }: Billing, turn: Turn, caller: ApplicationCaller, row: SubscriptionRow): Promise<void> {
  const { subscription_id: id, plan_name: name, plan_id: plan } = row
  await turn.write(tx =>
    recordAudit(
      tx,
      {
        ...byCaller(caller),
        action: 'subscription.cancel',
        object: { type: 'subscription', id, name },
        before: { plan },
      },
      deps.clock.now(),
    ),
  )
}

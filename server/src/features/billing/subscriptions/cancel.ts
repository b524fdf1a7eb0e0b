/** Ends a subscription: after the paid period, or at once if nothing is paid. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { inTurn, type Turn } from '../turn.ts'
import { cancelUnpaid } from './begin.ts'
import { asSentence, nullWhenLost } from './open.ts'
import { closeOrders } from './order-queries.ts'
import { selectNamed, selectOpen, type SubscriptionRow } from './queries.ts'
import { recordState } from './record.ts'
import { settle } from './settle.ts'
import { standingOf } from './states.ts'

/** Returns the subscription afterwards; repeating the call changes nothing. Throws notFound, and conflict while a payment is processing. */
export async function cancel(billing: Billing, caller: ApplicationCaller, name: string): Promise<SubscriptionRow> {
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      const named = orNotFound(await selectNamed(billing.db, caller.organizationId, name))
      // The provider's current state decides whether something is paid.
      const current = await settle(billing, turn, named.subscription_id).catch(nullWhenLost)
      if (current === null || current === undefined) return cancelNow(billing, turn, { caller, row: named })
      const { acts, isOver } = standingOf(current)
      if (acts.includes('cancel_now')) return cancelNow(billing, turn, { caller, row: current })
      if (isOver || current.cancel_asked_at !== null) return current
      if (!acts.includes('cancel')) throw new AppError('conflict', sentence('billing.processing'))
      return cancelAtEnd(billing, turn, { caller, row: current })
    }),
  )
}

interface Cancelled {
  caller: ApplicationCaller
  row: SubscriptionRow
}

async function cancelAtEnd(billing: Billing, turn: Turn, cancelled: Cancelled): Promise<SubscriptionRow> {
  const { provider, deps, db } = billing
  const { row } = cancelled
  const follower = (await selectOpen(db, turn.organizationId)).find(each => each.follows === row.subscription_id)
  if (follower !== undefined) await cancelUnpaid(billing, turn, follower)
  if (row.gateway_subscription_id !== null) {
    await provider.dropChange(row.gateway_subscription_id)
    await provider.cancel(row.gateway_subscription_id, 'period_end')
  }
  const now = deps.clock.now()
  return turn.write(async tx => {
    await recordCancellation(tx, cancelled, now)
    await closeOrders(tx, row.subscription_id, now)
    return recordState(tx, row, { cancel_asked_at: now, next_charge: null, change: null }, now)
  })
}

async function cancelNow(billing: Billing, turn: Turn, cancelled: Cancelled): Promise<SubscriptionRow> {
  const { row } = cancelled
  if (row.ended_at !== null) return row
  await turn.write(tx => recordCancellation(tx, cancelled, billing.deps.clock.now()))
  return cancelUnpaid(billing, turn, row)
}

async function recordCancellation(tx: Db, { caller, row }: Cancelled, now: Date): Promise<void> {
  const { subscription_id: id, plan_name: name, plan_id: plan } = row
  const object = { type: 'subscription', id, name }
  await recordAudit(tx, { ...byCaller(caller), action: 'subscription.cancel', object, before: { plan } }, now)
}

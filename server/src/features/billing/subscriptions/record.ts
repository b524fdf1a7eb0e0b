/** Stores what became of a subscription: its status by the table of states, the audit entry, and mails to those who pay. */
import type { Db } from '../../../db/schema/tables.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { RemotePayment } from '../../../lib/payments/provider.ts'
import type { MailKind } from '../mails/kinds.ts'
import { enqueuePayerMails } from '../mails/payer-mails.ts'
import { isExactly, type Price } from '../plans/money.ts'
import { selectFollower, type SubscriptionChange, type SubscriptionRow, updateSubscription } from './queries.ts'
import { type Standing, standingOf } from './states.ts'

/** How long a plan continues after its paid time, while a payment for what follows may still arrive. */
export const GRACE_MS = 7 * 86_400_000

/** Returns the subscription as it is afterwards. */
export async function recordState(
  tx: Db,
  before: SubscriptionRow,
  change: Omit<SubscriptionChange, 'status' | 'is_running'>,
  now: Date,
): Promise<SubscriptionRow> {
  const { purchase, ...plain } = change
  const after: SubscriptionRow = { ...before, ...plain, ...purchase }
  const standing = standingOf(after)
  after.status = standing.status
  after.is_running = standing.isRunning
  if (standing.isOver) {
    Object.assign(after, { ended_at: after.ended_at ?? now, next_charge: null, change: null, follows: null })
  }
  const { status, is_running, ended_at, next_charge, change: waiting, follows } = after
  const set = { ...change, status, is_running, ended_at, next_charge, change: waiting, follows }
  await updateSubscription(tx, before.subscription_id, set, now)
  if (standing.isOver) await letFollow(tx, before.subscription_id, now)
  await recordTurnOfEvents(tx, before, after, now)
  const kind = mailFor(before, after, standing)
  if (kind !== null) await enqueuePayerMails(tx, after, kind)
  return after
}

/** What follows takes its place; a year that was paid ahead begins. */
async function letFollow(tx: Db, subscriptionId: string, now: Date): Promise<void> {
  const next = await selectFollower(tx, subscriptionId)
  if (next === undefined) return
  const begins = next.gateway_state === 'order.ahead'
  await recordState(tx, next, { follows: null, ...(begins && { gateway_state: 'order.paid' }) }, now)
}

/**
 * Whether a plan continues although its time is over: what follows it is authorised but not charged yet. The provider charges at a time of
 * its choice, and the plan must not stop in between.
 */
export async function isAwaitingNext(
  db: Db,
  { subscription_id: id, period_end: end }: SubscriptionRow,
  now: Date,
): Promise<boolean> {
  const overMs = end === null ? -1 : now.getTime() - end.getTime()
  if (overMs < 0 || overMs >= GRACE_MS) return false
  return (await selectFollower(db, id))?.gateway_state === 'authenticated'
}

/** Stores a refund of a payment, and what should have been paid if that was a different amount. */
export async function recordGivenBack(
  tx: Db,
  { organization_id: organizationId, subscription_id: id, plan_name: name }: SubscriptionRow,
  { due, payment }: { due: Price; payment: RemotePayment },
  now: Date,
): Promise<void> {
  await recordAudit(
    tx,
    {
      organizationId,
      applicationId: null,
      actor: 'system',
      origin: null,
      action: 'subscription.refund',
      object: { type: 'subscription', id, name },
      after: {
        amount: payment.amount,
        currency: payment.currency,
        payment: payment.id,
        ...(!isExactly(payment, due) && { due_amount: due.amount, due_currency: due.currency }),
      },
    },
    now,
  )
}

/** Acts of people are in the audit trail already; this entry is for their result. */
async function recordTurnOfEvents(tx: Db, before: SubscriptionRow, after: SubscriptionRow, now: Date): Promise<void> {
  const seen = ({ status, gateway_state: state, plan_id: plan, ended_at: ended }: SubscriptionRow) => ({
    status,
    state,
    plan,
    ended: ended !== null,
  })
  const [was, is] = [seen(before), seen(after)]
  if (was.status === is.status && was.plan === is.plan && was.ended === is.ended) return
  await recordAudit(
    tx,
    {
      organizationId: after.organization_id,
      applicationId: null,
      actor: 'system',
      origin: null,
      action: 'subscription.state',
      object: { type: 'subscription', id: after.subscription_id, name: after.plan_name },
      before: was,
      after: is,
    },
    now,
  )
}

function mailFor(before: SubscriptionRow, after: SubscriptionRow, standing: Standing): MailKind | null {
  const was = before.gateway_state
  const is = after.gateway_state
  if (was === is || after.cancel_asked_at !== null || after.period_start === null) return null
  if (is === 'pending') return 'failed'
  if (is === 'halted') return 'halted'
  if (is === 'order.due') return 'due'
  return standing.isOver ? 'ended' : null
}

/** Changes of the plan. One function decides what a change costs and when it happens; the others carry that out. */
import type {
  confirmAnnualChange,
  previewChange,
  updateSubscription as updateContract,
} from '@notifly/contracts/billing/subscriptions'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Output } from '../../../http/route.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { shareOf } from '../plans/money.ts'
import { findPlan, type Purchase, purchaseOf } from '../plans/plans.ts'
import { ProviderRefusal } from '../../../lib/payments/provider.ts'
import { inTurn, type Turn } from '../turn.ts'
import { cancelUnpaid, beginNext, renewYear } from './begin.ts'
import { asSentence, checkoutFor, gatewayPlan, openOrder } from './open.ts'
import { closeOrders } from './order-queries.ts'
import { type Change, selectOpen, type SubscriptionRow, updateSubscription } from './queries.ts'
import { settle } from './settle.ts'
import { standingOf } from './states.ts'

type Preview = Output<typeof previewChange>
/** A change to another plan. */
type Step = Preview & { type: Change['type'] }

/** How a change to `purchase` would happen now. Throws conflict if it is not possible. */
function planChange({ provider }: Billing, { current, purchase }: Wanted, now: Date): Step {
  requireChangeable(current, purchase)
  const type = purchase.price > current.price ? 'upgrade' : 'downgrade'
  const end = current.period_end ?? now
  const about = { type, new_plan_id: purchase.plan_id, currency: purchase.currency } as const
  const later = { ...about, amount: 0, date: epochSeconds(end) }
  const atOnce = (amount: number) => ({ ...about, amount, date: epochSeconds(now) })
  const isYear = current.package_id === 7
  if (current.gateway_state === 'order.due') return { ...atOnce(purchase.amount), how: 'order' }
  if (!isYear && !(current.card && provider.changesInPlace(current.card))) return { ...later, how: 'new_subscription' }
  const difference = type === 'upgrade' ? differenceFor(current, purchase, now) : 0
  const least = isYear ? provider.least.order : provider.least.change
  // Smaller amounts are not charged: the change waits for the period's end instead.
  if (difference < least) return { ...later, how: 'at_period_end' }
  return { ...atOnce(difference), how: isYear ? 'order' : 'in_place' }
}

function requireChangeable(current: SubscriptionRow, purchase: Purchase): void {
  if (current.plan_id === purchase.plan_id) throw new AppError('conflict', sentence('billing.samePlan'))
  if (current.package_id !== purchase.package_id || current.currency !== purchase.currency) {
    throw new AppError('conflict', sentence('billing.samePackage'))
  }
  const { acts } = standingOf(current)
  if (acts.includes('change') || current.gateway_state === 'order.due') return
  throw new AppError('conflict', sentence(current.status === 4 ? 'billing.endsFirst' : 'billing.notNow'))
}

/** How much more the rest of the period costs. */
function differenceFor(
  { amount, period_start: start, period_end: end }: SubscriptionRow,
  to: Purchase,
  now: Date,
): number {
  if (start === null || end === null) return 0
  const whole = BigInt(end.getTime() - start.getTime())
  const rest = BigInt(Math.max(0, end.getTime() - now.getTime()))
  return shareOf(to.amount - amount, rest < whole ? rest : whole, whole, to.currency)
}

interface Wanted {
  current: SubscriptionRow
  purchase: Purchase
  /** Another plan waits for the period's end, or to be authorised. */
  waits: boolean
}

/** The current subscription, and the plan that is wanted instead. */
async function wantedChange({ db, plans }: Billing, organizationId: string, planId: string): Promise<Wanted> {
  const plan = findPlan(plans, planId)
  if (plan === undefined) throw invalidField('plan_id', sentence('billing.unknownPlan'))
  const open = await selectOpen(db, organizationId)
  const current = open.find(row => row.follows === null)
  if (current === undefined) throw new AppError('notFound')
  const waits = current.change !== null || open.some(row => row.follows !== null && row.status === 0)
  return { current, purchase: purchaseOf(plan), waits }
}

/** The wanted plan is the current one: it stays. */
function isKept({ current, purchase, waits }: Wanted): boolean {
  return waits && current.plan_id === purchase.plan_id && standingOf(current).acts.includes('change')
}

export async function preview(
  billing: Billing,
  { organizationId }: ApplicationCaller,
  planId: string,
): Promise<Preview> {
  const wanted = await wantedChange(billing, organizationId, planId)
  const now = billing.deps.clock.now()
  if (!isKept(wanted)) return planChange(billing, wanted, now)
  const { currency } = wanted.current
  return { type: 'keep', how: 'keep', new_plan_id: planId, amount: 0, currency, date: epochSeconds(now) }
}

/** A year: an upgrade is an order to pay, a downgrade waits for the end. */
export async function changeYear(
  billing: Billing,
  caller: ApplicationCaller,
  planId: string,
): Promise<Output<typeof confirmAnnualChange>> {
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      const wanted = await wantedChange(billing, caller.organizationId, planId)
      const { current, purchase } = wanted
      if (current.package_id !== 7) throw new AppError('conflict', sentence('billing.samePackage'))
      if (isKept(wanted)) {
        await keep(billing, turn, { caller, current })
        return {}
      }
      const how = planChange(billing, wanted, billing.deps.clock.now())
      if (current.gateway_state === 'order.due') return renewYear(billing, turn, { caller, current, purchase })
      if (how.how === 'at_period_end') {
        await waitForEnd(billing, turn, { caller, current, purchase, how })
        return { change: changeOf(how) }
      }
      const due = { purpose: 'upgrade', purchase, amount: how.amount } as const
      const { id, amount } = await openOrder(billing, turn, current, due)
      const asked = { ...how, amount }
      await recordChange(billing, turn, { caller, current, how: asked })
      return { order_id: id, checkout: await checkoutFor(billing, caller, purchase, amount), change: changeOf(asked) }
    }),
  )
}

/** A month: changed in place if the payment method allows it, else replaced by a following subscription. */
export async function changeMonthly(
  billing: Billing,
  caller: ApplicationCaller,
  planId: string,
): Promise<Omit<Output<typeof updateContract>, 'subscription'> & { row: SubscriptionRow }> {
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      const wanted = await wantedChange(billing, caller.organizationId, planId)
      const { current, purchase } = wanted
      if (current.package_id !== 1) throw new AppError('conflict', sentence('billing.samePackage'))
      const begun = isKept(wanted)
        ? await keep(billing, turn, { caller, current })
        : await makeMonthly(billing, turn, {
            caller,
            current,
            purchase,
            how: planChange(billing, wanted, billing.deps.clock.now()),
          })
      const row = (await settle(billing, turn, current.subscription_id)) ?? current
      return { row, ...begun }
    }),
  )
}

interface Asked {
  caller: ApplicationCaller
  current: SubscriptionRow
  purchase: Purchase
  how: Step
}

async function makeMonthly(billing: Billing, turn: Turn, asked: Asked) {
  const isDone = asked.how.how !== 'new_subscription' && (await changeInPlace(billing, turn, asked))
  return isDone ? {} : follow(billing, turn, asked)
}

/** False if the provider turns out not to allow changes with this payment method. */
async function changeInPlace(billing: Billing, turn: Turn, asked: Asked): Promise<boolean> {
  const { current, purchase, how } = asked
  const planId = await gatewayPlan(billing, purchase)
  await dropFollower(billing, turn)
  try {
    const when = how.how === 'in_place' ? 'now' : 'period_end'
    await billing.provider.change(current.gateway_subscription_id ?? '', planId, when)
  } catch (error) {
    if (error instanceof ProviderRefusal && error.reason === 'payment_method') return false
    throw error
  }
  await waitForEnd(billing, turn, asked)
  return true
}

/** Creates a subscription that begins when this one ends. This one ends once the new one is authorised. */
async function follow(billing: Billing, turn: Turn, { caller, current, purchase, how }: Asked) {
  await recordChange(billing, turn, { caller, current, how })
  const { subscription_id, checkout } = await beginNext(billing, turn, { caller, current, purchase })
  return { ...(subscription_id !== undefined && { subscription_id }), checkout }
}

/** The current plan continues: the planned change is withdrawn. */
async function keep(
  billing: Billing,
  turn: Turn,
  { caller, current }: Pick<Asked, 'caller' | 'current'>,
): Promise<object> {
  const { subscription_id: id, gateway_subscription_id: gatewayId, plan_id: plan, plan_name: name } = current
  await dropFollower(billing, turn)
  if (gatewayId !== null) await billing.provider.dropChange(gatewayId)
  const now = billing.deps.clock.now()
  await turn.write(async tx => {
    await closeOrders(tx, id, now)
    await updateSubscription(tx, id, { change: null }, now)
    const [before, after] = [{ plan: current.change?.plan.plan_id ?? null }, { plan, how: 'keep' }]
    const object = { type: 'subscription', id, name }
    await recordAudit(tx, { ...byCaller(caller), action: 'subscription.update', object, before, after }, now)
  })
  return {}
}

/** Withdraws a change that is no longer wanted. */
async function dropFollower(billing: Billing, turn: Turn): Promise<void> {
  const follower = (await selectOpen(billing.db, turn.organizationId)).find(row => row.follows !== null)
  if (follower !== undefined) await cancelUnpaid(billing, turn, follower)
}

async function waitForEnd(billing: Billing, turn: Turn, { caller, current, purchase, how }: Asked): Promise<void> {
  const { type, amount, date } = how
  const change: Change = { type, amount, date: new Date(date * 1000).toISOString(), plan: purchase }
  const now = billing.deps.clock.now()
  await turn.write(async tx => {
    // An unpaid upgrade is given up.
    await closeOrders(tx, current.subscription_id, now)
    await updateSubscription(tx, current.subscription_id, { change }, now)
  })
  await recordChange(billing, turn, { caller, current, how })
}

async function recordChange(
  { deps }: Billing,
  turn: Turn,
  { caller, current, how }: Omit<Asked, 'purchase'>,
): Promise<void> {
  const now = deps.clock.now()
  await turn.write(tx =>
    recordAudit(
      tx,
      {
        ...byCaller(caller),
        action: 'subscription.update',
        object: { type: 'subscription', id: current.subscription_id, name: current.plan_name },
        before: { plan: current.plan_id },
        after: { plan: how.new_plan_id, how: how.how, amount: how.amount, currency: how.currency },
      },
      now,
    ),
  )
}

function changeOf({ type, new_plan_id, amount, date }: Step) {
  return { type, new_plan_id, amount, date }
}

/**
 * Compares subscriptions with the provider: each open one about once a day, one that is being bought every hour. This finds what a lost
 * webhook would have reported.
 */
import * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { ProviderUnreachable, WORLDS } from '../../lib/payments/provider.ts'
import { type Billing, openBilling } from './context.ts'
import { selectBill } from './invoices/queries.ts'
import { claimForComparison, releaseClaim, selectOfWorlds, selectSubscription } from './subscriptions/queries.ts'
import { recordState } from './subscriptions/record.ts'
import { settle, settleRefunds } from './subscriptions/settle.ts'
import { inTurn } from './turn.ts'

/** Names of the jobs that compare one subscription and one bill. */
export const COMPARE = 'billing-compare'
export const COMPARE_BILL = 'billing-compare-bill'

const tries = { failures: z._default(z.int(), 0) }
const OfSubscription = z.object({ subscription_id: z.string(), ...tries })
const OfBill = z.object({ payment_id: z.string(), ...tries })

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 600_000

/** Calls before the job begins count as one. After each failure the job waits longer. */
export async function compareSoon(tx: Db, subscriptionId: string, failures = 0): Promise<void> {
  const key = `${COMPARE} ${subscriptionId}`
  await enqueue(tx, COMPARE, { subscription_id: subscriptionId, failures }, { key, ...pauseAfter(failures) })
}

export async function compareBillSoon(tx: Db, paymentId: string, failures = 0): Promise<void> {
  const key = `${COMPARE_BILL} ${paymentId}`
  await enqueue(tx, COMPARE_BILL, { payment_id: paymentId, failures }, { key, ...pauseAfter(failures) })
}

function pauseAfter(failures: number): { runAt?: Date } {
  if (failures === 0) return {}
  return { runAt: new Date(Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)) }
}

export async function compareOne(deps: Deps, payload: unknown): Promise<void> {
  const billing = openBilling(deps)
  if (billing === null) return
  const { subscription_id: subscription, failures } = OfSubscription.parse(payload)
  try {
    await compare(billing, subscription)
  } catch (error) {
    if (!isPassing(error)) throw error
    deps.log.warn({ err: error, subscription }, 'a subscription cannot be compared now; it is tried again')
    await compareSoon(billing.db, subscription, failures + 1)
  }
}

export async function compareBill(deps: Deps, payload: unknown): Promise<void> {
  const billing = openBilling(deps)
  if (billing === null) return
  const { payment_id: payment, failures } = OfBill.parse(payload)
  const bill = await selectBill(billing.db, billing.provider, payment)
  if (bill === undefined) return
  try {
    await inTurn(billing.db, bill.organization_id, turn => settleRefunds(billing, turn, bill))
  } catch (error) {
    if (!isPassing(error)) throw error
    deps.log.warn({ err: error, payment }, 'refunds cannot be looked for now; it is tried again')
    await compareBillSoon(billing.db, payment, failures + 1)
  }
}

/** The provider cannot be reached, or another process has the turn. */
function isPassing(error: unknown): boolean {
  return error instanceof ProviderUnreachable || (error instanceof AppError && error.sentence.key === 'billing.busy')
}

async function compare(billing: Billing, subscriptionId: string): Promise<void> {
  const row = await selectSubscription(billing.db, subscriptionId)
  if (row === undefined) return
  await inTurn(billing.db, row.organization_id, turn => settle(billing, turn, subscriptionId))
}

/** The limit of one call, so that other work of the scheduler gets its turn. */
const AT_ONCE = 20

/**
 * Compares the subscriptions that have waited longest. Returns `more` while there are others. If one fails, the next ones are still
 * compared; if the provider cannot be reached, the rest waits until the next call.
 */
export async function compareDue(deps: Deps): Promise<'more' | undefined> {
  const billing = openBilling(deps)
  if (billing === null) return undefined
  const { db, provider } = billing
  await endTrials(billing)
  for (let compared = 0; compared < AT_ONCE; compared++) {
    const due = await claimForComparison(db, provider, deps.clock.now())
    if (due === undefined) return undefined
    try {
      await compare(billing, due.subscription_id)
    } catch (error) {
      deps.log.error({ err: error, subscription: due.subscription_id }, 'a subscription could not be compared')
      if (!(error instanceof ProviderUnreachable)) continue
      await releaseClaim(db, due.subscription_id, due.compared_at)
      return undefined
    }
  }
  return 'more'
}

/** Ends trial subscriptions once plans are sold for real money: they cannot be charged any more. */
async function endTrials({ db, provider, deps }: Billing): Promise<void> {
  const now = deps.clock.now()
  for (const row of await selectOfWorlds(db, WORLDS.slice(0, WORLDS.indexOf(provider.world)))) {
    const gateway_state = row.package_id === 7 ? 'order.over' : 'cancelled'
    await db.transaction().execute(tx => recordState(tx, row, { gateway_state, cancel_asked_at: now }, now))
  }
}

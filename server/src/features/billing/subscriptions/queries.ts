/** SQL of subscriptions. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import { type PackageId, SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../../db/schema/tables.ts'
import type { Purchase } from '../plans/plans.ts'
import type { Tax } from '../plans/money.ts'
import type { PaidWith } from '../../../lib/payments/provider.ts'

/** A planned change of plan, either started or due at the period's end. */
export interface Change {
  type: 'upgrade' | 'downgrade'
  amount: number
  /** ISO. */
  date: string
  plan: Purchase
}

type Stored = Omit<Selectable<Tables['subscription']>, 'limits' | 'taxes' | 'card' | 'change' | 'package_id'>

/** A row as stored, with its JSON parsed. */
export interface SubscriptionRow extends Stored {
  package_id: PackageId
  limits: PlanLimits
  taxes: Tax[]
  card: PaidWith | null
  change: Change | null
}

export interface Ids {
  organizationId: string
  subscriptionId: string
}

/** The current plan. */
export async function selectRunningPlan(
  db: Db,
  organizationId: string,
): Promise<{ name: string; limits: PlanLimits } | undefined> {
  const row = await db
    .selectFrom('subscription')
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('is_running', '=', true)
    // A following subscription counts from the end of the one before, even if that has not been stored yet.
    .orderBy(sql`follows is null`)
    .limit(1)
    .select(['plan_name as name', 'limits'])
    .executeTakeFirst()
  return row && { name: row.name, limits: row.limits as PlanLimits }
}

function rows(db: Db) {
  return db.selectFrom('subscription').selectAll()
}

/** Subscriptions of an organization that have not ended: first the current one or the one being bought, then what follows it. */
export async function selectOpen(db: Db, organizationId: string): Promise<SubscriptionRow[]> {
  const found = await rows(db)
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .orderBy(sql`follows is not null`)
    .execute()
  return found as SubscriptionRow[]
}

/** Newest first, each with its latest invoice. Attempts that were never paid are left out. */
export async function selectListed(
  db: Db,
  organizationId: string,
  { isCurrent, subscriptionId }: { isCurrent: boolean; subscriptionId?: string | undefined },
): Promise<(SubscriptionRow & { invoice_id: string | null })[]> {
  const found = await rows(db)
    .select(latestInvoice.as('invoice_id'))
    .where('organization_id', '=', organizationId)
    .$if(isCurrent, query => query.where('ended_at', 'is', null).orderBy(sql`follows is not null`))
    .$if(!isCurrent, query => query.where('ended_at', 'is not', null).where('period_start', 'is not', null))
    .$if(subscriptionId !== undefined, query => query.where(named(subscriptionId ?? '')))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
  return found as (SubscriptionRow & { invoice_id: string | null })[]
}

const latestInvoice = sql<string | null>`(select i.invoice_id from invoice i
  where i.subscription_id = subscription.subscription_id order by i.issued_at desc, i.invoice_id desc limit 1)`

/** The latest invoice of a subscription. */
export async function selectInvoiceId(db: Db, subscriptionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('subscription')
    .where('subscription_id', '=', subscriptionId)
    .select(latestInvoice.as('invoice_id'))
    .executeTakeFirst()
  return row?.invoice_id ?? null
}

/** By our id or the provider's. */
function named(id: string) {
  return sql<boolean>`(subscription_id::text = ${id.toLowerCase()} or gateway_subscription_id = ${id} or gateway_order_id = ${id})`
}

export async function selectNamed(db: Db, organizationId: string, id: string): Promise<SubscriptionRow | undefined> {
  const row = await rows(db).where('organization_id', '=', organizationId).where(named(id)).executeTakeFirst()
  return row as SubscriptionRow | undefined
}

export async function selectSubscription(db: Db, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  const row = await rows(db).where('subscription_id', '=', subscriptionId).executeTakeFirst()
  return row as SubscriptionRow | undefined
}

/** The organization of a subscription of the provider. */
export function selectByGateway(
  db: Db,
  { no, world }: { no: number; world: string },
  gatewaySubscriptionId: string,
): Promise<{ subscription_id: string; organization_id: string } | undefined> {
  return db
    .selectFrom('subscription')
    .where(eb => eb.and({ gateway: no, world, gateway_subscription_id: gatewaySubscriptionId }))
    .select(['subscription_id', 'organization_id'])
    .executeTakeFirst()
}

interface NewRow extends Ids {
  gateway: number
  world: string
  purchase: Purchase
  follows: string | null
  createdBy: string
}

export async function insertSubscription(db: Db, row: NewRow, now: Date): Promise<void> {
  const { limits, taxes, ...purchase } = row.purchase
  await db
    .insertInto('subscription')
    .values({
      subscription_id: row.subscriptionId,
      organization_id: row.organizationId,
      gateway: row.gateway,
      world: row.world,
      gateway_state: purchase.package_id === 7 ? 'order.created' : 'created',
      status: SUBSCRIPTION_STATUS.notStarted,
      is_running: false,
      ...purchase,
      limits: JSON.stringify(limits),
      taxes: JSON.stringify(taxes),
      follows: row.follows,
      created_by: row.createdBy,
      compared_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** The columns that may change. What was bought changes only as a whole. */
export type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | 'gateway_subscription_id'
    | 'gateway_order_id'
    | 'gateway_payment_id'
    | 'gateway_state'
    | 'status'
    | 'is_running'
    | 'period_start'
    | 'period_end'
    | 'next_charge'
    | 'card'
    | 'card_update_url'
    | 'change'
    | 'follows'
    | 'verified_at'
    | 'cancel_asked_at'
    | 'ended_at'
    | 'reminded_days'
  >
> & { purchase?: Purchase }

export async function updateSubscription(
  db: Db,
  subscriptionId: string,
  { purchase, card, change, ...plain }: SubscriptionChange,
  now: Date,
): Promise<void> {
  const { limits, taxes, ...bought } = purchase ?? {}
  await db
    .updateTable('subscription')
    .where('subscription_id', '=', subscriptionId)
    .set({
      ...plain,
      ...bought,
      ...(purchase !== undefined && { limits: JSON.stringify(limits), taxes: JSON.stringify(taxes) }),
      ...(card !== undefined && { card: card && JSON.stringify(card) }),
      ...(change !== undefined && { change: change && JSON.stringify(change) }),
      updated_at: now,
    })
    .execute()
}

/** The subscription that follows it. */
export async function selectFollower(db: Db, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  const row = await rows(db).where('follows', '=', subscriptionId).where('ended_at', 'is', null).executeTakeFirst()
  return row as SubscriptionRow | undefined
}

/** A paid plan that renews: it keeps its organization from being deleted. */
export function selectGoingOn(
  db: Db,
  organizationId: string,
): Promise<{ subscription_id: string; plan_name: string } | undefined> {
  const { processing, active, failed } = SUBSCRIPTION_STATUS
  return db
    .selectFrom('subscription')
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('status', 'in', [processing, active, failed])
    .select(['subscription_id', 'plan_name'])
    .executeTakeFirst()
}

/** Time between two comparisons: an hour for a subscription that is being bought, most of a day for others. */
const REST = sql`case when status < 2 then interval '1 hour' else interval '20 hours' end`

/**
 * Claims the subscription whose last comparison is longest ago, so that each gets its turn even if others fail. An attempt that was given
 * up is compared for three more days, since its payment may still arrive. Returns the time of its last comparison.
 */
export async function claimForComparison(
  db: Db,
  { no, world }: { no: number; world: string },
  now: Date,
): Promise<{ subscription_id: string; compared_at: Date } | undefined> {
  const { rows: claimed } = await sql<{ subscription_id: string; compared_at: Date }>`
    with due as materialized (
      select subscription_id, compared_at from subscription
      where gateway = ${no} and world = ${world}
        and (ended_at is null or ended_at > ${now}::timestamptz - interval '3 days')
        and compared_at < ${now}::timestamptz - ${REST}
      order by compared_at limit 1 for update skip locked
    )
    update subscription s set compared_at = ${now} from due where s.subscription_id = due.subscription_id
    returning s.subscription_id, due.compared_at`.execute(db)
  return claimed[0]
}

/** Undoes a claim without a comparison. */
export async function releaseClaim(db: Db, subscriptionId: string, comparedAt: Date): Promise<void> {
  await db
    .updateTable('subscription')
    .where('subscription_id', '=', subscriptionId)
    .set({ compared_at: comparedAt })
    .execute()
}

/** Open subscriptions that were bought in these modes of the provider. */
export async function selectOfWorlds(db: Db, worlds: readonly string[]): Promise<SubscriptionRow[]> {
  if (worlds.length === 0) return []
  const found = await rows(db).where('world', 'in', worlds).where('ended_at', 'is', null).limit(100).execute()
  return found as SubscriptionRow[]
}

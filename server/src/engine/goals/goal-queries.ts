/** SQL of what runs brought about: which events count for which deliveries, and the sums of them. */
import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import type { PropertyComparison } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { propertyHolds } from '../../people/rules/event-condition.ts'
import { EVENT } from '../states.ts'

type Sql = RawBuilder<unknown>

/** Applications with events that are due, without looking at more than one of each. */
export async function selectDueApplications(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ application_id: string }>`
    with recursive known as (
      (select application_id from goal_check order by application_id limit 1)
      union all
      select (select g.application_id from goal_check g where g.application_id > known.application_id
        order by g.application_id limit 1)
      from known where known.application_id is not null
    )
    select application_id from known where application_id is not null and exists (
      select 1 from goal_check g where g.application_id = known.application_id and g.due_at <= ${now})`.execute(db)
  return rows.map(row => row.application_id)
}

/** False where another process is at it. Until the transaction ends. */
export async function tryLockGoals(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`goals ${applicationId}`}, 0)) as is_ours`.execute(db)
  return rows[0]?.is_ours === true
}

export interface DueEvent {
  event_id: string
  contact_id: string
  occurred_at: Date
  looks: number
  /** Null: it is gone, with its contact. */
  name: string | null
}

/** Those of the longest wait first. */
export async function selectDue(db: Db, applicationId: string, now: Date, limit: number): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    select g.event_id, g.contact_id, g.occurred_at, g.looks, e.name
    from goal_check g left join contact_event e on e.application_id = g.application_id and e.contact_id = g.contact_id
      and e.occurred_at = g.occurred_at and e.event_id = g.event_id
    where g.application_id = ${applicationId} and g.due_at <= ${now}
    order by g.due_at limit ${limit} for update of g skip locked`.execute(db)
  return rows
}

/** Lists of comparisons that one statement tells apart; goals are copied more often than they are written. */
const LISTS_MAX = 1000

/** What the goals that name these events compare, the latest runs first. */
async function selectComparisons(
  db: Db,
  applicationId: string,
  names: readonly string[],
): Promise<PropertyComparison[][]> {
  const { rows } = await sql<{ properties: PropertyComparison[] }>`
    select goal -> 'properties' as properties from run
    where application_id = ${applicationId} and goal is not null and goal ->> 'event' = any(${[...names]}::text[])
    group by goal -> 'properties' order by max(run_id::text) desc limit ${LISTS_MAX}`.execute(db)
  return rows.map(row => row.properties)
}

export interface Attribution {
  event_id: string
  run_id: string
  seq: number
  occurred_at: Date
  touched_at: Date
  amount: string | null
  currency: string | null
}

/**
 * For each event the delivery whose message was touched last before it, of the runs whose goal it meets. Machines touch nothing. Events
 * that no run brought about are left out.
 */
export async function attribute(
  db: Db,
  { applicationId, timezone, now }: { applicationId: string; timezone: string; now: Date },
  events: readonly DueEvent[],
): Promise<Attribution[]> {
  const names = [...new Set(events.flatMap(({ name }) => name ?? []))]
  const lists = await selectComparisons(db, applicationId, names)
  if (lists.length === 0) return []
  const fits = lists.map(list => {
    const holds = list.map(each => propertyHolds(each, { timezone, now }))
    return sql`when ${JSON.stringify(list)}::jsonb then ${holds.length === 0 ? sql`true` : sql.join(holds, sql` and `)}`
  })
  const column = (values: readonly unknown[], type: string): Sql => sql`${values}::${sql.raw(type)}[]`
  const { rows } = await sql<Attribution>`
    select e.event_id, t.run_id, t.seq, e.occurred_at, t.touched_at, t.amount::text as amount,
      case when t.amount is not null then t.currency end as currency
    from unnest(${column(
      events.map(event => event.event_id),
      'uuid',
    )}, ${column(
      events.map(event => event.contact_id),
      'uuid',
    )},
      ${column(
        events.map(event => event.occurred_at.toISOString()),
        'timestamptz',
      )}) as due(event_id, contact_id, occurred_at)
    join contact_event e on e.application_id = ${applicationId} and e.contact_id = due.contact_id
      and e.occurred_at = due.occurred_at and e.event_id = due.event_id
    cross join lateral (
      select d.run_id, d.seq, t.at as touched_at,
        round(field_number(e.properties, r.goal ->> 'revenue_property')::numeric, 4) as amount,
        coalesce(substring(upper(e.properties ->> (r.goal ->> 'currency_property')) from '^[A-Z]{3}$'), r.goal ->> 'currency')
          as currency
      from delivery d
      join run r on r.application_id = ${applicationId} and r.run_id = d.run_id and r.goal ->> 'event' = e.name
      join event t on t.application_id = ${applicationId} and t.run_id = d.run_id and t.seq = d.seq
      where d.application_id = ${applicationId} and d.contact_id = e.contact_id
        and greatest(d.opened_at, d.clicked_at) > '-infinity' and case r.goal -> 'properties' ${sql.join(fits, sql` `)} end
        and t.kind in (${EVENT.opened}, ${EVENT.clicked}) and not t.bot and t.at <= e.occurred_at
        and t.at > e.occurred_at - make_interval(
          days => (r.goal ->> case when t.kind = ${EVENT.clicked} then 'click_days' else 'open_days' end)::int)
      order by t.at desc, d.run_id desc, d.seq limit 1
    ) t`.execute(db)
  return rows
}

interface Delivery {
  run_id: string
  seq: number
}

/** The conversions that these events are already. */
export async function selectConversions(
  db: Db,
  applicationId: string,
  eventIds: readonly string[],
): Promise<Attribution[]> {
  const { rows } = await sql<Attribution>`
    select event_id, run_id, seq, occurred_at, touched_at, amount::text as amount, currency from conversion
    where application_id = ${applicationId} and event_id = any(${[...eventIds]}::uuid[])`.execute(db)
  return rows
}

/** How many of these deliveries have a conversion, by run. */
export async function countConverted(
  db: Db,
  applicationId: string,
  deliveries: readonly Delivery[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ run_id: string; n: number }>`
    select d.run_id, count(*)::int as n from (
      select distinct run_id, seq from unnest(${deliveries.map(each => each.run_id)}::uuid[],
        ${deliveries.map(each => each.seq)}::int[]) as asked(run_id, seq)
    ) d where exists (select 1 from conversion c
      where c.application_id = ${applicationId} and c.run_id = d.run_id and c.seq = d.seq) group by d.run_id`.execute(
    db,
  )
  return new Map(rows.map(row => [row.run_id, row.n]))
}

export async function keepConversions(db: Db, applicationId: string, rows: readonly Attribution[]): Promise<void> {
  await db
    .insertInto('conversion')
    .values(rows.map(row => ({ application_id: applicationId, ...row })))
    .onConflict(conflict =>
      conflict.columns(['application_id', 'event_id']).doUpdateSet(eb => ({
        run_id: eb.ref('excluded.run_id'),
        seq: eb.ref('excluded.seq'),
        touched_at: eb.ref('excluded.touched_at'),
        amount: eb.ref('excluded.amount'),
        currency: eb.ref('excluded.currency'),
      })),
    )
    .execute()
}

export interface GoalDelta {
  run_id: string
  conversions: number
  converted: number
}

export async function addToGoals(db: Db, applicationId: string, deltas: readonly GoalDelta[]): Promise<void> {
  await db
    .insertInto('run_goal')
    .values(deltas.map(delta => ({ application_id: applicationId, ...delta })))
    .onConflict(conflict =>
      conflict.columns(['application_id', 'run_id']).doUpdateSet({
        conversions: sql<number>`run_goal.conversions + excluded.conversions`,
        converted: sql<number>`run_goal.converted + excluded.converted`,
      }),
    )
    .execute()
}

/** Adds the amounts of `gained` to the revenue of their runs, and takes those of `lost` out. */
export async function addToRevenue(
  db: Db,
  applicationId: string,
  gained: readonly Attribution[],
  lost: readonly Attribution[],
): Promise<void> {
  const parts = [...gained.map(row => ({ ...row, sign: 1 })), ...lost.map(row => ({ ...row, sign: -1 }))].filter(
    ({ amount }) => amount !== null,
  )
  if (parts.length === 0) return
  await sql`
    insert into run_revenue as r (application_id, run_id, currency, amount)
    select ${applicationId}::uuid, run_id, currency, sum(amount * sign) from unnest(
      ${parts.map(part => part.run_id)}::uuid[], ${parts.map(part => part.currency)}::text[],
      ${parts.map(part => part.amount)}::numeric[], ${parts.map(part => part.sign)}::int[]
    ) as part(run_id, currency, amount, sign) group by run_id, currency order by run_id, currency
    on conflict (application_id, run_id, currency) do update set amount = r.amount + excluded.amount`.execute(db)
}

/** Has events looked at again; those of no moment are done with. */
export async function lookAgain(
  db: Db,
  applicationId: string,
  looked: readonly { eventId: string; dueAt: Date | null }[],
): Promise<void> {
  const ids = looked.map(each => each.eventId)
  await sql`
    with looked as (
      select * from unnest(${ids}::uuid[], ${looked.map(each => each.dueAt?.toISOString() ?? null)}::timestamptz[]) as l(event_id, due_at)
    ), done as (
      delete from goal_check g using looked l
      where g.application_id = ${applicationId} and g.event_id = l.event_id and l.due_at is null
    )
    update goal_check g set looks = g.looks + 1, due_at = l.due_at from looked l
    where g.application_id = ${applicationId} and g.event_id = l.event_id and l.due_at is not null`.execute(db)
}

/** Sums of runs that have a goal, with so many currencies each, the largest first. */
export async function selectGoalSums(
  db: Db,
  applicationIds: readonly string[],
  runIds: readonly string[],
  currencies: number,
): Promise<Map<string, GoalFigures>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<GoalFigures & { run_id: string }>`
    select r.run_id, r.goal, coalesce(g.conversions, 0) as conversions, coalesce(g.converted, 0) as converted,
      coalesce((select jsonb_agg(jsonb_build_object('currency', v.currency, 'amount', trim_scale(v.amount)::text)
        order by v.amount desc, v.currency) from (
          select currency, amount from run_revenue v where v.application_id = r.application_id and v.run_id = r.run_id
          and v.amount <> 0 order by amount desc, currency limit ${currencies}) v), '[]') as revenue
    from run r left join run_goal g on g.application_id = r.application_id and g.run_id = r.run_id
    where r.application_id = any(${[...applicationIds]}::uuid[]) and r.run_id = any(${[...runIds]}::uuid[]) and r.goal is not null`.execute(
    db,
  )
  return new Map(rows.map(({ run_id, ...sums }) => [run_id, sums]))
}

const FORGOTTEN_AT_ONCE = 20_000

/** Conversions of events that are no longer kept; their sums stay. Answers `more` where there are more. */
export async function dropOldConversions(db: Db, before: Date): Promise<'more' | undefined> {
  const { numAffectedRows } = await sql`
    delete from conversion where ctid = any(array(
      select ctid from conversion where occurred_at < ${before} order by occurred_at limit ${FORGOTTEN_AT_ONCE}
      for update skip locked))`.execute(db)
  return Number(numAffectedRows) === FORGOTTEN_AT_ONCE ? 'more' : undefined
}

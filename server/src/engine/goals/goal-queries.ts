/** SQL of conversions: which events count for which deliveries, and their sums. */
import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import type { PropertyComparison } from '@notifly/contracts/segments/rules'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/schema/tables.ts'
import { propertyHolds } from '../../people/rules/event-condition.ts'
import { EVENT } from '../states.ts'

type Sql = RawBuilder<unknown>

/** Applications with events that are due; reads one event of each at most. */
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

/** Returns false if another process holds the lock, which lasts until the transaction ends. */
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
  /** Null: it was deleted with its contact. */
  name: string | null
}

/** Returns due events, the longest waiting first. */
export async function selectDue(db: Db, applicationId: string, now: Date, limit: number): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    with due as materialized (
      select event_id, contact_id, occurred_at, looks, due_at from goal_check
      where application_id = ${applicationId} and due_at <= ${now} order by due_at limit ${limit} for update skip locked
    )
    select g.event_id, g.contact_id, g.occurred_at, g.looks, e.name
    from due g left join contact_event e on e.application_id = ${applicationId} and e.contact_id = g.contact_id
      and e.occurred_at = g.occurred_at and e.event_id = g.event_id
    order by g.due_at`.execute(db)
  return rows
}

/** Limit of distinct comparison lists in one statement; goals are copied more often than written. */
const LISTS_MAX = 1000

/** Returns what the goals with these events compare, the latest runs first. */
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

/** What is stored of a conversion, without its application. */
export type Attribution = Omit<Selectable<Tables['conversion']>, 'application_id'>

/**
 * Returns for each event the delivery whose message its contact opened or clicked last before it, among runs whose goal it meets. Machines
 * do not count. Events without such a delivery are left out. Deliveries are found by contact (`offset 0`), never by scanning a run.
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
    with meant as materialized (
      select run_id, opens_at, goal from run where application_id = ${applicationId} and goal ->> 'event' = any(${names}::text[])
    )
    select e.event_id, t.run_id, t.seq, e.occurred_at, t.touched_at, t.sent_at, t.amount::text as amount,
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
      select d.run_id, d.seq, t.at as touched_at, case when d.sent_at > '-infinity' then d.sent_at else r.opens_at end as sent_at,
        round(field_number(e.properties, r.goal ->> 'revenue_property')::numeric, 4) as amount,
        coalesce(substring(upper(e.properties ->> (r.goal ->> 'currency_property')) from '^[A-Z]{3}$'), r.goal ->> 'currency')
          as currency
      from (
        select run_id, seq, sent_at from delivery
        where application_id = ${applicationId} and contact_id = e.contact_id and greatest(opened_at, clicked_at) > '-infinity'
        offset 0
      ) d
      join meant r on r.run_id = d.run_id and r.goal ->> 'event' = e.name
      join event t on t.application_id = ${applicationId} and t.run_id = d.run_id and t.seq = d.seq
      where case r.goal -> 'properties' ${sql.join(fits, sql` `)} end
        and t.kind in (${EVENT.opened}, ${EVENT.clicked}) and not t.bot and t.at <= e.occurred_at
        and t.at > e.occurred_at - make_interval(
          days => (r.goal ->> case when t.kind = ${EVENT.clicked} then 'click_days' else 'open_days' end)::int)
      order by t.at desc, d.run_id desc, d.seq limit 1
    ) t`.execute(db)
  return rows
}

/** The conversions that these events are now. */
export async function selectConversions(
  db: Db,
  applicationId: string,
  eventIds: readonly string[],
): Promise<Attribution[]> {
  const { rows } = await sql<Attribution>`
    select event_id, run_id, seq, occurred_at, touched_at, sent_at, amount::text as amount, currency from conversion
    where application_id = ${applicationId} and event_id = any(${[...eventIds]}::uuid[])`.execute(db)
  return rows
}

/** The quarter-hour of a time. */
const quarterOf = (moment: Sql): Sql => sql`date_bin('15 minutes', ${moment}, 'epoch')`

/** A run, and a quarter-hour in which some of its messages were sent. */
export interface SentPart {
  run_id: string
  quarter: Date
}

/** How many of the deliveries of these conversions have a conversion now. */
export async function countConverted(
  db: Db,
  applicationId: string,
  of: readonly Attribution[],
): Promise<(SentPart & { n: number })[]> {
  const { rows } = await sql<SentPart & { n: number }>`
    select d.run_id, d.quarter, count(*) filter (where exists (select 1 from conversion c
      where c.application_id = ${applicationId} and c.run_id = d.run_id and c.seq = d.seq))::int as n
    from (
      select distinct run_id, seq, ${quarterOf(sql.ref('sent_at'))} as quarter from unnest(${of.map(each => each.run_id)}::uuid[],
        ${of.map(each => each.seq)}::int[], ${of.map(each => each.sent_at.toISOString())}::timestamptz[]) as asked(run_id, seq, sent_at)
    ) d group by d.run_id, d.quarter order by d.run_id, d.quarter`.execute(db)
  return rows
}

export async function storeConversions(db: Db, applicationId: string, rows: readonly Attribution[]): Promise<void> {
  await db
    .insertInto('conversion')
    .values(rows.map(row => ({ application_id: applicationId, ...row })))
    .onConflict(conflict =>
      conflict.columns(['application_id', 'event_id']).doUpdateSet(eb => ({
        run_id: eb.ref('excluded.run_id'),
        seq: eb.ref('excluded.seq'),
        touched_at: eb.ref('excluded.touched_at'),
        sent_at: eb.ref('excluded.sent_at'),
        amount: eb.ref('excluded.amount'),
        currency: eb.ref('excluded.currency'),
      })),
    )
    .execute()
}

/** Adds gains to the sums and subtracts losses. `converted`: the change in the number of deliveries with a conversion. */
export async function addToSums(
  db: Db,
  applicationId: string,
  { gained, lost }: { gained: readonly Attribution[]; lost: readonly Attribution[] },
  converted: readonly (SentPart & { n: number })[],
): Promise<void> {
  const parts = [...gained.map(row => ({ ...row, sign: 1 })), ...lost.map(row => ({ ...row, sign: -1 }))]
  await sql`
    with part as (
      select run_id, ${quarterOf(sql.ref('sent_at'))} as quarter, coalesce(currency, '') as currency, coalesce(amount, 0) * sign as amount, sign
      from unnest(
        ${parts.map(part => part.run_id)}::uuid[], ${parts.map(part => part.sent_at.toISOString())}::timestamptz[],
        ${parts.map(part => part.currency)}::text[], ${parts.map(part => part.amount)}::numeric[], ${parts.map(part => part.sign)}::int[]
      ) as p(run_id, sent_at, currency, amount, sign)
    ), added as (
      select run_id, quarter, '' as currency, sign as conversions, 0 as converted, 0::numeric as amount from part
      union all select run_id, quarter, '', 0, n, 0
      from unnest(${converted.map(each => each.run_id)}::uuid[], ${converted.map(each => each.quarter.toISOString())}::timestamptz[],
        ${converted.map(each => each.n)}::int[]) as c(run_id, quarter, n)
      union all select run_id, quarter, currency, 0, 0, amount from part where currency <> ''
    )
    insert into goal_quarter as g (application_id, run_id, quarter, currency, channel, conversions, converted, amount)
    select ${applicationId}::uuid, a.run_id, a.quarter, a.currency, r.channel, sum(a.conversions), sum(a.converted), sum(a.amount)
    from added a join run r on r.application_id = ${applicationId} and r.run_id = a.run_id
    group by a.run_id, a.quarter, a.currency, r.channel
    on conflict (application_id, run_id, quarter, currency) do update set conversions = g.conversions + excluded.conversions,
      converted = g.converted + excluded.converted, amount = g.amount + excluded.amount`.execute(db)
}

/** Schedules the next look at events; those without a time are finished. */
export async function scheduleNextLook(
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

/** Sums of runs that have a goal, each with that many currencies at most, the largest first. */
export async function selectGoalSums(
  db: Db,
  applicationIds: readonly string[],
  runIds: readonly string[],
  currencies: number,
): Promise<Map<string, GoalFigures>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<GoalFigures & { run_id: string }>`
    select r.run_id, r.goal, coalesce(sum(g.conversions), 0)::int as conversions, coalesce(sum(g.converted), 0)::int as converted,
      ${revenueOf(sql`v.application_id = r.application_id and v.run_id = r.run_id`, currencies)} as revenue
    from run r left join goal_quarter g on g.application_id = r.application_id and g.run_id = r.run_id and g.currency = ''
    where r.application_id = any(${[...applicationIds]}::uuid[]) and r.run_id = any(${[...runIds]}::uuid[]) and r.goal is not null
    group by r.application_id, r.run_id, r.goal`.execute(db)
  return new Map(rows.map(({ run_id, ...sums }) => [run_id, sums]))
}

/** SQL expression: the sums of rows `v` of goal_quarter per currency, the largest first. */
export function revenueOf(which: Sql, currencies: number): Sql {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('currency', currency, 'amount', trim_scale(amount)::text) order by amount desc, currency) from (
      select v.currency, sum(v.amount) as amount from goal_quarter v where ${which} and v.currency <> ''
      group by v.currency having sum(v.amount) <> 0 order by amount desc, v.currency limit ${currencies}) v), '[]')`
}

const FORGOTTEN_AT_ONCE = 20_000

/** Deletes conversions whose events have been deleted; the sums stay. Returns `more` if there are more. */
export async function dropOldConversions(db: Db, before: Date): Promise<'more' | undefined> {
  const { numAffectedRows } = await sql`
    delete from conversion where (application_id, event_id) in (
      select application_id, event_id from conversion where occurred_at < ${before}
      order by occurred_at limit ${FORGOTTEN_AT_ONCE})`.execute(db)
  return Number(numAffectedRows) === FORGOTTEN_AT_ONCE ? 'more' : undefined
}

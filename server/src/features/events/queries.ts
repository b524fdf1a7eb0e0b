/** SQL that reads events, for the dashboard. */
import { COUNTED_DAYS, EVENTS_LOOKED_AT, EXAMPLES_MAX } from '@notifly/contracts/events/events'
import { sql } from 'kysely'
import type { RowRange } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { PropertyType } from '../../people/events/catalogue.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'
import type { EventValue } from '../../people/events/events.ts'

export interface EventNameRow {
  name: string
  count: number
  firstAt: Date
  lastAt: Date
}

const SORTS = {
  name: sql`lower(name), name`,
  '-name': sql`lower(name) desc, name desc`,
  count: sql`count, name`,
  '-count': sql`count desc, name`,
  last_seen_on: sql`"lastAt", name`,
  '-last_seen_on': sql`"lastAt" desc, name`,
}
export type EventSort = keyof typeof SORTS

/** One page, and the total. Adds what was counted since the last sums, so that figures are always exact. */
export async function selectEventNames(
  db: Db,
  applicationId: string,
  now: Date,
  { search, sort, limit, offset }: RowRange & { search: string; sort: EventSort },
): Promise<{ rows: EventNameRow[]; total: number }> {
  const { rows } = await sql<EventNameRow & { total: number }>`
    select *, count(*) over ()::int as total from (${named(applicationId, now)}) as named
    where position(lower(${search}) in lower(name)) > 0
    order by ${SORTS[sort]} limit ${limit} offset ${offset}`.execute(db)
  const [first] = rows
  if (first !== undefined || offset === 0) return { rows, total: first?.total ?? 0 }
  const before = await selectEventNames(db, applicationId, now, { search, sort, limit: 1, offset: 0 })
  return { rows: [], total: before.total }
}

export async function selectEventName(
  db: Db,
  applicationId: string,
  now: Date,
  name: string,
): Promise<EventNameRow | undefined> {
  const { rows } = await sql<EventNameRow>`
    select * from (${named(applicationId, now)}) as named where name = ${name}`.execute(db)
  return rows[0]
}

function named(applicationId: string, now: Date) {
  return sql`
    with since as (
      select ((${now}::timestamptz at time zone 'UTC')::date - ${COUNTED_DAYS - 1}::int) as day
    ), parts as (
      select name, n, null::timestamptz as first_at, null::timestamptz as last_at from event_day, since
      where application_id = ${applicationId} and event_day.day >= since.day
      union all
      select name, case when event_delta.day >= since.day then n else 0 end, first_at, last_at from event_delta, since
      where application_id = ${applicationId}
    ), summed as (
      select name, sum(n) as n, min(first_at) as first_at, max(last_at) as last_at from parts group by name
    )
    select e.name, greatest(coalesce(s.n, 0), 0)::int as count, least(e.first_at, s.first_at) as "firstAt",
      greatest(e.last_at, s.last_at) as "lastAt"
    from event_name e left join summed s on s.name = e.name where e.application_id = ${applicationId}`
}

export interface PropertyRow {
  name: string
  type: PropertyType
  count: number
  examples: { value: string; count: number }[]
}

/** Properties of a name, with how many of its newest events have them and their frequent values; and the number of these events. */
export async function selectProperties(
  db: Db,
  applicationId: string,
  name: string,
): Promise<{ rows: PropertyRow[]; lookedAt: number }> {
  const { rows } = await sql<PropertyRow & { lookedAt: number }>`
    with newest as materialized (
      select properties from contact_event where application_id = ${applicationId} and name = ${name}
      order by occurred_at desc limit ${EVENTS_LOOKED_AT}
    ), valued as (
      select p.key, p.value, count(*)::int as n from newest, jsonb_each_text(properties) as p group by p.key, p.value
    ), ranked as (
      select key, value, n, sum(n) over (partition by key)::int as filled,
        row_number() over (partition by key order by n desc, value) as place
      from valued
    ), summed as (
      select key, max(filled) as filled, jsonb_agg(jsonb_build_object('value', value, 'count', n) order by place) as examples
      from ranked where place <= ${EXAMPLES_MAX} group by key
    )
    select p.name, p.type, coalesce(s.filled, 0) as count, coalesce(s.examples, '[]') as examples,
      (select count(*)::int from newest) as "lookedAt"
    from event_property p left join summed s on s.key = p.name
    where p.application_id = ${applicationId} and p.event_name = ${name} order by p.name`.execute(db)
  return { rows, lookedAt: rows[0]?.lookedAt ?? (await countNewest(db, applicationId, name)) }
}

async function countNewest(db: Db, applicationId: string, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from contact_event where application_id = ${applicationId} and name = ${name} limit ${EVENTS_LOOKED_AT}) as newest`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export interface ContactEventRow {
  uuid: string
  name: string
  occurredAt: Date
  properties: Record<string, EventValue>
}

/** Newest first; of one name, or since a time, if given. */
export async function selectEventsOf(
  db: Db,
  { applicationId, contactId }: ContactKey,
  { name, since, limit, offset }: RowRange & { name: string | undefined; since: Date | undefined },
): Promise<{ rows: ContactEventRow[]; total: number }> {
  const mine = sql`contact_event where application_id = ${applicationId} and contact_id = ${contactId}
    and (${name ?? null}::text is null or name = ${name ?? null})
    and (${since ?? null}::timestamptz is null or occurred_at >= ${since ?? null})`
  const { rows } = await sql<ContactEventRow>`
    select event_id as uuid, name, occurred_at as "occurredAt", properties from ${mine}
    order by occurred_at desc, event_id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${mine}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

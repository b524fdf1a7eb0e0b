/** SQL of the snapshot of a run that follows its recipients' clocks. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { leastTotal } from '../events/best-hours.ts'
import { selectApplicationHour } from '../events/hour-queries.ts'
import { type ClockedRun, placedAt, zoneOf } from './recipient-clock.ts'
import { type DeliveryReason, reasonNumber } from '../reasons.ts'
import {
  type AudienceClock,
  type AudienceQuery,
  members,
  memberWithSuppression,
  selectCap,
  skipReasonOfMember,
} from '../../people/reach/audience.ts'
import { reasonOfMember } from './snapshot-queries.ts'
import { STATE } from '../states.ts'

interface ClockedSnapshot {
  recipients: number
  sendable: number
  /** Those whose time had passed, or comes after the run's end. */
  expired: number
  /** How many are due at each time, in the order of their seqs. */
  due: { at: Date; n: number }[]
}

interface ClockedQuery extends AudienceQuery {
  runId: string
  clock: ClockedRun
  expiresAt: Date | null
}

/** Means "none" where clocks and hours are compared: no contact has it. */
const NO_OFFSET = 2_147_483_647
const NO_HOUR = -1

/** Kinds of recipients without a time: the number of the reason, after the kinds of members. */
const ENDS_FROM = 10
const kindOf = (reason: DeliveryReason): number => ENDS_FROM + reasonNumber(reason)
/** The others were left out by the campaign's choice. */
const EXPIRED = ['moment_passed', 'moment_after_end'] as const

/**
 * Like insertDeliveries, but numbered by the time at which each message is due, then by contact, so that a range of seqs has one time. The
 * times of all clocks are calculated here and joined: PostgreSQL's own calculation differs on days on which a clock changes.
 */
export async function insertClockedDeliveries(db: Db, query: ClockedQuery): Promise<ClockedSnapshot> {
  const { applicationId, runId, channel, now } = query
  const needsHours = query.clock.moment.kind !== 'time'
  const hour = needsHours ? await selectApplicationHour(db, query) : null
  const table = await momentsOfClocks(db, query)
  const own = needsHours
    ? sql`left join contact_hours h on h.application_id = ${applicationId} and h.contact_id = m.contact_id
        and h.channel = ${channel} and h.total >= ${leastTotal(now)}`
    : sql``
  const hourOf = needsHours ? sql`coalesce(h.best, ${hour ?? NO_HOUR}::int)` : sql`${NO_HOUR}::int`
  const hasExpired = sql`kind in (${sql.join(EXPIRED.map(kindOf))})`
  const { rows } = await sql<{ recipients: number; sendable: number; expired: number; due: [number, number][] | null }>`
    with moment as materialized (${table}),
    placed as materialized (
      select m.contact_id, m.address, m.has_left, case when m.kind > 0 then m.kind else coalesce(t.kind, 0) end as kind,
        coalesce(t.due, extract(epoch from ${now}::timestamptz)) as due
      from (${await members(db, query)}) m ${own}
      left join moment t on t.timezone = coalesce(m.timezone, '') and t.utc_offset = coalesce(m.timezone_offset, ${NO_OFFSET})
        and t.hour = ${hourOf}
    ), written as (
      insert into delivery (application_id, run_id, seq, contact_id, state, reason, address)
      select ${applicationId}::uuid, ${runId}::uuid, row_number() over (order by kind, due, contact_id, address), contact_id,
        (case when kind = 0 then ${STATE.pending} when ${hasExpired} then ${STATE.expired} else ${STATE.skipped} end)::smallint,
        case when kind > ${ENDS_FROM} then (kind - ${ENDS_FROM})::smallint else ${reasonOfMember()} end,
        coalesce(address, '')
      from placed
    ), counted as (
      select due, count(*)::int as n from placed where kind = 0 group by due
    )
    select count(*)::int as recipients, count(*) filter (where kind = 0)::int as sendable,
      count(*) filter (where ${hasExpired})::int as expired,
      (select json_agg(json_build_array(due, n) order by due) from counted) as due
    from placed`.execute(db)
  const { due, ...counts } = rows[0] ?? { recipients: 0, sendable: 0, expired: 0, due: null }
  return { ...counts, due: (due ?? []).map(([at, n]) => ({ at: new Date(at * 1000), n })) }
}

/** Counts those who would get the next message, by their clock and best hour; null: unknown. */
export async function countByHour(db: Db, query: AudienceQuery): Promise<(AudienceClock & { best: number | null })[]> {
  const { applicationId, channel, now } = query
  const cap = await selectCap(db, query)
  const { rows } = await sql<AudienceClock & { best: number | null }>`
    with member as (${await members(db, query)})
    select member.timezone, member.timezone_offset, h.best, count(*)::int as people
    from ${memberWithSuppression(query)}
    left join contact_hours h on h.application_id = ${applicationId} and h.contact_id = member.contact_id
      and h.channel = ${channel} and h.total >= ${leastTotal(now)}
    where ${skipReasonOfMember(query, cap)} is null group by 1, 2, 3`.execute(db)
  return rows
}

/** SQL rows of `timezone, utc_offset, hour, due, kind` for every clock of a contact, at each possible hour. */
async function momentsOfClocks(
  db: Db,
  { applicationId, clock, now, expiresAt }: ClockedQuery,
): Promise<RawBuilder<unknown>> {
  const { rows: clocks } = await sql<{ timezone: string | null; timezone_offset: number | null }>`
    select distinct timezone, timezone_offset from contact where application_id = ${applicationId}`.execute(db)
  const hours = clock.moment.kind === 'time' ? [null] : [null, ...Array.from({ length: 24 }, (_, hour) => hour)]
  const view = {
    now: now.getTime() / 1000,
    expiresAt: expiresAt === null ? null : expiresAt.getTime() / 1000,
  }
  const seen = new Map<string, ReturnType<typeof placedAt>>()
  const columns = {
    timezone: [] as string[],
    offset: [] as number[],
    hour: [] as number[],
    due: [] as number[],
    kind: [] as number[],
  }
  for (const own of clocks) {
    const zone = zoneOf(own, clock.zone)
    for (const hour of hours) {
      const key = `${zone} ${hour}`
      const placed = seen.get(key) ?? placedAt(clock, { zone, hour }, view)
      seen.set(key, placed)
      columns.timezone.push(own.timezone ?? '')
      columns.offset.push(own.timezone_offset ?? NO_OFFSET)
      columns.hour.push(hour ?? NO_HOUR)
      columns.due.push('dueAt' in placed ? placed.dueAt : view.now)
      columns.kind.push('dueAt' in placed ? 0 : kindOf(placed.ends))
    }
  }
  return sql`select * from unnest(${columns.timezone}::text[], ${columns.offset}::int[], ${columns.hour}::int[],
    ${columns.due}::float8[], ${columns.kind}::int[]) as t(timezone, utc_offset, hour, due, kind)`
}

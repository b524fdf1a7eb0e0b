/**
 * Conditions on what was sent, as SQL. For ended runs contact_sent has the days of each contact, whatever the campaign (see
 * engine/upkeep/note-sent-queries.ts); runs that it does not include yet are read from their deliveries, and so are conditions on one
 * campaign.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  addDays,
  daysBetween,
  startOf,
  ACTIVITY_DAYS,
  type DayCount,
  type Days,
  daysHolding,
  onlyOf,
  spanOf,
} from './days.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** True or false for every contact `s`, never null. `today` is that of the application. */
export function sentCondition(
  campaignId: string | null,
  days: Days,
  today: string,
  count: DayCount,
  context: RuleContext,
): Sql {
  const quick = campaignId === null ? fromNotes(days, today, count, context) : undefined
  if (quick !== undefined) return quick
  const sent = sentDays(campaignId, days, context)
  // Without a count, nothing has to be grouped by contact.
  if (isOnce(count)) return sql`(s.contact_id in (select did.contact_id from (${sent}) did))`
  return sql`(s.contact_id in (select did.contact_id from (${sent}) did group by did.contact_id having ${daysHolding(count)}))`
}

function isOnce({ op, n }: DayCount): boolean {
  return op === 'at_least' && n === 1
}

/** Undefined if contact_sent does not go back far enough. */
function fromNotes(days: Days, today: string, count: DayCount, context: RuleContext): Sql | undefined {
  const { from, to } = days
  const isOpen = to === undefined || to >= today
  const { applicationId } = context
  if (isOnce(count) && isOpen) {
    return sql`(s.contact_id in (select t.contact_id from contact_sent t where t.application_id = ${applicationId}
      ${onlyOf(sql.ref('t.contact_id'), context)} ${from === undefined ? sql`` : sql`and t.sent_on >= ${from}::date`}
      ${unnoted(days, context, each => sql` union all select did.contact_id from (${each}) did`)}))`
  }
  if (from === undefined || from <= addDays(today, -ACTIVITY_DAYS)) return undefined
  const last = to === undefined || to > today ? today : to
  if (last < from) return sql.raw('false')
  // Bit k is k days before `last`; the mask keeps the days from `from` on.
  const width = daysBetween(from, last) + 1
  const bits = sql`case when t.sent_on >= ${last}::date then t.sent_days >> (t.sent_on - ${last}::date)
    when ${last}::date - t.sent_on >= ${ACTIVITY_DAYS} then 0 else t.sent_days << (${last}::date - t.sent_on) end`
  const noted = sql`select t.contact_id, ${bits} as bits from contact_sent t
    where t.application_id = ${applicationId} and t.sent_on >= ${from}::date ${onlyOf(sql.ref('t.contact_id'), context)}`
  const rest = unnoted(
    days,
    context,
    each => sql` union all select did.contact_id, 1::bigint << (${last}::date - least(did.day, ${last}::date)) as bits
      from (${each}) did`,
  )
  const mask = sql`${String(2n ** BigInt(width) - 1n)}::bigint`
  const holds = (of: Sql): Sql =>
    sql`bit_count((${of} & ${mask})::bit(64)) ${sql.raw(count.op === 'exactly' ? '=' : '>=')} ${count.n}::int`
  if (context.unnotedRuns.length === 0)
    return sql`(s.contact_id in (select b.contact_id from (${noted}) b where ${holds(sql`b.bits`)}))`
  return sql`(s.contact_id in (select b.contact_id from (${noted}${rest}) b group by b.contact_id
    having ${holds(sql`bit_or(b.bits)`)}))`
}

/** Empty if every run is included. */
function unnoted(days: Days, context: RuleContext, use: (sent: Sql) => Sql): Sql {
  const { applicationId, timezone, unnotedRuns } = context
  if (unnotedRuns.length === 0) return sql``
  return use(sql`select d.contact_id, day_of(d.sent_at, ${timezone}) as day from delivery d
    where d.application_id = ${applicationId} and d.run_id in (${sql.join(unnotedRuns)})
    ${onlyOf(sql.ref('d.contact_id'), context)} and ${wasSent(days, timezone)}`)
}

/** Each contact's days, from the deliveries; a day may occur more than once. */
function sentDays(campaignId: string | null, days: Days, context: RuleContext): Sql {
  const { to } = days
  const { applicationId, timezone } = context
  return sql`select d.contact_id, day_of(d.sent_at, ${timezone}) as day
    from run r join delivery d on d.application_id = r.application_id and d.run_id = r.run_id
    where r.application_id = ${applicationId} and d.application_id = ${applicationId} and ${wasSent(days, timezone)}
    ${onlyOf(sql.ref('d.contact_id'), context)}
    ${campaignId === null ? sql`` : sql`and r.campaign_id = ${campaignId}`}
    ${to === undefined ? sql`` : sql`and r.opens_at < ${startOf(addDays(to, 1), timezone)}::timestamptz`}`
}

function wasSent(days: Days, timezone: string): Sql {
  return sql`d.sent_at > '-infinity' ${spanOf(sql.ref('d.sent_at'), days, timezone)}`
}

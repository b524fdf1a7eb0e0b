/**
 * Conditions on what contacts did, as SQL. Of opening and clicking the last 63 days stand as bits in one row a contact;
 * `engagement` has every day of every campaign; what was sent is read from the deliveries themselves, so that sending costs
 * nothing for it.
 */
import type { Behaviour, BehaviourCondition } from '@notifly/contracts/rules'
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayAt, startOf } from './days.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** Numbers of `EVENT` in delivery/states.ts, which stand in the database. */
const KINDS: Record<Exclude<Behaviour, 'sent'>, number> = { bounced: 2, opened: 4, clicked: 5, unsubscribed: 6 }

/** Days that the bits of contact_activity go back, the last one included. */
const REMEMBERED_DAYS = 63

/** Both days included; undefined: no end. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** True or false for every contact `s`, never null. */
export function behaviourCondition(condition: BehaviourCondition, context: RuleContext): Sql {
  const { times } = condition
  if (times.op === 'never') return sql`(not ${didOn(condition, context, 'at_least', 1)})`
  if (times.op === 'at_most') return sql`(not ${didOn(condition, context, 'at_least', times.n + 1)})`
  return didOn(condition, context, times.op, times.n)
}

type Count = 'at_least' | 'exactly'

function didOn(condition: BehaviourCondition, context: RuleContext, op: Count, n: number): Sql {
  const { event, campaign_uuid: campaignId } = condition
  const today = dayAt(context.now, context.timezone)
  const days = daysOf(condition, today)
  if ((event === 'opened' || event === 'clicked') && campaignId === null) {
    const quick = fromActivity(event, days, today, context, op, n)
    if (quick !== undefined) return quick
  }
  const having = having_(op, n)
  const did =
    event === 'sent' ? sentDays(campaignId, days, context) : engagedDays(KINDS[event], campaignId, days, context)
  // Without a count nothing has to be put together by contact.
  if (op === 'at_least' && n === 1) return sql`(s.contact_id in (select did.contact_id from (${did}) did))`
  return sql`(s.contact_id in (select did.contact_id from (${did}) did group by did.contact_id having ${having}))`
}

function having_(op: Count, n: number): Sql {
  return sql`count(distinct did.day) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`
}

function daysOf({ when }: BehaviourCondition, today: string): Days {
  if (when.op === 'last_days') return { from: addDays(today, 1 - when.days) }
  return when.op === 'between' ? { from: when.from, to: when.to } : {}
}

/** From the row of contact_activity, where that remembers enough. */
function fromActivity(
  event: 'opened' | 'clicked',
  { from, to }: Days,
  today: string,
  { applicationId }: RuleContext,
  op: Count,
  n: number,
): Sql | undefined {
  const on = sql.ref(`a.${event}_on`)
  const row = (holds: Sql): Sql => sql`exists (select 1 from contact_activity a
    where a.application_id = ${applicationId} and a.contact_id = s.contact_id and ${holds})`
  const isOpen = to === undefined || to >= today
  if (op === 'at_least' && n === 1 && isOpen) {
    return row(from === undefined ? sql`${on} is not null` : sql`${on} >= ${from}::date`)
  }
  if (from === undefined || from <= addDays(today, -REMEMBERED_DAYS)) return undefined
  // Bit k is k days before the last day: those after `to` go out at the right, those before `from` are masked at the left.
  const skipped = isOpen ? sql`0` : sql`greatest(${on} - ${to}::date, 0)`
  const bits = sql`(${sql.ref(`a.${event}_days`)} >> ${skipped})`
  const width = sql`greatest(least(${on} - ${skipped} - ${from}::date + 1, ${REMEMBERED_DAYS}), 0)`
  const mask = sql`case when ${width} >= 63 then ${String(2n ** 63n - 1n)}::bigint else (1::bigint << ${width}) - 1 end`
  return row(
    sql`${on} >= ${from}::date and bit_count((${bits} & ${mask})::bit(64)) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`,
  )
}

/** Each contact's days; a day may come more than once. */
function engagedDays(kind: number, campaignId: string | null, { from, to }: Days, { applicationId }: RuleContext): Sql {
  return sql`select g.contact_id, g.day from engagement g where g.application_id = ${applicationId} and g.kind = ${kind}
    ${campaignId === null ? sql`` : sql`and g.campaign_id = ${campaignId}`}
    ${from === undefined ? sql`` : sql`and g.day >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and g.day <= ${to}::date`}`
}

function sentDays(campaignId: string | null, { from, to }: Days, { applicationId, timezone }: RuleContext): Sql {
  return sql`select d.contact_id, day_of(d.sent_at, ${timezone}) as day
    from run r join delivery d on d.application_id = r.application_id and d.run_id = r.run_id
    where r.application_id = ${applicationId} and d.application_id = ${applicationId} and d.sent_at > '-infinity'
    ${campaignId === null ? sql`` : sql`and r.campaign_id = ${campaignId}`}
    ${from === undefined ? sql`` : sql`and d.sent_at >= ${startOf(from, timezone)}::timestamptz`}
    ${to === undefined ? sql`` : sql`and d.sent_at < ${startOf(addDays(to, 1), timezone)}::timestamptz and r.opens_at < ${startOf(addDays(to, 1), timezone)}::timestamptz`}`
}

/**
 * Conditions on what contacts did, as SQL. Opens and clicks of the last 63 days are bits in one row per contact; `engagement` has every day
 * of every campaign.
 */
import type { Behaviour, BehaviourCondition } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayAt, ACTIVITY_DAYS, type DayCount, type Days, daysHolding, daysOf, onlyOf } from './days.ts'
import type { RuleContext } from './rule-context.ts'
import { sentCondition } from './sent-condition.ts'

type Sql = RawBuilder<unknown>

/** Numbers of `EVENT` in engine/states.ts, as stored. */
const KINDS: Record<Exclude<Behaviour, 'sent'>, number> = { bounced: 2, opened: 4, clicked: 5, unsubscribed: 6 }

/** True or false for every contact `s`, never null. */
export function behaviourCondition(condition: BehaviourCondition, context: RuleContext): Sql {
  const { times } = condition
  if (times.op === 'never') return sql`(not ${didOn(condition, { op: 'at_least', n: 1 }, context)})`
  if (times.op === 'at_most') return sql`(not ${didOn(condition, { op: 'at_least', n: times.n + 1 }, context)})`
  return didOn(condition, { op: times.op, n: times.n }, context)
}

function didOn(condition: BehaviourCondition, count: DayCount, context: RuleContext): Sql {
  const { event, campaign_uuid: campaignId } = condition
  const today = dayAt(context.now, context.timezone)
  const days = daysOf(condition.when, context)
  if (event === 'sent') return sentCondition(campaignId, days, today, count, context)
  if ((event === 'opened' || event === 'clicked') && campaignId === null) {
    const quick = fromActivity(event, days, today, count, context)
    if (quick !== undefined) return quick
  }
  const did = engagedDays(KINDS[event], campaignId, days, context)
  // Without a count, nothing has to be grouped by contact.
  if (count.op === 'at_least' && count.n === 1) return sql`(s.contact_id in (select did.contact_id from (${did}) did))`
  return sql`(s.contact_id in (select did.contact_id from (${did}) did group by did.contact_id having ${daysHolding(count)}))`
}

/** From the row of contact_activity, if that goes back far enough. */
function fromActivity(
  event: 'opened' | 'clicked',
  { from, to }: Days,
  today: string,
  { op, n }: DayCount,
  { applicationId }: RuleContext,
): Sql | undefined {
  const on = sql.ref(`a.${event}_on`)
  const row = (holds: Sql): Sql => sql`exists (select 1 from contact_activity a
    where a.application_id = ${applicationId} and a.contact_id = s.contact_id and ${holds})`
  const isOpen = to === undefined || to >= today
  if (op === 'at_least' && n === 1 && isOpen) {
    return row(from === undefined ? sql`${on} is not null` : sql`${on} >= ${from}::date`)
  }
  if (from === undefined || from <= addDays(today, -ACTIVITY_DAYS)) return undefined
  // Bit k is k days before the last day: those after `to` are shifted out, those before `from` are masked.
  const skipped = isOpen ? sql`0` : sql`greatest(${on} - ${to}::date, 0)`
  const bits = sql`(${sql.ref(`a.${event}_days`)} >> ${skipped})`
  const width = sql`greatest(least(${on} - ${skipped} - ${from}::date + 1, ${ACTIVITY_DAYS}), 0)`
  const mask = sql`case when ${width} >= 63 then ${String(2n ** 63n - 1n)}::bigint else (1::bigint << ${width}) - 1 end`
  return row(
    sql`${on} >= ${from}::date and bit_count((${bits} & ${mask})::bit(64)) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`,
  )
}

/** Each contact's days; a day may occur more than once. */
function engagedDays(kind: number, campaignId: string | null, { from, to }: Days, context: RuleContext): Sql {
  return sql`select g.contact_id, g.day from engagement g
    where g.application_id = ${context.applicationId} and g.kind = ${kind} ${onlyOf(sql.ref('g.contact_id'), context)}
    ${campaignId === null ? sql`` : sql`and g.campaign_id = ${campaignId}`}
    ${from === undefined ? sql`` : sql`and g.day >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and g.day <= ${to}::date`}`
}

/**
 * What a delivery adds to activity_quarter and activity_detail, as SQL. Every statement that changes deliveries includes these parts, so
 * that the sums change in the same transaction as what they count, whatever crashes meanwhile:
 *
 *     changes   rows (n, state, reason, moment, opened, clicked, unsubscribed, dismissed, domain): n deliveries of that kind more;
 *               each delivery as it was with -1, as it is now with 1
 *     moment    the time at which it counts: its hand-over; without one, the report of it, else its last event
 */
import { HARD_BOUNCES } from '../reasons.ts'
import { STATE } from '../states.ts'
import { MAILBOX_ROWS, OTHER } from './mailboxes.ts'

/** `d`: a delivery as a row. */
export const momentOf = (d: string): string =>
  `case when ${d}.sent_at > '-infinity' then ${d}.sent_at when ${d}.delivered_at > '-infinity' then ${d}.delivered_at
    else ${d}.last_event_at end`

/** The domain of an email address. */
export const domainOf = (address: string): string => `split_part(${address}, '@', 2)`

export const quarterOf = (moment: string): string =>
  `date_bin('15 minutes', ${moment}, timestamptz '2000-01-01 00:00:00Z')`

/** Columns of activity_quarter that follow from a delivery, each with its condition on a row of `changes`. */
const COUNTED = {
  accepted: `state = ${STATE.sent}`,
  delivered: `state = ${STATE.delivered}`,
  bounced: `state = ${STATE.bounced}`,
  complained: `state = ${STATE.complained}`,
  hard_bounced: `state = ${STATE.bounced} and reason in (${HARD_BOUNCES.join(', ')})`,
  failed: `state = ${STATE.failed}`,
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
  dismissed: 'dismissed',
}
export const COUNTED_COLUMNS = Object.keys(COUNTED)

/** Sums of `columns` by `key`; rows without a change are left out. */
const sumsOf = (columns: Record<string, string>, key: string, source: string): string => `
  select ${key}, ${Object.entries(columns)
    .map(([name, condition]) => `coalesce(sum(n) filter (where ${condition}), 0)::int as ${name}`)
    .join(', ')}
  from ${source} group by ${key}
  having ${Object.values(columns)
    .map(condition => `coalesce(sum(n) filter (where ${condition}), 0) <> 0`)
    .join(' or ')}`

/** Per quarter-hour. */
export const quarterSums = (changes: string): string =>
  sumsOf(
    COUNTED,
    'quarter',
    `(select *, ${quarterOf('moment')} as quarter from ${changes}) c where moment > '-infinity'`,
  )

const HANDED_OVER = `state >= ${STATE.sent}`
const DETAILED = {
  sent: `kind = 'mailbox' and ${HANDED_OVER}`,
  bounced: `kind = 'mailbox' and state = ${STATE.bounced}`,
  complained: `kind = 'mailbox' and state = ${STATE.complained}`,
  failed: `kind = 'reason'`,
  opened: `kind = 'mailbox' and opened`,
  clicked: `kind = 'mailbox' and clicked`,
}
export const DETAILED_COLUMNS = Object.keys(DETAILED)

/** Per kind, quarter-hour and name: reasons of failures and, if `isEmail`, mailbox providers. */
export const detailSums = (changes: string, isEmail: string): string =>
  sumsOf(
    DETAILED,
    'kind, quarter, name',
    `(select *, ${quarterOf('moment')} as quarter from (
      select *, 'reason' as kind, reason::text as name from ${changes} where state in (${STATE.failed}, ${STATE.bounced})
      union all
      select c.*, 'mailbox', coalesce(mailbox.name, '${OTHER}') from ${changes} c
      left join (values ${MAILBOX_ROWS}) mailbox(domain, name) on mailbox.domain = c.domain
      where ${isEmail} and (${HANDED_OVER} or opened or clicked)
    ) k) c where moment > '-infinity'`,
  )

/** Run $2 of application $1 holds no test sends, which are not counted. Evaluated once per statement. */
export const COUNTS = 'not exists (select 1 from run r where r.application_id = $1 and r.run_id = $2 and r.is_test)'

interface Place {
  /** All are SQL expressions. */
  shard: string
  channel: string
  isEmail: string
}

/** Two parts of a `with` that add the sums of `changes` to a shard of run $2 of application $1. */
export function addActivity(changes: string, { shard, channel, isEmail }: Place): string {
  return `activity as (
    insert into activity_quarter as a (application_id, channel, run_id, shard, quarter, ${COUNTED_COLUMNS.join(', ')})
    select $1, ${channel}, $2, ${shard}, s.* from (${quarterSums(changes)}) s where ${COUNTS} order by quarter
    on conflict (application_id, channel, quarter, run_id, shard) do update set ${increments(COUNTED_COLUMNS)}
  ), details as (
    insert into activity_detail as a (application_id, channel, run_id, shard, kind, quarter, name, ${DETAILED_COLUMNS.join(', ')})
    select $1, ${channel}, $2, ${shard}, s.* from (${detailSums(changes, isEmail)}) s where ${COUNTS} order by kind, quarter, name
    on conflict (application_id, channel, kind, quarter, run_id, name, shard) do update set ${increments(DETAILED_COLUMNS)}
  )`
}

export const increments = (columns: readonly string[]): string =>
  columns.map(name => `${name} = a.${name} + excluded.${name}`).join(', ')

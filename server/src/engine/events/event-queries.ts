/** SQL of what happens after the hand-over. Each statement is about one run, since the run names the partition. */
import type pg from 'pg'
import { addActivity, domainOf, momentOf } from '../activity/change-sql.ts'
import { EVENT, ENGAGEMENT, type EngagementName, STATE } from '../states.ts'

export interface EventRow {
  seq: number
  eventId: string
  kind: number
  atMs: number
  source: string
  bot: boolean
  detail: object | null
  linkNo: number | null
  suppress: boolean
  isHeeded: boolean
  /** The state that it leads to; 0: none. */
  state: number
  reason: number
}

export interface RunEvents {
  applicationId: string
  runId: string
  rows: EventRow[]
  /** Its deliveries have been deleted. */
  isPast?: boolean
}

/** The counters' shard for events; workers have 0 to 31. */
const SHARD = 32

/** Stores events of deliveries that exist. Returns those that were new. */
export async function insertEvents(
  client: pg.ClientBase,
  { applicationId, runId, rows }: RunEvents,
): Promise<EventRow[]> {
  const { rows: stored } = await client.query<{ event_id: string }>({
    name: 'event-insert',
    text: `
      insert into event (application_id, run_id, seq, event_id, kind, at, source, bot, detail)
      select $1, $2, e.seq, e."eventId", e.kind, to_timestamp(e."atMs" / 1000), e.source, e.bot, e.detail
      from jsonb_to_recordset($3::jsonb)
        as e(seq int, "eventId" uuid, kind smallint, "atMs" float8, source text, bot boolean, detail jsonb)
      where exists (select 1 from delivery d
        where d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[]))
      on conflict do nothing
      returning event_id`,
    values: [applicationId, runId, JSON.stringify(rows), seqsOf(rows)],
  })
  const isNew = new Set(stored.map(row => row.event_id))
  return rows.filter(row => isNew.delete(row.eventId))
}

/** Bounds what is read of the run, beside the join: see joiningDeliveries. */
export function seqsOf(rows: readonly { seq: number }[]): number[] {
  return rows.map(row => row.seq)
}

const forEngagements = (write: (name: EngagementName) => string): string =>
  (Object.keys(ENGAGEMENT) as EngagementName[]).map(write).join(', ')

const CHANNEL = '(select channel from run where application_id = $1 and run_id = $2)'

// Ranks above pending only: reports are about messages that were sent. `was` and the earlier times tell by how much counters change.
const MOVE = `
  with e as materialized (
    select seq, max(state) as state, (array_agg(reason order by state desc, reason desc))[1] as reason,
      to_timestamp(max("atMs") / 1000) as last_at,
      to_timestamp(min("atMs") filter (where kind = ${EVENT.sent}) / 1000) as sent_at,
      to_timestamp(min("atMs") filter (where kind = ${EVENT.delivered}) / 1000) as delivered_at,
      ${forEngagements(name => `to_timestamp(min("atMs") filter (where kind = ${EVENT[name]}) / 1000) as ${name}_at`)}
    from jsonb_to_recordset($3::jsonb) as r(seq int, kind smallint, "atMs" float8, state smallint, reason smallint)
    group by seq
  ), prev as materialized (
    select e.*, d.state as was, d.reason as was_reason, ${momentOf('d')} as was_moment, ${forEngagements(name => `d.${name}_at as was_${name}`)}
    from e join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])
    order by d.seq for no key update of d
  ), moved as (
    update delivery d set
      state = greatest(d.state, p.state),
      reason = case when p.state > d.state then p.reason when p.state = d.state then greatest(d.reason, p.reason)
        else d.reason end,
      sent_at = case when d.sent_at = '-infinity' then coalesce(p.sent_at, '-infinity') else d.sent_at end,
      delivered_at = case when d.delivered_at = '-infinity' then coalesce(p.delivered_at, '-infinity')
        else least(d.delivered_at, p.delivered_at) end,
      ${forEngagements(
        name => `${name}_at = case when d.${name}_at = '-infinity' then coalesce(p.${name}_at, '-infinity')
        else least(d.${name}_at, p.${name}_at) end`,
      )},
      last_event_at = greatest(d.last_event_at, p.last_at)
    from prev p where d.application_id = $1 and d.run_id = $2 and d.seq = p.seq and d.seq = any ($4::int[])
    returning p.*, d.state as now_state, d.reason as now_reason, ${momentOf('d')} as now_moment, d.address,
      ${forEngagements(name => `d.${name}_at as now_${name}`)}
  ), delta as (
    select k.state, sum(k.n)::int as n from moved, lateral (values
      (was, case when was <> now_state then -1 else 0 end),
      (now_state, case when was <> now_state then 1 else 0 end),
      ${forEngagements(
        name =>
          `(${ENGAGEMENT[name]}, case when was_${name} = '-infinity' and ${name}_at is not null then 1 else 0 end)`,
      )}
    ) k(state, n) group by k.state having sum(k.n) <> 0
  ), changes as (
    select -1 as n, was as state, was_reason as reason, was_moment as moment, ${domainOf('address')} as domain,
      ${forEngagements(name => `was_${name} > '-infinity' as ${name}`)} from moved
    union all
    select 1, now_state, now_reason, now_moment, ${domainOf('address')}, ${forEngagements(name => `now_${name} > '-infinity'`)} from moved
  ), ${addActivity('changes', { shard: String(SHARD), channel: CHANNEL, isEmail: `${CHANNEL} = 'email'` })}, counted as (
    insert into run_counter as c (application_id, run_id, shard, state, n)
    select $1, $2, ${SHARD}, state, n from delta order by state
    on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
  )
  select seq from moved where was < ${STATE.sent} and now_state >= ${STATE.sent}`

/**
 * Moves states forward and sets first times; counters and activity change with them. Returns the deliveries for which this is the first
 * sign that their message was sent.
 */
export async function moveDeliveries(
  client: pg.ClientBase,
  { applicationId, runId, rows }: RunEvents,
): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: left } = await client.query<{ seq: number }>({
    name: 'event-move',
    text: MOVE,
    values: [applicationId, runId, JSON.stringify(rows), seqsOf(rows)],
  })
  return left.map(({ seq }) => seq)
}

export async function addLinkClicks(client: pg.ClientBase, { applicationId, runId, rows }: RunEvents): Promise<void> {
  const clicks = new Map<number, number>()
  for (const { linkNo } of rows) if (linkNo !== null) clicks.set(linkNo, (clicks.get(linkNo) ?? 0) + 1)
  for (const [no, n] of [...clicks].sort(([a], [b]) => a - b)) {
    await client.query(
      'update run_link set clicks = clicks + $4 where application_id = $1 and run_id = $2 and no = $3',
      [applicationId, runId, no, n],
    )
  }
}

const ENGAGING: readonly number[] = [EVENT.bounced, EVENT.opened, EVENT.clicked, EVENT.unsubscribed]

/**
 * Stores which contacts did what with which campaign on which days of the application's time zone, and the last days of opening and
 * clicking: segments ask for these.
 */
export async function addEngagement(client: pg.ClientBase, { applicationId, runId, rows }: RunEvents): Promise<void> {
  const engaged = rows.filter(row => ENGAGING.includes(row.kind))
  if (engaged.length === 0) return
  const facts = JSON.stringify(engaged.map(({ seq, kind, atMs }) => ({ seq, kind, atMs })))
  const values = [applicationId, runId, facts, seqsOf(engaged)]
  await client.query({ name: 'event-engagement', text: WRITE_ENGAGEMENT, values })
  if (engaged.some(row => row.kind === EVENT.opened || row.kind === EVENT.clicked)) {
    await client.query({ name: 'event-activity', text: ACTIVITY, values })
  }
}

// One row a day, however many events; existing rows are not written again.
const WRITE_ENGAGEMENT = `
  insert into engagement (application_id, kind, campaign_id, contact_id, day)
  select distinct $1::uuid, e.kind, r.campaign_id, d.contact_id, day_of(to_timestamp(e."atMs" / 1000), coalesce(a.timezone, 'UTC'))
  from jsonb_to_recordset($3::jsonb) as e(seq int, kind smallint, "atMs" float8)
  join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])
  join run r on r.application_id = $1 and r.run_id = $2
  left join application a on a.application_id = $1
  order by 2, 4, 5
  on conflict do nothing`

const ALL_BITS = String(2n ** 63n - 1n)

/**
 * Combines both masks as seen from the later day: the earlier one is shifted by the days between; what is older than 62 days is dropped.
 */
const bits = (days: string, on: string): string => {
  const [ours, theirs] = [`a.${on}`, `excluded.${on}`]
  const moved = (mask: string, by: string): string =>
    `case when ${by} > 62 then 0 else (${mask} << (${by})) & ${ALL_BITS} end`
  return `case
    when ${theirs} is null then a.${days}
    when ${ours} is null then excluded.${days}
    when ${theirs} >= ${ours} then excluded.${days} | ${moved(`a.${days}`, `${theirs} - ${ours}`)}
    else a.${days} | ${moved(`excluded.${days}`, `${ours} - ${theirs}`)} end`
}

// `day` is the last day of each kind in this batch; bit k of the mask is k days before it.
const ACTIVITY = `
  with day as (
    select d.contact_id, e.kind, day_of(to_timestamp(e."atMs" / 1000), coalesce(a.timezone, 'UTC')) as day
    from jsonb_to_recordset($3::jsonb) as e(seq int, kind smallint, "atMs" float8)
    join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])
    left join application a on a.application_id = $1
    where e.kind in (${EVENT.opened}, ${EVENT.clicked})
    group by 1, 2, 3
  ), last as (
    select contact_id, kind, day, max(day) over (partition by contact_id, kind) as last_day from day
  ), e as (
    select contact_id,
      max(last_day) filter (where kind = ${EVENT.opened}) as opened_on,
      coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = ${EVENT.opened} and last_day - day <= 62), 0) as opened_days,
      max(last_day) filter (where kind = ${EVENT.clicked}) as clicked_on,
      coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = ${EVENT.clicked} and last_day - day <= 62), 0) as clicked_days
    from last group by contact_id
  )
  insert into contact_activity as a (application_id, contact_id, opened_on, opened_days, clicked_on, clicked_days)
  select $1, contact_id, opened_on, opened_days, clicked_on, clicked_days from e order by contact_id
  on conflict (application_id, contact_id) do update set
    opened_days = ${bits('opened_days', 'opened_on')},
    opened_on = greatest(a.opened_on, excluded.opened_on),
    clicked_days = ${bits('clicked_days', 'clicked_on')},
    clicked_on = greatest(a.clicked_on, excluded.clicked_on)
    where (a.opened_on, a.opened_days, a.clicked_on, a.clicked_days) is distinct from (
      greatest(a.opened_on, excluded.opened_on), ${bits('opened_days', 'opened_on')},
      greatest(a.clicked_on, excluded.clicked_on), ${bits('clicked_days', 'clicked_on')})`

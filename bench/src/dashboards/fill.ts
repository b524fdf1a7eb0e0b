/** What the messages of many campaigns leave behind for dashboards, written by the database itself: sums as the engine keeps and folds them. */
import type { BenchDatabase } from '../harness/postgres.ts'

export interface Filling {
  applicationId: string
  channels: readonly string[]
  /** Of each channel. */
  campaigns: number
  messages: number
}

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Days over which campaigns go out. */
export const DAYS = 400

/** One campaign in ten goes out every week, and has half of the messages; the others go out once. */
export async function fillActivity({ pool }: BenchDatabase, filling: Filling): Promise<void> {
  const client = await pool.connect()
  try {
    for (const channel of filling.channels) await fillChannel(client, filling, channel)
  } finally {
    client.release()
  }
  for (const table of [
    'run',
    'run_link',
    'activity_quarter',
    'activity_total',
    'activity_detail',
    'activity_detail_total',
  ])
    await pool.query(`vacuum analyze ${table}`)
}

async function fillChannel(client: Client, filling: Filling, channel: string): Promise<void> {
  const { applicationId, campaigns, messages } = filling
  await client.query(RUNS, [applicationId, channel, campaigns, messages, DAYS])
  for (const statement of [QUARTERS, TOTALS, DETAILS, FOLDED, LINKS])
    await client.query(statement, [applicationId, channel])
}

// Nothing is left to do for upkeep: its checks would compare runs with deliveries that are not there.
const RUNS = `
  with planned as (
    select c, campaign_id, (occurrence * 7 + c * 7919) % $5::int as days_ago, occurrences
    from (select c, uuidv7() as campaign_id, case when c % 10 = 0 then $5::int / 7 else 1 end as occurrences
      from generate_series(1, $3::int) c) campaigns, generate_series(1, occurrences) occurrence
  ), weighed as (
    select *, sum(case when c % 10 = 0 then 0 else 1 end) over () as single, sum(case when c % 10 = 0 then 1 else 0 end) over () as repeated
    from planned
  )
  insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
    created_at, started_at, ended_at, counters_checked_at, sent_noted, recipients, reports_delivery)
  select $1, uuidv7(make_interval(days => -days_ago)), campaign_id, $2, 'Campaign ' || c, campaign_id, 'done',
    jsonb_build_object('message_class', 'promotional', 'name', 'template_' || c % 40, 'language', 'en', 'html', repeat('x', 3000)), '{}', 'UTC',
    at, at, at, at, now(), true, greatest(20, $4::bigint / 2 / case when c % 10 = 0 then repeated else single end)::int, c % 2 = 0
  from (select *, now() - make_interval(days => days_ago, mins => (c * 13 % 1000)::int) as at from weighed) w`

/** Where a run's rows are: two quarters with two workers and the events; one row each since yesterday; of folded days, one. */
const placesOf = (keptDays: number): string => `
  lateral (
    select date_trunc('day', opens_at) as quarter, 34 as shard, 1 as parts where opens_at < current_date - ${keptDays}
    union all
    select date_bin('15 minutes', opens_at, '2000-01-01') + q * interval '15 minutes', 35, 2
    from generate_series(0, 1) q where opens_at >= current_date - ${keptDays} and opens_at < current_date
    union all
    select date_bin('15 minutes', opens_at, '2000-01-01') + q * interval '15 minutes', s, 6
    from generate_series(0, 1) q, unnest(array[0, 1, 32]) s where opens_at >= current_date
  ) place`

const QUARTERS = `
  insert into activity_quarter (application_id, channel, quarter, run_id, shard, accepted, delivered, bounced, complained,
    hard_bounced, failed, opened, clicked, unsubscribed, dismissed, influenced)
  select application_id, channel, quarter, run_id, shard, case when reports_delivery then 0 else n * 96 / 100 end,
    case when reports_delivery then n * 96 / 100 else 0 end, n * 3 / 100, n / 100, n * 2 / 100, n / 200, n * 35 / 100, n * 5 / 100,
    n / 300, n / 90, n / 200
  from (select *, recipients / parts as n from run, ${placesOf(35)} where application_id = $1 and channel = $2) r`

/** Runs that report a delivery have reported all of theirs. */
const TOTALS = `
  insert into activity_total (application_id, channel, by_month, since, campaign_id, message_class, template_name, template_language, last,
    sent, delivered, bounced, hard_bounced, complained, failed, opened, clicked, unsubscribed, dismissed, influenced)
  select q.application_id, q.channel, by_month, case when by_month then date_trunc('month', quarter, 'UTC') else quarter end as since,
    case when by_month then campaign_id else '00000000-0000-0000-0000-000000000000' end as campaign,
    case when by_month then coalesce(message_class, '') else '' end, case when by_month then coalesce(template_name, '') else '' end,
    case when by_month then coalesce(template_language, '') else '' end, max(quarter), sum(accepted + delivered + bounced + complained),
    sum(case when reports_delivery then delivered + complained else accepted + complained end), sum(bounced), sum(hard_bounced), sum(complained),
    sum(failed + case when q.channel = 'email' then 0 else bounced end), sum(opened), sum(clicked), sum(unsubscribed), sum(dismissed), sum(influenced)
  from activity_quarter q join run r using (application_id, run_id), unnest(array[false, true]) by_month
  where q.application_id = $1 and q.channel = $2 and shard = 34
  group by 1, 2, 3, 4, 5, 6, 7, 8`

const DETAILS = `
  insert into activity_detail (application_id, channel, kind, quarter, run_id, name, shard, sent, bounced, complained, failed, opened, clicked)
  select application_id, channel, kind, quarter, run_id, part, shard, case when kind = 'mailbox' then n / 5 else 0 end, n / 500, n / 5000,
    case when kind = 'reason' then n / 300 else 0 end, n / 20, n / 150
  from (select *, recipients / parts as n from run, ${placesOf(0)} where application_id = $1 and channel = $2) r,
    (values ('browser', array['Chrome', 'Safari', 'Firefox', 'Microsoft Edge', 'Gmail', 'Outlook', 'Apple Mail', 'other']),
      ('system', array['Android', 'iOS', 'Windows', 'macOS', 'Linux', 'other']), ('device', array['desktop', 'mobile', 'tablet']),
      ('mailbox', array['Gmail', 'Outlook', 'Yahoo', 'iCloud', 'GMX', 'Orange', 'Rediff', 'Comcast', 'Proton', 'other']),
      ('reason', array['18', '23', '25', '27', '31'])) kinds(kind, names), unnest(names) part`

const FOLDED = `
  insert into activity_detail_total (application_id, channel, by_month, kind, since, name, sent, bounced, complained, failed, opened, clicked)
  select application_id, channel, by_month, kind, case when by_month then date_trunc('month', quarter, 'UTC') else quarter end, name,
    sum(sent), sum(bounced), sum(complained), sum(failed), sum(opened), sum(clicked)
  from activity_detail, unnest(array[false, true]) by_month
  where application_id = $1 and channel = $2 and shard = 34 group by 1, 2, 3, 4, 5, 6`

const LINKS = `
  insert into run_link (application_id, run_id, no, url, clicks)
  select application_id, run_id, no, 'https://shop.example/' || (recipients * no) % 300, recipients / 50
  from run, generate_series(0, 4) no where application_id = $1 and channel = $2`

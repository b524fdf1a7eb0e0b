-- Sums of the days that are folded in activity_quarter, so that a dashboard of a year reads neither each of its runs nor joins them: by day
-- over all campaigns, and by month (UTC, of the day's first moment) for each campaign and kind of message. What is not folded yet is read
-- run by run. A row is the exact sum of rows with shard 34; what was delivered is judged when they are folded.
create table activity_total (
  application_id uuid not null,
  channel text not null,
  -- of a day or a month: see by_month
  by_month boolean not null,
  -- the day as activity_quarter has it, or the month's first moment
  since timestamptz not null,
  -- of months; zero of a stream of single messages, and in rows of days, where what follows is empty as well
  campaign_id uuid not null,
  message_class text not null,
  template_name text not null,
  template_language text not null,
  -- the latest day with anything in it
  last timestamptz not null,
  sent int not null,
  delivered int not null,
  bounced int not null,
  hard_bounced int not null,
  complained int not null,
  failed int not null,
  opened int not null,
  clicked int not null,
  unsubscribed int not null,
  dismissed int not null,
  influenced int not null,
  primary key (application_id, channel, by_month, since, campaign_id, message_class, template_name, template_language)
);

with kept as materialized (
  select * from activity_quarter where shard = 34
), reported as materialized (
  select distinct application_id, run_id from activity_quarter where delivered > 0
), judged as (
  select a.application_id, a.channel, a.quarter as day, date_trunc('month', a.quarter, 'UTC') as month,
    case when r.campaign_id = r.run_id then '00000000-0000-0000-0000-000000000000' else r.campaign_id end as campaign_id,
    coalesce(r.message_class, '') as message_class, coalesce(r.template_name, '') as template_name,
    coalesce(r.template_language, '') as template_language,
    accepted + delivered + bounced + complained as sent,
    case when (a.application_id, a.run_id) in (select application_id, run_id from reported) then delivered + complained
      when r.reports_delivery then 0 else accepted + complained end as delivered,
    bounced, hard_bounced, complained, case when a.channel = 'email' then failed else failed + bounced end as failed,
    opened, clicked, unsubscribed, dismissed, influenced
  from kept a join run r on r.application_id = a.application_id and r.run_id = a.run_id
), sums as (
  select *, case when by_month then month else day end as since
  from judged, unnest(array[false, true]) by_month
)
insert into activity_total (application_id, channel, by_month, since, campaign_id, message_class, template_name, template_language, last,
  sent, delivered, bounced, hard_bounced, complained, failed, opened, clicked, unsubscribed, dismissed, influenced)
select application_id, channel, by_month, since, case when by_month then campaign_id else '00000000-0000-0000-0000-000000000000' end,
  case when by_month then message_class else '' end, case when by_month then template_name else '' end,
  case when by_month then template_language else '' end, max(day), sum(sent), sum(delivered), sum(bounced), sum(hard_bounced),
  sum(complained), sum(failed), sum(opened), sum(clicked), sum(unsubscribed), sum(dismissed), sum(influenced)
from sums group by 1, 2, 3, 4, 5, 6, 7, 8;

-- The same for what messages were read with, where they went and why they failed, of which there were days.
alter table activity_day rename to activity_detail_total;
alter table activity_detail_total rename column day to since;
alter table activity_detail_total add column by_month boolean not null default false;
alter table activity_detail_total alter column by_month drop default;
alter table activity_detail_total drop constraint activity_day_pkey;
alter table activity_detail_total add primary key (application_id, channel, by_month, kind, since, name);
insert into activity_detail_total (application_id, channel, by_month, kind, since, name, sent, bounced, complained, failed, opened, clicked)
select application_id, channel, true, kind, date_trunc('month', since, 'UTC') as month, name,
  sum(sent), sum(bounced), sum(complained), sum(failed), sum(opened), sum(clicked)
from activity_detail_total group by application_id, channel, kind, month, name;

create index activity_quarter_fresh on activity_quarter (application_id, channel, quarter) where shard <> 34;

-- The runs of a channel, in the order in which their sums are joined with them.
drop index run_reports;
create index run_reports on run (application_id, channel, run_id)
  include (campaign_id, reports_delivery, message_class, template_name, template_language);

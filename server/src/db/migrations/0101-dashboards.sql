-- What text messages are billed as, by the quarter of an hour (UTC) in which they were handed over, as in activity_quarter.
create table sms_quarter (
  application_id uuid not null,
  quarter timestamptz not null,
  run_id uuid not null,
  -- one per worker, as in run_counter
  shard smallint not null,
  segments int not null,
  primary key (application_id, quarter, run_id, shard)
) with (fillfactor = 50);

insert into sms_quarter (application_id, quarter, run_id, shard, segments)
select a.application_id, date_bin('15 minutes', a.at, timestamptz '2000-01-01 00:00:00Z'), a.run_id, 0, sum(a.code)
from run r join attempt a on a.application_id = r.application_id and a.run_id = r.run_id
where r.channel = 'sms' and a.outcome = 1 group by 1, 2, 3;

-- Browsers and apps by the day on which they were gained and lost.
create index device_gained on device (application_id, channel, created_at);
create index device_lost on device (application_id, channel, retired_at, retired_reason) where retired_at is not null;

-- Details of the days that are folded, all runs together: a dashboard of a year reads days, however many runs there were. What is not
-- folded yet is read run by run.
create table activity_day (
  application_id uuid not null,
  channel text not null,
  kind text not null,
  -- its first moment on the application's clock
  day timestamptz not null,
  name text not null,
  sent int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  failed int not null default 0,
  opened int not null default 0,
  clicked int not null default 0,
  primary key (application_id, channel, kind, day, name)
);
insert into activity_day (application_id, channel, kind, day, name, sent, bounced, complained, failed, opened, clicked)
select application_id, channel, kind, quarter, name, sum(sent), sum(bounced), sum(complained), sum(failed), sum(opened), sum(clicked)
from activity_detail where shard = 34 group by 1, 2, 3, 4, 5;
create index activity_detail_fresh on activity_detail (application_id, channel, kind, quarter) where shard <> 34;

-- What dashboards ask of each run, without the rest of its row.
create index run_reports on run (application_id, run_id) include (campaign_id, reports_delivery);

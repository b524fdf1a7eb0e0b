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

-- Campaigns on recipients' clocks, quiet hours, and the hours at which people open and click.

-- When the run of next_run_at is to begin: earlier than that where it follows its recipients' clocks, for some of them are ahead.
alter table campaign add column next_opens_at timestamptz;
update campaign set next_opens_at = next_run_at;
drop index campaign_due;
create index campaign_due on campaign (next_opens_at)
  where status in ('scheduled', 'pending', 'executing', 'paused') and paused_at is null;

-- Until now a schedule that did not name whose clock it follows followed its own. From now on it follows the recipients'.
update campaign set schedule = jsonb_set(schedule, '{advanced}',
    coalesce(nullif(schedule -> 'advanced', 'null'), '{}') || '{"delivery_in_users_timezone": false}')
  where schedule ? 'message_type' and (schedule -> 'advanced' -> 'delivery_in_users_timezone') is null;

-- Whose clock the run follows (server/src/delivery/recipient-clock.ts); null: its own, without quiet hours.
alter table run add column clock jsonb;

-- How much a contact opened and clicked at each hour of the day, on its own clock: 24 weights, of which `best` is the hour of
-- the greatest. An event weighs twice as much as one 60 days before it, counted from a fixed day, so that nothing has to be
-- worked out anew as time passes; `total` is their sum.
create table contact_hours (
  application_id uuid not null,
  contact_id uuid not null,
  channel text not null,
  weights float8[] not null,
  total float8 not null,
  best smallint not null,
  primary key (application_id, contact_id, channel)
) with (fillfactor = 80);

-- The same of all contacts of an application together.
create table application_hours (
  application_id uuid not null,
  channel text not null,
  weights float8[] not null,
  total float8 not null,
  best smallint not null,
  primary key (application_id, channel)
) with (fillfactor = 50);

-- Since when a run waits, before its recipients are fixed, because the month's messages of a plan are used up.
alter table run add column held_at timestamptz;
create index run_held on run (held_at) where held_at is not null;

-- What owner and admins of an organization were told of a month (UTC), once each.
create table usage_notice (
  organization_id uuid not null references organization on delete cascade,
  month date not null,
  channel text not null,
  -- percent of the plan that were used up: 80 or 100; 0: campaigns that waited go on
  share smallint not null,
  told_at timestamptz not null,
  primary key (organization_id, month, channel, share)
);

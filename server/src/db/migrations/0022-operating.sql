-- Seeing the engine: what workers did lately, counters that are checked against deliveries, and details that end.

-- Steps of ten seconds; the rates of the operator's page are sums of a few of them. Kept for two hours.
create table engine_pulse (
  at timestamptz not null,
  -- empty for what belongs to no channel
  channel text not null,
  -- one per worker, as in run_counter: they do not wait for each other
  shard smallint not null,
  sent int not null default 0,
  failed int not null default 0,
  retried int not null default 0,
  leases_lost int not null default 0,
  primary key (at, channel, shard)
) with (fillfactor = 50);

-- The same since the installation began, for counters that may only grow.
create table engine_total (
  channel text not null,
  shard smallint not null,
  sent bigint not null default 0,
  failed bigint not null default 0,
  retried bigint not null default 0,
  leases_lost bigint not null default 0,
  primary key (channel, shard)
) with (fillfactor = 50);

-- Written to its files and not yet in the database, as it said last.
alter table worker add column journal_bytes bigint not null default 0;

alter table run
  -- its deliveries, attempts and events are gone: their time was over
  add column details_removed_at timestamptz,
  -- when its counters were last compared with its deliveries, and by how much they were off
  add column counters_checked_at timestamptz,
  add column counters_off int not null default 0;
create index run_ended on run (ended_at) where ended_at is not null;
create index run_counters_off on run (counters_checked_at) where counters_off <> 0;

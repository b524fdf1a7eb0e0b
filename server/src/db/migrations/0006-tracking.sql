-- What happens to messages afterwards: the course of runs, and and hits that wait until it is clear whose they are.

-- Counters of a run at moments since its start; a chart is drawn from these.
create table run_sample (
  application_id uuid not null,
  run_id uuid not null,
  at timestamptz not null,
  done int not null,
  sent int not null,
  delivered int not null,
  opened int not null,
  clicked int not null,
  primary key (application_id, run_id, at)
);

-- Runs whose counters may still move, and when to look again.
create table run_watch (
  run_id uuid primary key,
  application_id uuid not null,
  next_at timestamptz not null,
  last_sample text not null
);
create index run_watch_due on run_watch (next_at);

-- Opens and clicks of the last seconds. A machine that follows every link is known only by its later hits, so each waits
-- two seconds before it counts.
create table waiting_hit (
  hit_id uuid primary key,
  application_id uuid not null,
  run_id uuid not null,
  seq int not null,
  -- null: the open pixel
  link_no smallint,
  at timestamptz not null,
  -- keyed hash of the network that it came from
  network text not null,
  -- why it was a machine, where its own request says so
  bot_reason text,
  detail jsonb not null
);
create index waiting_hit_due on waiting_hit (at);
create index waiting_hit_reader on waiting_hit (run_id, seq, network);

-- The engine. A run is one occurrence of a campaign; a delivery is one recipient in one run, the unit of truth.
-- Cost decides the shapes: a delivery row is updated in place (HOT), so nothing that changes per delivery is indexed and
-- everything that changes has a fixed width and is never null.

create table run (
  application_id uuid not null,
  run_id uuid not null,
  campaign_id uuid not null,
  channel text not null,
  name text not null,
  lane_id uuid not null,
  state text not null check (state in ('preparing', 'executing', 'paused', 'cancelling', 'done', 'cancelled', 'failed')),
  -- why it is paused or failed, in words
  state_reason text,
  -- what every recipient gets: sources of subject, html, text, headers, links; frozen when the run is created
  content jsonb not null,
  audience jsonb not null,
  timezone text not null,
  opens_at timestamptz not null,
  expires_at timestamptz,
  recipients int not null default 0,
  next_batch int not null default 1,
  started_by uuid,
  created_at timestamptz not null,
  -- when its recipients were fixed
  started_at timestamptz,
  ended_at timestamptz,
  primary key (application_id, run_id)
);
create index run_campaign on run (application_id, campaign_id, run_id desc);
create index run_list on run (application_id, created_at desc, run_id desc);
-- Bounce addresses have room for the run alone.
create unique index run_by_id on run (run_id);
create index run_open on run (state) where state in ('preparing', 'executing', 'paused', 'cancelling');

-- Copied from the campaign, which may be edited while the run goes on.
create table run_attachment (
  application_id uuid not null,
  run_id uuid not null,
  position smallint not null,
  filename text not null,
  media_type text not null,
  content bytea not null,
  primary key (application_id, run_id, position)
);

-- state and reason are numbers of server/src/delivery/states.ts; -infinity means "not yet".
create table delivery (
  application_id uuid not null,
  run_id uuid not null,
  seq int not null,
  contact_id uuid not null,
  variant smallint not null default 0,
  state smallint not null,
  attempts smallint not null default 0,
  reason smallint not null default 0,
  sent_at timestamptz not null default '-infinity',
  delivered_at timestamptz not null default '-infinity',
  opened_at timestamptz not null default '-infinity',
  clicked_at timestamptz not null default '-infinity',
  unsubscribed_at timestamptz not null default '-infinity',
  last_event_at timestamptz not null default '-infinity',
  address text not null,
  primary key (application_id, run_id, seq)
) partition by range (run_id);
create index delivery_contact on delivery (application_id, contact_id);

-- A piece of a run that one worker leases at a time: a range of seq, or a list of them.
create table batch (
  application_id uuid not null,
  run_id uuid not null,
  no int not null,
  lane_id uuid not null,
  seq_from int,
  seq_to int,
  seqs int[],
  variant smallint not null default 0,
  -- attempts that its deliveries have behind them; one with more was put off while this batch was being sent
  attempt smallint not null default 0,
  due_at timestamptz not null,
  owner uuid,
  token bigint not null default 0,
  lease_until timestamptz,
  done boolean not null default false,
  primary key (application_id, run_id, no)
);
create index batch_due on batch (application_id, run_id, due_at, no) where not done;
create index batch_lease on batch (owner) where owner is not null and not done;

-- One row per answer of a provider: it is the sent or failed event. Append-only.
create table attempt (
  application_id uuid not null,
  run_id uuid not null,
  seq int not null,
  n smallint not null,
  token bigint not null,
  at timestamptz not null,
  outcome smallint not null,
  -- the provider's number, such as 550; 0 where it gave none
  code int not null,
  -- one word of the channel's list of reasons
  reason text,
  provider_message_id text,
  answer text
) partition by range (run_id);
create index attempt_delivery on attempt (application_id, run_id, seq);

-- What happened to a delivery after the hand-over. Append-only.
create table event (
  application_id uuid not null,
  run_id uuid not null,
  seq int not null,
  event_id uuid not null,
  kind smallint not null,
  at timestamptz not null,
  source text not null,
  bot boolean not null default false,
  detail jsonb
) partition by range (run_id);
-- Unique, so that an event that is reported twice is stored once.
create unique index event_delivery on event (application_id, run_id, seq, event_id);

-- Counts per state, in shards (one per worker) so that workers do not wait for each other.
create table run_counter (
  application_id uuid not null,
  run_id uuid not null,
  shard smallint not null,
  state smallint not null,
  n int not null,
  primary key (application_id, run_id, shard, state)
) with (fillfactor = 50);

-- The queue of one channel of one application: fair share between applications, throttle, and the provider's brakes.
create table lane (
  lane_id uuid primary key,
  application_id uuid not null,
  channel text not null,
  -- 0: single messages that somebody waits for; 1: campaigns
  class smallint not null,
  weight real not null default 1,
  vtime double precision not null default 0,
  next_slot_at timestamptz not null default '-infinity',
  -- since when, and up to when, the whole configuration fails; how often in a row it has been tried
  blocked_since timestamptz,
  blocked_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  blocks smallint not null default 0,
  blocked_reason text,
  unique (application_id, channel, class)
) with (fillfactor = 50);

-- Processes that send. host_id names the folder of their journals: only its supervisor takes over what they leave behind.
create table worker (
  worker_id uuid primary key,
  host_id uuid not null,
  pid int not null,
  -- tells the process from a later one with the same number
  mark text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null
) with (fillfactor = 50);

-- How many of a configuration's connections each worker may hold open; their sum never exceeds the configuration's limit.
create table connection_grant (
  application_id uuid not null,
  channel text not null,
  worker_id uuid not null,
  connections int not null,
  primary key (application_id, channel, worker_id)
);
create index connection_grant_worker on connection_grant (worker_id);

-- How far each worker's journal is in the database; written in the transaction that applied it. `flushes` tells a worker
-- whose connection broke at the commit whether it happened.
create table journal_position (
  worker_id uuid primary key,
  position bigint not null,
  flushes bigint not null,
  updated_at timestamptz not null
);

-- A tracked link of a run; its number stands in the click token.
create table run_link (
  application_id uuid not null,
  run_id uuid not null,
  no smallint not null,
  url text not null,
  clicks int not null default 0,
  primary key (application_id, run_id, no)
);

-- Provider reports, stored raw before they are interpreted.
create table report (
  report_id uuid primary key,
  provider text not null,
  application_id uuid,
  received_at timestamptz not null,
  raw bytea not null,
  matched boolean not null default false,
  outcome text,
  next_try_at timestamptz
);
create index report_open on report (next_try_at) where next_try_at is not null;

-- Who opened or clicked which campaign, kept for segments.
create table engagement (
  application_id uuid not null,
  kind smallint not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  last_at timestamptz not null,
  n int not null,
  primary key (application_id, kind, campaign_id, contact_id)
);

-- Bit k of *_days = active on the day k days before *_on; 63 days back.
create table contact_activity (
  application_id uuid not null,
  contact_id uuid not null,
  opened_on date,
  opened_days bigint not null default 0,
  clicked_on date,
  clicked_days bigint not null default 0,
  primary key (application_id, contact_id)
);

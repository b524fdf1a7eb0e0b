-- Messages that programs send one by one.

-- What such messages have in common, with a UTC day; null: the run is of a campaign. Such a run is open for its day and numbers the
-- deliveries as they come: `recipients` is the last number.
alter table run add column stream text;
-- Of an open stream in which nothing is due: when the next batch is.
alter table run add column wakes_at timestamptz;
create unique index run_stream on run (application_id, stream) where stream is not null;
-- Idle streams cost the claim nothing: they are in no list of it.
create index run_idle on run (wakes_at) where state = 'idle';

-- One message. Its delivery, or its deliveries where it goes to several devices or as copies, begin at `seq`.
create table message (
  application_id uuid not null,
  message_id uuid not null,
  run_id uuid not null,
  seq int not null,
  deliveries smallint not null,
  -- as messages are found by: the contact's id, or the address of one that stands alone; empty once the person is erased
  receiver text not null,
  -- null: it stands alone, and the contact of its deliveries is its own id
  contact_id uuid,
  -- addresses that get copies
  copies text[],
  idempotency_key text,
  created_at timestamptz not null,
  send_at timestamptz,
  tags text[],
  metadata jsonb,
  -- what it is written with: merge fields, headers, files, content of its own; null for nothing, and once the person is erased
  data jsonb,
  primary key (application_id, message_id)
) partition by range (message_id);
create index message_delivery on message (application_id, run_id, seq);
create index message_receiver on message (application_id, receiver, message_id) where receiver <> '';
create index message_keyed on message (application_id, idempotency_key, message_id) where idempotency_key is not null;
create index message_copies on message using gin (copies) where copies is not null;

create table message_tag (
  application_id uuid not null,
  tag text not null,
  message_id uuid not null,
  primary key (application_id, tag, message_id)
) partition by range (message_id);

-- Calls with an Idempotency-Key and what they were answered, for a day.
create table message_call (
  application_id uuid not null,
  key text not null,
  body_hash text not null,
  answer jsonb not null,
  called_at timestamptz not null,
  primary key (application_id, key)
);
create index message_call_old on message_call (called_at);

alter table run drop constraint run_state_check;
alter table run add constraint run_state_check check (
  state in ('preparing', 'executing', 'paused', 'cancelling', 'done', 'cancelled', 'failed', 'missed', 'idle'));

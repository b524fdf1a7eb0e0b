-- Endpoints of customers that are told what happens, what they are to be told, and every attempt to do so.

create table webhook (
  application_id uuid not null references application on delete cascade,
  webhook_id uuid not null,
  name text not null,
  url text not null,
  description text not null,
  -- channels whose messages are meant, and ids of events (contracts/src/webhooks/events.ts)
  platforms text[] not null,
  events smallint[] not null,
  -- events in one request, at most; 1: no array
  batch int not null default 1 check (batch between 1 and 100),
  -- paused by the team; gone: it answered 410; failing: no success for days
  status text not null default 'active' check (status in ('active', 'paused', 'gone', 'failing')),
  -- sealed
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  created_by uuid references account on delete set null,
  updated_by uuid references account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- how it fares: failures in a row, since when, and until when nothing is tried
  failures int not null default 0,
  failing_since timestamptz,
  rests_until timestamptz,
  last_success_at timestamptz,
  -- whose turn it is to dispatch to it
  leased_by uuid,
  leased_until timestamptz,
  primary key (application_id, webhook_id),
  constraint webhook_old_secret check ((old_secret is null) = (old_secret_until is null))
);
create unique index webhook_name on webhook (application_id, lower(name));

-- What an endpoint is to be told, written by the transaction that makes it true. Ids only: what is said of a person is read when a
-- request is made. Partitioned by day: message_id is a UUIDv7, and what the receiver knows it by.
create table webhook_message (
  application_id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  event smallint not null,
  at timestamptz not null,
  -- of a message: its delivery, and the event where there is one
  run_id uuid,
  seq int,
  reason smallint not null default 0,
  event_id uuid,
  -- of everything else: what it happened to
  subject_id uuid,
  -- 0 waits, 1 arrived, 2 given up, 3 kept for an endpoint that is off
  state smallint not null default 0,
  tries smallint not null default 0,
  -- null: nothing is to be done
  due_at timestamptz,
  primary key (application_id, webhook_id, message_id)
) partition by range (message_id);
create index webhook_message_due on webhook_message (application_id, webhook_id, due_at, message_id) where due_at is not null;

create table webhook_attempt (
  application_id uuid not null,
  webhook_id uuid not null,
  attempt_id uuid not null,
  message_id uuid not null,
  event smallint not null,
  n smallint not null,
  is_ok boolean not null,
  -- of HTTP; 0: there was no answer
  status int not null,
  duration_ms int not null,
  -- the sentence that says what went wrong without an answer
  failure text,
  answer text not null,
  primary key (application_id, webhook_id, attempt_id)
) partition by range (attempt_id);
create index webhook_attempt_failed on webhook_attempt (application_id, webhook_id, attempt_id) where not is_ok;
create index webhook_attempt_event on webhook_attempt (application_id, webhook_id, event, attempt_id);
create index webhook_attempt_message on webhook_attempt (application_id, webhook_id, message_id);

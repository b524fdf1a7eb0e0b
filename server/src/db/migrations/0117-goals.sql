-- What a run is meant to bring about (contracts/src/campaigns/goals.ts), frozen with the run; null: nothing.
alter table run add column goal jsonb;
create index run_goal_event on run (application_id, (goal ->> 'event'), run_id) where goal is not null;

-- Events that some run's goal names, still to be attributed: at once, and again later, since clicks may be reported after them.
create table goal_check (
  application_id uuid not null,
  event_id uuid not null,
  contact_id uuid not null,
  occurred_at timestamptz not null,
  looks smallint not null default 0,
  due_at timestamptz not null,
  primary key (application_id, event_id)
);
create index goal_check_due on goal_check (application_id, due_at);
create index goal_check_contact on goal_check (application_id, contact_id);

-- An event that a message brought about: the one of which the contact's last touch was. Nothing of it names the contact but the delivery.
create table conversion (
  application_id uuid not null,
  event_id uuid not null,
  run_id uuid not null,
  seq int not null,
  occurred_at timestamptz not null,
  touched_at timestamptz not null,
  -- when the message was
  sent_at timestamptz not null,
  -- what the event was worth, where the goal names a property and the event has a number there
  amount numeric,
  currency text,
  primary key (application_id, event_id)
);
create index conversion_delivery on conversion (application_id, run_id, seq);
create index conversion_time on conversion (occurred_at);

-- Sums of the above by the quarter of an hour in which the messages were sent, as in activity_quarter; they stay when the rows are gone.
-- Amounts are in a row for each currency, all else in the row without one.
create table goal_quarter (
  application_id uuid not null,
  run_id uuid not null,
  quarter timestamptz not null,
  currency text not null default '',
  channel text not null,
  conversions int not null default 0,
  -- deliveries with at least one
  converted int not null default 0,
  amount numeric not null default 0,
  primary key (application_id, run_id, quarter, currency)
);
create index goal_quarter_channel on goal_quarter (application_id, channel, quarter);

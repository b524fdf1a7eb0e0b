-- What contacts did, as programs of the application tell it. Partitioned by month on the moment at which it happened. The key serves the
-- list of one contact, the index whoever asks for all events of a name. `event_id` is a UUIDv7 of the moment at which it came in.
create table contact_event (
  application_id uuid not null,
  contact_id uuid not null,
  occurred_at timestamptz not null,
  event_id uuid not null,
  name text not null,
  -- names as merge fields have them; values are texts, numbers of 15 digits at most, and booleans
  properties jsonb not null,
  size_bytes int not null,
  primary key (application_id, contact_id, occurred_at, event_id)
) partition by range (occurred_at);
create index contact_event_name on contact_event (application_id, name, occurred_at) include (contact_id);

-- Ids that senders gave their events, as hashes: an id that comes again within the window is a duplicate, whatever its moment is.
-- A unique key of a partitioned table holds within one partition only.
create table event_receipt (
  application_id uuid not null,
  id_hash uuid not null,
  received_at timestamptz not null,
  primary key (application_id, id_hash)
);
create index event_receipt_time on event_receipt (received_at);

-- The names and properties that an application uses. n and bytes are what is stored of a name.
create table event_name (
  application_id uuid not null,
  name text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  n bigint not null default 0,
  bytes bigint not null default 0,
  primary key (application_id, name)
);

create table event_property (
  application_id uuid not null,
  event_name text not null,
  name text not null,
  type text not null check (type in ('text', 'number', 'boolean', 'date')),
  primary key (application_id, event_name, name)
);

-- How many events of a name happened on a day (UTC).
create table event_day (
  application_id uuid not null,
  name text not null,
  day date not null,
  n int not null,
  bytes bigint not null,
  primary key (application_id, name, day)
);

-- What writers added or took away since the sums above were made: appended, so that no writer waits for another. Readers add it to them.
create table event_delta (
  application_id uuid not null,
  name text not null,
  day date not null,
  n int not null,
  bytes bigint not null,
  -- null where events were taken away
  first_at timestamptz,
  last_at timestamptz
);
create index event_delta_application on event_delta (application_id);

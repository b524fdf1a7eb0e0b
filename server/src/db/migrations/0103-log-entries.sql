-- What was said to providers and what came from outside, one row for each exchange. Partitioned by day: entry_id is a UUIDv7, so that
-- it is also the order of the list. Secrets are masked before a row is written (lib/masking.ts).
create table log_entry (
  application_id uuid not null,
  entry_id uuid not null,
  kind text not null check (kind in ('outgoing', 'incoming', 'api', 'test')),
  channel text,
  result text not null check (result in ('ok', '4xx', '5xx', 'failed')),
  -- of HTTP, or of SMTP where `method` says so; 0: there was none
  status int not null,
  method text not null,
  endpoint text not null,
  current_status text not null,
  source text not null,
  receiver text not null,
  key_id uuid,
  run_id uuid,
  seq int,
  contact_id uuid,
  -- how many exchanges the entry stands for
  times int not null default 1,
  response text not null,
  payload text not null,
  primary key (application_id, entry_id)
) partition by range (entry_id);
create index log_entry_kind on log_entry (application_id, kind, entry_id);
create index log_entry_channel on log_entry (application_id, channel, entry_id) where channel is not null;
create index log_entry_result on log_entry (application_id, result, entry_id);
create index log_entry_key on log_entry (application_id, key_id, entry_id) where key_id is not null;
create index log_entry_receiver on log_entry (application_id, lower(receiver), entry_id);
create index log_entry_endpoint on log_entry (application_id, endpoint text_pattern_ops, entry_id);
create index log_entry_contact on log_entry (application_id, contact_id) where contact_id is not null;

-- Room for further entries of an application and a kind, in bytes: it grows with time up to a limit, entries take from it.
create table log_room (
  application_id uuid not null,
  kind text not null,
  bytes_left bigint not null,
  at timestamptz not null,
  -- exchanges that were not written down for want of room, until an entry says so
  left_out int not null default 0,
  primary key (application_id, kind)
);

-- Topics, what people chose about them, and how each choice came about.

-- What a campaign can be about. Recipients leave and join topics on their page.
create table topic (
  application_id uuid not null,
  topic_id uuid not null,
  name text not null,
  -- what recipients read below the name
  description text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (application_id, topic_id)
);
create unique index topic_name on topic (application_id, lower(name));

-- No row means subscribed. An import never writes here.
create table topic_consent (
  application_id uuid not null,
  contact_id uuid not null,
  topic_id uuid not null,
  status text not null check (status in ('subscribed', 'unsubscribed')),
  source text not null,
  since timestamptz not null,
  primary key (application_id, contact_id, topic_id)
);
create index topic_consent_topic on topic_consent (application_id, topic_id) where status = 'unsubscribed';

-- Addresses that have left a topic, whoever they belong to: what `suppression` is for everything.
create table topic_departure (
  application_id uuid not null,
  topic_id uuid not null,
  address_key text not null,
  created_at timestamptz not null,
  primary key (application_id, topic_id, address_key)
);

-- Every change of a contact's consent, with who or what changed it. Append-only.
create table consent_change (
  application_id uuid not null,
  contact_id uuid not null,
  change_id uuid not null,
  channel text not null,
  -- null: everything on the channel
  topic_id uuid,
  -- as it was called then; outlives the topic
  topic_name text,
  status text not null check (status in ('subscribed', 'unsubscribed')),
  source text not null,
  -- of a change by hand: who, and why
  account_id uuid,
  reason text,
  -- the message whose link was used
  run_id uuid,
  at timestamptz not null,
  primary key (application_id, contact_id, change_id)
);

insert into consent_change (application_id, contact_id, change_id, channel, status, source, at)
select application_id, contact_id, gen_random_uuid(), channel, status, source, since from consent;

-- Whose recipients a run leaves out beside those who left everything; frozen with the run.
alter table run add column topic_id uuid;

-- Who put an address on the list by hand, or by a file.
alter table suppression add column added_by uuid;
create index suppression_added on suppression (application_id, created_at desc, channel, address_key);
create index suppression_search on suppression using gin (address_key gin_trgm_ops);

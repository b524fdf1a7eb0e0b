-- Lists of a million contacts: searched by any field, sorted by five, the way to each page read from an index alone.

-- What a search looks through: every field, with a space before each word so that beginnings can be told. Stored: worked
-- out anew for each row that the index finds, it took a search ten times as long.
drop index contact_search;
alter table contact add column searched text not null generated always as (translate(lower(
  ' ' || coalesce(email_key, '') || ' ' || coalesce(external_user_id, '') || ' ' || coalesce(phone_number, '') || ' '
  || coalesce(country, '') || ' ' || coalesce(lang, '') || ' ' || coalesce(timezone, '') || ' '
  || coalesce(platform_type, '') || ' ' || coalesce(device_details, '') || ' '
  || jsonb_path_query_array(merge_fields, '$.*')::text), '[]",\', '     ')) stored;
create index contact_search on contact using gin (searched gin_trgm_ops);

-- Stored too: an index over an expression cannot be read alone. Short, since an entry of an index must fit a page.
alter table contact add column name_key text generated always as (nullif(lower(btrim(left(
  coalesce(merge_fields ->> 'first_name', '') || ' ' || coalesce(merge_fields ->> 'last_name', ''), 100))), '')) stored;

-- Sorted lists: those without a value stand last, by their id.
drop index contact_email;
create unique index contact_email on contact (application_id, email_key) include (contact_id) where email_key is not null;
create index contact_no_email on contact (application_id, contact_id) where email_key is null;
create index contact_name on contact (application_id, name_key, contact_id);
create index contact_updated on contact (application_id, updated_on, contact_id);
create index contact_test on contact (application_id, added_at desc, contact_id desc) where is_test;

-- Addresses of erased people that must not be written to when they come back: only a keyed hash of each is kept.
create table erased_address (
  application_id uuid not null references application on delete cascade,
  channel text not null,
  address_hash text not null,
  reason text not null check (reason in ('hard_bounce', 'complaint', 'unsubscribe', 'manual')),
  created_at timestamptz not null,
  primary key (application_id, channel, address_hash)
);

-- The same of topics that they had left.
create table erased_departure (
  application_id uuid not null references application on delete cascade,
  topic_id uuid not null,
  address_hash text not null,
  created_at timestamptz not null,
  primary key (application_id, topic_id, address_hash)
);

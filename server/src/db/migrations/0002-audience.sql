-- Contacts, what channels may do with them, segments and imports. application_id leads every key.

create extension if not exists pg_trgm;

create table contact (
  application_id uuid not null,
  contact_id uuid not null,
  external_user_id text,
  email text,
  email_key text,
  phone_number text,
  country text,
  lang text,
  latitude double precision,
  longitude double precision,
  platform_type text,
  device_details text,
  timezone text,
  -- seconds east of UTC
  timezone_offset int,
  is_test boolean not null default false,
  merge_fields jsonb not null default '{}',
  -- what the person's own system says
  created_on timestamptz,
  updated_on timestamptz,
  -- when we learnt of it
  added_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (application_id, contact_id)
);
create unique index contact_email on contact (application_id, email_key) where email_key is not null;
create unique index contact_external on contact (application_id, external_user_id) where external_user_id is not null;
create index contact_added on contact (application_id, added_at desc, contact_id desc);
create index contact_search on contact using gin (
  (coalesce(email_key, '') || ' ' || lower(coalesce(external_user_id, '')) || ' ' || coalesce(phone_number, '') || ' '
    || lower(coalesce(merge_fields ->> 'first_name', '')) || ' ' || lower(coalesce(merge_fields ->> 'last_name', ''))) gin_trgm_ops
);

-- Columns of imports that are not ours; the values live in contact.merge_fields.
create table merge_field (
  application_id uuid not null,
  name text not null,
  type text not null check (type in ('text', 'number', 'boolean', 'date')),
  filled int not null default 0,
  sample text,
  created_at timestamptz not null,
  primary key (application_id, name)
);

-- No row means subscribed. An import never writes here.
create table consent (
  application_id uuid not null,
  contact_id uuid not null,
  channel text not null,
  status text not null check (status in ('subscribed', 'unsubscribed')),
  source text not null,
  since timestamptz not null,
  primary key (application_id, contact_id, channel)
);

-- Addresses that must not be written to, whoever they belong to.
create table suppression (
  application_id uuid not null,
  channel text not null,
  address_key text not null,
  reason text not null check (reason in ('hard_bounce', 'complaint', 'unsubscribe', 'manual')),
  detail text,
  created_at timestamptz not null,
  primary key (application_id, channel, address_key)
);

create table segment (
  application_id uuid not null,
  segment_id uuid not null,
  name text not null,
  kind text not null check (kind in ('static', 'dynamic')),
  rules jsonb,
  contact_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (application_id, segment_id)
);
create unique index segment_name on segment (application_id, lower(name));

create table segment_member (
  application_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  primary key (application_id, segment_id, contact_id)
);
create index segment_member_contact on segment_member (application_id, contact_id);

-- One uploaded audience file on its way: verified, then perhaps inserted.
create table import (
  application_id uuid not null,
  import_id uuid not null,
  state text not null check (state in ('verifying', 'verified', 'inserting', 'done', 'failed')),
  file_id uuid not null,
  file_name text not null,
  size_bytes int not null,
  columns jsonb not null default '[]',
  rows_total int not null default 0,
  rows_done int not null default 0,
  expected_users int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  new_users int not null default 0,
  updated_users int not null default 0,
  error_file_id uuid,
  problems jsonb not null default '[]',
  segment_id uuid,
  segment_name text,
  message text,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (application_id, import_id)
);

-- Accepted rows of verified files. Unlogged: after a crash the rows are read again from the stored file.
create unlogged table import_row (
  import_id uuid not null,
  row_no int not null,
  contact_id uuid,
  external_user_id text,
  email text,
  email_key text,
  phone_number text,
  country text,
  lang text,
  latitude double precision,
  longitude double precision,
  platform_type text,
  device_details text,
  timezone text,
  timezone_offset int,
  is_test boolean,
  merge_fields jsonb not null,
  created_on timestamptz,
  updated_on timestamptz
);
create index import_row_import on import_row (import_id, row_no);

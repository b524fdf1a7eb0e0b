-- What is done to many contacts in the background, part by part. The contacts that were chosen are set down when it begins; each part
-- takes its own away in the transaction in which it is done, so that a killed process loses nothing and repeats nothing.
create table bulk_action (
  application_id uuid not null,
  bulk_id uuid not null,
  action text not null check (action in ('add', 'remove', 'unsubscribe', 'delete')),
  state text not null check (state in ('running', 'done', 'stopped')),
  total int not null,
  done int not null default 0,
  changed int not null default 0,
  segment_id uuid,
  channels text[] not null default '{}',
  -- of an unsubscribe, addresses in it masked
  reason text,
  created_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (application_id, bulk_id)
);

create table bulk_contact (
  application_id uuid not null,
  bulk_id uuid not null,
  contact_id uuid not null,
  primary key (application_id, bulk_id, contact_id)
);

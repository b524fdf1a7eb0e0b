-- What narrows and sorts a list, under a name: the parameters of its address.
create table saved_view (
  application_id uuid not null,
  view_id uuid not null,
  account_id uuid not null,
  list text not null,
  name text not null,
  query jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (application_id, view_id)
);
create unique index saved_view_name on saved_view (application_id, list, account_id, lower(name));

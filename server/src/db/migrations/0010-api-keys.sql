-- Keys by which programs call the API in the name of an application. On the wire a key is a licence, its id the client_id.
create table api_key (
  application_id uuid not null references application on delete cascade,
  api_key_id uuid not null,
  name text not null,
  scopes text[] not null,
  -- sealed, since it is shown again to somebody who confirms who they are
  secret text not null,
  created_by uuid references account on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (application_id, api_key_id)
);
create unique index api_key_id on api_key (api_key_id);
create unique index api_key_name on api_key (application_id, lower(name));

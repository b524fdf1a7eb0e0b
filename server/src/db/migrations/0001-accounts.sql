-- People, their sessions, organizations with roles and members, applications.

create table account (
  account_id uuid primary key,
  email text not null,
  -- compared in lower case: addresses are case-insensitive for signing in
  email_key text not null unique,
  name text not null,
  password_hash text,
  email_verified_at timestamptz,
  locale text not null default 'en',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A browser that signed in. The cookie holds a random value of which only the SHA-256 is stored.
create table session (
  session_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  cookie_hash bytea not null unique,
  application_id uuid,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  raised_until timestamptz
);
create index session_account on session (account_id);

-- A short-lived token of a session, scoped to one application. Dies with its session.
create table bearer (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  application_id uuid,
  expires_at timestamptz not null
);
create index bearer_session on bearer (session_id);
create index bearer_expiry on bearer (expires_at);

-- One-use links in mails: verification and password reset.
create table mail_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('verify', 'reset')),
  account_id uuid not null references account on delete cascade,
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_token_account on mail_token (account_id, kind);

create table organization (
  organization_id uuid primary key,
  name text not null,
  strength text not null,
  language text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

-- organization_id is null for the default roles, which have the same id in every organization.
create table role (
  role_id uuid primary key,
  organization_id uuid references organization on delete cascade,
  name text not null,
  role_group smallint not null check (role_group in (1, 2)),
  sla_option smallint not null check (sla_option in (1, 2, 3)),
  sla_minutes int not null check (sla_minutes between 15 and 2880),
  permission_set jsonb not null,
  created_at timestamptz not null default now()
);
create unique index role_name on role (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), lower(name));

create table member (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null references account on delete cascade,
  role_id uuid not null references role,
  status text not null check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  primary key (organization_id, account_id)
);
create index member_account on member (account_id);
create index member_role on member (role_id);

create table application (
  application_id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  name text not null,
  timezone text not null,
  -- clock times, recipient's local time
  quiet_from text not null default '22:00',
  quiet_to text not null default '08:00',
  logo text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index application_organization on application (organization_id);

-- One row: proves at start that the secret in use is the one that sealed what is stored.
create table installation (
  one_row boolean primary key default true check (one_row),
  key_check text not null,
  created_at timestamptz not null
);

-- A file that people uploaded or may download. In the database, so that every process sees it and a backup holds it.
create table stored_file (
  application_id uuid not null,
  file_id uuid not null,
  name text not null,
  media_type text not null,
  content bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (application_id, file_id)
);
create index stored_file_expiry on stored_file (expires_at) where expires_at is not null;

-- Identities at outside providers, and the trips that browsers make to them.

-- Who an account is at a provider. The issuer belongs to the name: the same subject elsewhere is another person.
create table sso_identity (
  provider text not null check (provider in ('gitlab', 'microsoft', 'linkedin')),
  issuer text not null,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  -- what the provider told last; never used to find an account that is linked
  email text,
  email_key text,
  email_verified boolean not null,
  connected_at timestamptz not null,
  last_used_at timestamptz,
  primary key (provider, issuer, subject)
);
create unique index sso_identity_account on sso_identity (account_id, provider);

-- A browser on its way to a provider and back: good once, for ten minutes. Only hashes, since each of them is a secret.
create table sso_trip (
  state_hash bytea primary key,
  nonce_hash bytea not null unique,
  provider text not null,
  -- set: to connect the provider to this account; null: to sign in
  account_id uuid references account on delete cascade,
  -- the browser that set out, where it was one
  browser_hash bytea,
  expires_at timestamptz not null
);
create index sso_trip_expiry on sso_trip (expires_at);

-- Somebody whom a provider has vouched for and who still owes the second factor.
create table sso_ticket (
  ticket_hash bytea primary key,
  provider text not null,
  account_id uuid not null references account on delete cascade,
  browser_hash bytea,
  expires_at timestamptz not null
);
create index sso_ticket_expiry on sso_ticket (expires_at);

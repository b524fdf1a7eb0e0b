-- Second factor, confirming it is you, a new address on its way, erased accounts.

-- One authenticator app per account. Pending until a right code was given: then enabled_at is set.
create table second_factor (
  account_id uuid primary key references account on delete cascade,
  -- sealed with the installation's secret
  secret text not null,
  enabled_at timestamptz,
  -- the time step (RFC 6238) of the last accepted code: none counts twice
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Codes for the day on which the app is lost. Hashed with a key that is not in the database.
create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- The six digits mailed to somebody who signs in through a provider only; good for the session that asked.
create table confirmation_code (
  session_id uuid primary key references session on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- An address that an account wants to have; its owner proves it by a link.
create table email_change (
  account_id uuid primary key references account on delete cascade,
  email text not null,
  email_key text not null,
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- An erased account keeps its row, without anything personal, since what it did still names it.
alter table account add column erased_at timestamptz;

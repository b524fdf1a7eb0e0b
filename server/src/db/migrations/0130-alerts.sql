-- Alerts: notices as push messages to the browsers of people who work with the product.

-- The installation's VAPID pair, made when the first person asks for it. With another one no subscription works any more.
create table alert_key (
  one_row boolean primary key default true check (one_row),
  public_key text not null,
  -- sealed
  private_key text not null,
  created_at timestamptz not null
);

-- Goes with its session: who is signed out gets nothing.
create table alert_browser (
  browser_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  session_id uuid not null unique references session on delete cascade,
  endpoint text not null,
  -- SHA-256 of the endpoint: a browser is one person's at a time
  fingerprint bytea not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index alert_browser_account on alert_browser (account_id);

-- What a person does not want alerts about; without a row they get all.
create table alert_choice (
  account_id uuid primary key references account on delete cascade,
  muted text[] not null
);

-- Campaigns whose trouble was told, so that the same one is told once, and the next one an hour later at the earliest.
create table campaign_alert (
  application_id uuid not null,
  campaign_id uuid not null,
  told_at timestamptz not null,
  is_over boolean not null default false,
  primary key (application_id, campaign_id)
);

create index run_unsent on run (ended_at) where state in ('missed', 'failed');

-- The hooks of settings that a channel had before. Messages on their way were handed over with those, and their reports come to the
-- address that the provider was given then, checked by the secret that it had then.
create table former_hook (
  hook_token text not null,
  provider text not null,
  ended_at timestamptz not null,
  application_id uuid not null,
  channel text not null,
  -- secrets are sealed for this configuration; see channels/configuration.ts
  configuration_id uuid not null,
  settings jsonb not null,
  secrets text not null,
  primary key (hook_token, provider, ended_at)
);
create index former_hook_channel on former_hook (application_id, channel);
create index former_hook_end on former_hook (ended_at);

-- People without a device who left with one that they had.
create index device_left on device (application_id, channel, contact_id) where retired_reason = 'unsubscribed';

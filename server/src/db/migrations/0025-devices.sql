-- Browsers and apps that take push messages. A contact may have several; a delivery names one by its id.

create table device (
  application_id uuid not null,
  device_id uuid not null,
  contact_id uuid not null,
  channel text not null check (channel in ('webpush', 'mobilepush')),
  platform text not null check (platform in ('web', 'safari', 'ios', 'android')),
  -- of a web push subscription its address, else the push service's token
  endpoint text not null,
  -- {p256dh, auth} of a web push subscription
  keys jsonb,
  -- what the browser or the app says of itself: browser, os, language, app_version
  about jsonb not null default '{}',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- since when, and why, nothing is sent to it any more: unsubscribed, gone (the push service says so), replaced
  retired_at timestamptz,
  retired_reason text,
  primary key (application_id, device_id)
);
create unique index device_endpoint on device (application_id, channel, md5(endpoint));
create index device_contact on device (application_id, contact_id, channel) where retired_at is null;
create index device_list on device (application_id, channel, created_at desc, device_id desc) where retired_at is null;

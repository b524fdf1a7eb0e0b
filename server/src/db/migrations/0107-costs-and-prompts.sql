-- What messages cost an application, as its people enter it (contracts/src/channel-settings/prices.ts).
create table message_price (
  application_id uuid not null,
  channel text not null,
  prices jsonb not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (application_id, channel)
);

-- The country of the recipients, whose price it is: the calling code of their numbers. Empty where it is not known, and for what was
-- counted before.
alter table sms_quarter add column calling_code text not null default '';
alter table sms_quarter drop constraint sms_quarter_pkey;
alter table sms_quarter add primary key (application_id, quarter, run_id, calling_code, shard);

-- Which of the site's prompts a browser subscribed by; null where it is not known.
alter table device add column prompt text;
drop index device_gained;
create index device_gained on device (application_id, channel, created_at) include (prompt);
drop index device_lost;
create index device_lost on device (application_id, channel, retired_at, retired_reason) include (prompt)
  where retired_at is not null;
create index device_alive on device (application_id, channel, prompt) where retired_at is null;

-- STOP replies by day, however many addresses were suppressed for other reasons.
create index suppression_replied on suppression (application_id, channel, created_at) where source = 'reply';

-- What became of messages, counted by the quarter of an hour (UTC) in which they were handed over: every dashboard is a sum of these
-- rows, and the days of any time zone are sums of quarters. What the server refused at once, or what failed before it was handed over,
-- counts where that happened.

create table activity_quarter (
  application_id uuid not null,
  channel text not null,
  -- its first moment; of a day that was folded, the day's first moment on the application's clock
  quarter timestamptz not null,
  run_id uuid not null,
  -- as in run_counter: workers 0 to 31, events 32, corrections 33; rows of a key add up
  shard smallint not null,
  -- by their state today: their sum is what was handed over
  accepted int not null default 0,
  delivered int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  -- of bounced: the address is dead for good
  hard_bounced int not null default 0,
  failed int not null default 0,
  -- recipients who did so at least once
  opened int not null default 0,
  clicked int not null default 0,
  unsubscribed int not null default 0,
  dismissed int not null default 0,
  -- of web push: visited the site within a day of a notification that they did not click
  influenced int not null default 0,
  primary key (application_id, channel, quarter, run_id, shard)
) with (fillfactor = 50);
-- Rebuilding, comparing and a campaign's own figures go by run.
create index activity_quarter_run on activity_quarter (application_id, run_id);

-- The same messages by what they were opened and clicked with, by where they went, and by why they failed.
create table activity_detail (
  application_id uuid not null,
  channel text not null,
  -- browser, system, device: of opens and clicks. mailbox: who keeps the recipient's mailbox. reason: number of engine/reasons.ts.
  kind text not null,
  quarter timestamptz not null,
  run_id uuid not null,
  name text not null,
  shard smallint not null,
  -- mailbox: handed over
  sent int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  -- reason: failed and bounced
  failed int not null default 0,
  opened int not null default 0,
  clicked int not null default 0,
  primary key (application_id, channel, kind, quarter, run_id, name, shard)
) with (fillfactor = 50);
create index activity_detail_run on activity_detail (application_id, run_id);

-- Up to where an application's rows are folded into days.
create table activity_fold (
  application_id uuid primary key,
  quarters_to timestamptz not null,
  details_to timestamptz not null
);

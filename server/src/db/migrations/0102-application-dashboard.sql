-- What an application's own dashboard shows beside activity_quarter: how its audience grows, at which hours of the week it reads, and
-- who gets a summary by email.

-- People who came, who left a channel, and addresses that were put on the suppression list for another reason, by the quarter of an hour
-- (UTC). Each write appends its part, so that no writer waits for another; readers add the parts up (people/contacts/growth.ts).
create table audience_change (
  application_id uuid not null,
  quarter timestamptz not null,
  added int not null default 0,
  departed int not null default 0,
  suppressed int not null default 0
);

create function quarter_of(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00');

insert into audience_change (application_id, quarter, added)
select application_id, quarter_of(added_at), count(*) from contact where added_at > '-infinity' group by 1, 2;
insert into audience_change (application_id, quarter, departed)
select application_id, quarter_of(since), count(*) from consent
where status = 'unsubscribed' and since > '-infinity' group by 1, 2;
insert into audience_change (application_id, quarter, suppressed)
select application_id, quarter_of(created_at), count(*) from suppression
where reason <> 'unsubscribe' and created_at > '-infinity' group by 1, 2;

create index audience_change_quarter on audience_change (application_id, quarter) include (added, departed, suppressed);

create function count_new_contacts() returns trigger language plpgsql as $$
begin
  insert into audience_change (application_id, quarter, added)
  select application_id, quarter_of(added_at), count(*) from fresh group by 1, 2;
  return null;
end $$;
create trigger count_new_contacts after insert on contact
  referencing new table as fresh for each statement execute function count_new_contacts();

create function count_fresh_departures() returns trigger language plpgsql as $$
begin
  insert into audience_change (application_id, quarter, departed)
  select application_id, quarter_of(since), count(*) from fresh where status = 'unsubscribed' group by 1, 2;
  return null;
end $$;
create trigger count_fresh_departures after insert on consent
  referencing new table as fresh for each statement execute function count_fresh_departures();

create function count_changed_departures() returns trigger language plpgsql as $$
begin
  insert into audience_change (application_id, quarter, departed)
  select f.application_id, quarter_of(f.since), count(*)
  from fresh f join gone g using (application_id, contact_id, channel)
  where f.status = 'unsubscribed' and g.status <> 'unsubscribed' group by 1, 2;
  return null;
end $$;
create trigger count_changed_departures after update on consent
  referencing old table as gone new table as fresh for each statement execute function count_changed_departures();

create function count_suppressions() returns trigger language plpgsql as $$
begin
  insert into audience_change (application_id, quarter, suppressed)
  select application_id, quarter_of(created_at), count(*) from fresh where reason <> 'unsubscribe' group by 1, 2;
  return null;
end $$;
create trigger count_suppressions after insert on suppression
  referencing new table as fresh for each statement execute function count_suppressions();

-- Opens and clicks by the hour of the week, each on its reader's own clock and calendar; the months of the last year are kept.
create table reading_hour (
  application_id uuid not null,
  channel text not null,
  -- its first day
  month date not null,
  -- 1 is Monday
  weekday smallint not null,
  hour smallint not null,
  opened int not null default 0,
  clicked int not null default 0,
  primary key (application_id, channel, month, weekday, hour)
) with (fillfactor = 50);

create table report_subscription (
  application_id uuid not null,
  account_id uuid not null,
  -- weekly or monthly
  every text not null,
  created_at timestamptz not null,
  -- the Monday, or the first of the month, whose summary is done with: sent, or before the subscription
  last_sent_for date not null,
  primary key (application_id, account_id)
);

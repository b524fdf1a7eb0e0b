-- Endpoints of customers that are told what happens, what they are to be told, and every attempt to do so.

create table webhook (
  application_id uuid not null references application on delete cascade,
  webhook_id uuid not null,
  name text not null,
  url text not null,
  description text not null,
  -- channels whose messages are meant, and ids of events (contracts/src/webhooks/events.ts)
  platforms text[] not null,
  events smallint[] not null,
  -- events in one request, at most; 1: no array
  batch int not null default 1 check (batch between 1 and 100),
  -- paused by the team; gone: it answered 410; failing: no success for days
  status text not null default 'active' check (status in ('active', 'paused', 'gone', 'failing')),
  -- sealed
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  created_by uuid references account on delete set null,
  updated_by uuid references account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- how it fares: failures in a row, since when, and until when nothing is tried
  failures int not null default 0,
  failing_since timestamptz,
  rests_until timestamptz,
  last_success_at timestamptz,
  -- whose turn it is to dispatch to it
  leased_by uuid,
  leased_until timestamptz,
  primary key (application_id, webhook_id),
  constraint webhook_old_secret check ((old_secret is null) = (old_secret_until is null))
);
create unique index webhook_name on webhook (application_id, lower(name));

-- What an endpoint is to be told, written by the transaction that makes it true. Ids only: what is said of a person is read when a
-- request is made. Partitioned by day: message_id is a UUIDv7, and what the receiver knows it by.
create table webhook_message (
  application_id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  event smallint not null,
  at timestamptz not null,
  -- of a message: its delivery, and the event where there is one
  run_id uuid,
  seq int,
  reason smallint not null default 0,
  event_id uuid,
  -- of everything else: what it happened to
  subject_id uuid,
  -- 0 waits, 1 arrived, 2 given up, 3 kept for an endpoint that is off
  state smallint not null default 0,
  tries smallint not null default 0,
  -- null: nothing is to be done
  due_at timestamptz,
  primary key (application_id, webhook_id, message_id)
) partition by range (message_id);
create index webhook_message_due on webhook_message (application_id, webhook_id, due_at, message_id) where due_at is not null;

create table webhook_attempt (
  application_id uuid not null,
  webhook_id uuid not null,
  attempt_id uuid not null,
  message_id uuid not null,
  event smallint not null,
  n smallint not null,
  is_ok boolean not null,
  -- of HTTP; 0: there was no answer
  status int not null,
  duration_ms int not null,
  -- the sentence that says what went wrong without an answer
  failure text,
  answer text not null,
  primary key (application_id, webhook_id, attempt_id)
) partition by range (attempt_id);
create index webhook_attempt_failed on webhook_attempt (application_id, webhook_id, attempt_id) where not is_ok;
create index webhook_attempt_event on webhook_attempt (application_id, webhook_id, event, is_ok, attempt_id);
create index webhook_attempt_message on webhook_attempt (application_id, webhook_id, message_id);

-- Feeds of what many statements write, so that none is forgotten. Ids of events are those of contracts/src/webhooks/events.ts.

create function tell_webhooks(application uuid, told smallint, subject uuid) returns void language sql as $$
  insert into webhook_message (application_id, webhook_id, message_id, event, at, subject_id, state, due_at)
  select application, w.webhook_id, uuidv7(), told, clock_timestamp(), subject,
    case when w.status = 'active' then 0 else 3 end, case when w.status = 'active' then clock_timestamp() end
  from webhook w
  where w.application_id = application and w.status in ('active', 'failing') and told = any (w.events)
$$;

-- The argument is the event. Contacts come by the thousand, of one application as a rule: all of a statement at once, and only
-- endpoints of their application are looked at.
create function tell_of_contacts() returns trigger language plpgsql as $$
declare
  told constant smallint := tg_argv[0]::smallint;
  application uuid;
begin
  for application in select distinct application_id from fresh loop
    if exists (select from webhook where application_id = application and status in ('active', 'failing') and told = any (events)) then
      insert into webhook_message (application_id, webhook_id, message_id, event, at, subject_id, state, due_at)
      select application, w.webhook_id, uuidv7(), told, clock_timestamp(), n.contact_id,
        case when w.status = 'active' then 0 else 3 end, case when w.status = 'active' then clock_timestamp() end
      from fresh n, webhook w
      where n.application_id = application and w.application_id = application
        and w.status in ('active', 'failing') and told = any (w.events);
    end if;
  end loop;
  return null;
end $$;
create trigger contact_created_told after insert on contact referencing new table as fresh
  for each statement execute function tell_of_contacts('601');
create trigger contact_updated_told after update on contact referencing new table as fresh
  for each statement execute function tell_of_contacts('602');

create function tell_of_campaign() returns trigger language plpgsql as $$
begin
  if new.status <> 'draft' and (tg_op = 'INSERT' or old.status = 'draft') then
    perform tell_webhooks(new.application_id, 701::smallint, new.campaign_id);
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status then
    if new.status = 'paused' then
      perform tell_webhooks(new.application_id, 702::smallint, new.campaign_id);
    elsif new.status in ('sent', 'ended', 'failed', 'cancelled') then
      perform tell_webhooks(new.application_id, 703::smallint, new.campaign_id);
    end if;
  end if;
  return null;
end $$;
create trigger campaign_told after insert or update of status on campaign for each row execute function tell_of_campaign();

create function tell_of_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell_webhooks(new.application_id, 801::smallint, new.approval_id);
  elsif old.status = 0 and new.status <> 0 then
    perform tell_webhooks(new.application_id, 802::smallint, new.approval_id);
  end if;
  return null;
end $$;
create trigger approval_told after insert or update of status on approval for each row execute function tell_of_approval();

create function tell_of_import() returns trigger language plpgsql as $$
begin
  if new.state in ('done', 'failed') and old.state not in ('done', 'failed') then
    perform tell_webhooks(new.application_id, 901::smallint, new.import_id);
  end if;
  return null;
end $$;
create trigger import_told after update of state on import for each row execute function tell_of_import();

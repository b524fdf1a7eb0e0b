-- Dashboards ask how many contacts have an address and how many came lately: that too is counted by whoever writes contacts.

alter table contact_count
  -- the hour in which they were added; null for all that came long before the newest
  add column added_hour timestamptz,
  add column with_email int not null default 0,
  add column with_phone int not null default 0;

drop index contact_count_application;
create index contact_count_application on contact_count (application_id) include (added_hour, n, with_email, with_phone);

truncate contact_count;
insert into contact_count (application_id, added_hour, n, with_email, with_phone)
select application_id, case when added_at >= now() - interval '8 days' then date_trunc('hour', added_at, 'UTC') end,
  count(*), count(email_key), count(phone_number)
from contact group by 1, 2;

create or replace function follow_new_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  slots record;
  counted text;
begin
  for application in
    with counts as (
      insert into contact_count (application_id, added_hour, n, with_email, with_phone)
      select application_id, date_trunc('hour', added_at, 'UTC'), count(*), count(email_key), count(phone_number)
      from fresh group by 1, 2
      returning application_id
    )
    select distinct application_id from counts
  loop
    slots := contact_slot_columns(application);
    execute format('insert into contact_slot (application_id, contact_id, %s)
        select c.application_id, c.contact_id, %s from fresh c where c.application_id = %L',
      array_to_string(slots.names, ', '), array_to_string(slots.expressions, ', '), application);
    counted := count_merge_fields(application, 'fresh', 1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

create or replace function follow_changed_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  slots record;
  counted text;
begin
  insert into contact_count (application_id, added_hour, n, with_email, with_phone)
  select application_id, date_trunc('hour', added_at, 'UTC') as hour, sum(n), sum(n * has_email), sum(n * has_phone)
  from (
    select application_id, added_at, 1 as n, (email_key is not null)::int as has_email, (phone_number is not null)::int as has_phone
    from fresh
    union all
    select application_id, added_at, -1, (email_key is not null)::int, (phone_number is not null)::int from gone
  ) as changed
  group by application_id, hour having sum(n) <> 0 or sum(n * has_email) <> 0 or sum(n * has_phone) <> 0;
  for application in select distinct application_id from fresh loop
    slots := contact_slot_columns(application);
    execute format('update contact_slot s set (%1$s) = row (%2$s) from fresh c
        where c.application_id = %3$L and s.application_id = %3$L and s.contact_id = c.contact_id
          and (%4$s) is distinct from (%2$s)',
      array_to_string(slots.names, ', '), array_to_string(slots.expressions, ', '), application,
      's.' || array_to_string(slots.names, ', s.'));
    counted := count_merge_fields(application, 'fresh', 1);
    if counted is not null then
      execute format('insert into merge_field_delta select application_id, name, sum(n) from (%s union all %s) as x
        group by 1, 2 having sum(n) <> 0', counted, count_merge_fields(application, 'gone', -1));
    end if;
  end loop;
  return null;
end $$;

create or replace function follow_gone_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  counted text;
begin
  delete from contact_slot s using gone c where s.application_id = c.application_id and s.contact_id = c.contact_id;
  for application in
    with counts as (
      insert into contact_count (application_id, added_hour, n, with_email, with_phone)
      select application_id, date_trunc('hour', added_at, 'UTC'), -count(*), -count(email_key), -count(phone_number)
      from gone group by 1, 2
      returning application_id
    )
    select distinct application_id from counts
  loop
    counted := count_merge_fields(application, 'gone', -1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

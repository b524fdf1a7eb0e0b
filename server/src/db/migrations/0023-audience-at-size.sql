-- A million contacts: how many there are without counting them, who was sent something without reading every delivery, and
-- changes of merge fields that let others work.

-- Parts of a sum, added up from time to time: writers of contacts do not wait for each other's counts.
create table contact_count (
  application_id uuid not null,
  n int not null
);
create index contact_count_application on contact_count (application_id) include (n);
insert into contact_count select application_id, count(*) from contact group by application_id;

create or replace function follow_new_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  added int;
  slots record;
  counted text;
begin
  for application, added in select application_id, count(*) from fresh group by application_id loop
    slots := contact_slot_columns(application);
    execute format('insert into contact_slot (application_id, contact_id, %s)
        select c.application_id, c.contact_id, %s from fresh c where c.application_id = %L',
      array_to_string(slots.names, ', '), array_to_string(slots.expressions, ', '), application);
    insert into contact_count (application_id, n) values (application, added);
    counted := count_merge_fields(application, 'fresh', 1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

create or replace function follow_gone_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  taken int;
  counted text;
begin
  delete from contact_slot s using gone c where s.application_id = c.application_id and s.contact_id = c.contact_id;
  for application, taken in select application_id, count(*) from gone group by application_id loop
    insert into contact_count (application_id, n) values (application, -taken);
    counted := count_merge_fields(application, 'gone', -1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

-- The days on which something was sent to a contact, whatever the campaign: bit k of sent_days is k days before sent_on, 63
-- days back. Noted from the deliveries once their run is over, so that sending costs nothing for it; fillfactor, since a
-- row changes with each run.
create table contact_sent (
  application_id uuid not null,
  contact_id uuid not null,
  sent_on date not null,
  sent_days bigint not null,
  primary key (application_id, contact_id)
) with (fillfactor = 80);

-- How far a run's deliveries are noted there.
alter table run
  add column sent_noted_to int not null default 0,
  add column sent_noted boolean not null default false;
create index run_sent_open on run (application_id) where not sent_noted;

-- A field whose values are moved to another one (null: go away) in the background, contact after contact.
alter table merge_field
  add column is_leaving boolean not null default false,
  add column leaving_into text,
  -- the last contact that was looked at
  add column leaving_after uuid,
  -- how many had a value at the beginning
  add column leaving_total int;

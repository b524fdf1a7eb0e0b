-- Dynamic segments at a million contacts: what rules ask for stands in narrow rows of fixed types beside the contacts.

-- How a merge field is read as each type; null where its value is no such thing. Rules without a slot are the same expressions.
create function field_text(fields jsonb, name text) returns text language sql immutable parallel safe
  as $$ select nullif(lower(fields ->> name), '') $$;
create function field_number(fields jsonb, name text) returns double precision language sql immutable parallel safe
  as $$ select case when fields ->> name ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then (fields ->> name)::double precision end $$;
-- The day as it is written, whatever time follows it; null for one that no calendar has. PostgreSQL 15 cannot be asked
-- whether a text is a date. Stable, as reading dates is in PostgreSQL's eyes.
create function field_date(fields jsonb, name text) returns date language sql stable parallel safe
  as $$ select case when fields ->> name ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[T ])' then
    case when substr(fields ->> name, 9, 2)::int <= case substr(fields ->> name, 6, 2)
        when '02' then case
          when left(fields ->> name, 4)::int % 4 = 0
            and (left(fields ->> name, 4)::int % 100 <> 0 or left(fields ->> name, 4)::int % 400 = 0) then 29 else 28 end
        when '04' then 30 when '06' then 30 when '09' then 30 when '11' then 30 else 31 end
      then left(fields ->> name, 10)::date end end $$;
create function field_boolean(fields jsonb, name text) returns boolean language sql immutable parallel safe
  as $$ select case when lower(fields ->> name) in ('true', 'yes') then true
    when lower(fields ->> name) in ('false', 'no') then false end $$;

-- The number of the column of its type in contact_slot; null where all are taken. Rules read it once every contact has it.
alter table merge_field
  add column slot smallint,
  add column slot_ready boolean not null default false;
create unique index merge_field_slot on merge_field (application_id, type, slot) where slot is not null;

-- One row a contact, kept by the triggers below. Reading a column walks over all before it, so those of low numbers, which
-- are in use, come first (measured: 1.5 times as fast as all numbers behind all texts).
create table contact_slot (
  application_id uuid not null,
  contact_id uuid not null,
  added_at timestamptz not null,
  is_test boolean not null,
  has_email boolean not null,
  has_phone boolean not null,
  created_on timestamptz,
  updated_on timestamptz,
  timezone_offset int,
  country text,
  lang text,
  platform_type text,
  timezone text,
  text_1 text, number_1 float8, date_1 date, boolean_1 boolean,
  text_2 text, number_2 float8, date_2 date, boolean_2 boolean,
  text_3 text, number_3 float8, date_3 date, boolean_3 boolean,
  text_4 text, number_4 float8, date_4 date, boolean_4 boolean,
  text_5 text, number_5 float8, date_5 date, boolean_5 boolean,
  text_6 text, number_6 float8, date_6 date, boolean_6 boolean,
  text_7 text, number_7 float8, date_7 date, boolean_7 boolean,
  text_8 text, number_8 float8, date_8 date, boolean_8 boolean,
  text_9 text, number_9 float8, date_9 date, boolean_9 boolean,
  text_10 text, number_10 float8, date_10 date, boolean_10 boolean,
  text_11 text, number_11 float8,
  text_12 text, number_12 float8,
  text_13 text, number_13 float8,
  text_14 text, number_14 float8,
  text_15 text, number_15 float8,
  text_16 text, number_16 float8,
  text_17 text, number_17 float8,
  text_18 text, number_18 float8,
  text_19 text, number_19 float8,
  text_20 text, number_20 float8,
  primary key (application_id, contact_id)
) partition by hash (application_id);

-- A count reads all rows of its partition: sixteen keep small applications from reading a large one's.
do $$ begin
  for part in 0..15 loop
    execute format('create table contact_slot_%s partition of contact_slot for values with (modulus 16, remainder %s)
      with (fillfactor = 90)', part, part);
  end loop;
end $$;

-- A new field, or one of another type, takes the first column of its type that is free. Only where nobody can have a value yet
-- is it complete at once; everywhere else a job fills it.
create function take_field_slot() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.type = old.type then return new; end if;
  -- An insert that is about to become an update.
  if tg_op = 'INSERT' and exists (select from merge_field f
    where f.application_id = new.application_id and f.name = new.name) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('field slots ' || new.application_id, 0));
  new.slot := (
    select n from generate_series(1, case when new.type in ('text', 'number') then 20 else 10 end) n
    where not exists (select from merge_field f
      where f.application_id = new.application_id and f.type = new.type and f.slot = n)
    order by n limit 1);
  new.slot_ready := tg_op = 'INSERT' and new.slot is not null
    and not exists (select from contact c where c.application_id = new.application_id);
  return new;
end $$;
create trigger take_field_slot before insert or update of type on merge_field
  for each row execute function take_field_slot();

-- Changes of how many contacts have a merge field, added to merge_field.filled from time to time: writers of contacts do not
-- wait for each other's counts.
create table merge_field_delta (
  application_id uuid not null,
  name text not null,
  n int not null
);
create index merge_field_delta_application on merge_field_delta (application_id);

-- Columns of contact_slot that the application uses, and what they are for the contact `c`, in the same order.
create function contact_slot_columns(application uuid, out names text[], out expressions text[])
language sql stable as $$
  select
    array['added_at', 'is_test', 'has_email', 'has_phone', 'created_on', 'updated_on', 'timezone_offset', 'country', 'lang',
      'platform_type', 'timezone'] || coalesce(array_agg(type || '_' || slot order by type, slot), '{}'),
    array['c.added_at', 'c.is_test', 'c.email_key is not null', 'c.phone_number is not null', 'c.created_on', 'c.updated_on',
      'c.timezone_offset', 'nullif(lower(c.country), '''')', 'nullif(lower(c.lang), '''')',
      'nullif(lower(c.platform_type), '''')', 'nullif(lower(c.timezone), '''')']
      || coalesce(array_agg(format('field_%s(c.merge_fields, %L)', type, name) order by type, slot), '{}')
  from merge_field where application_id = application and slot is not null
$$;

-- How many of the rows of `rows` have each merge field, as rows of merge_field_delta with the given sign.
create function count_merge_fields(application uuid, rows text, sign int) returns text language sql stable as $$
  select format('select %L::uuid as application_id, x.name, x.n * %s as n
      from (select array[%s] as counts from %I c where c.application_id = %L) counted, unnest(%L::text[], counts) as x(name, n)
      where x.n <> 0',
    application, sign, string_agg(format('count(c.merge_fields ->> %L)::int', name), ', ' order by name), rows, application,
    array_agg(name order by name))
  from merge_field where application_id = application having count(*) > 0
$$;

-- Whoever writes contacts, and however: the slots follow within the same statement, all of its rows at once.
create function follow_new_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  slots record;
  counted text;
begin
  for application in select distinct application_id from fresh loop
    slots := contact_slot_columns(application);
    execute format('insert into contact_slot (application_id, contact_id, %s)
        select c.application_id, c.contact_id, %s from fresh c where c.application_id = %L',
      array_to_string(slots.names, ', '), array_to_string(slots.expressions, ', '), application);
    counted := count_merge_fields(application, 'fresh', 1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

create function follow_changed_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  slots record;
  counted text;
begin
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

create function follow_gone_contacts() returns trigger language plpgsql as $$
declare
  application uuid;
  counted text;
begin
  delete from contact_slot s using gone c where s.application_id = c.application_id and s.contact_id = c.contact_id;
  for application in select distinct application_id from gone loop
    counted := count_merge_fields(application, 'gone', -1);
    if counted is not null then execute 'insert into merge_field_delta ' || counted; end if;
  end loop;
  return null;
end $$;

create trigger follow_new_contacts after insert on contact
  referencing new table as fresh for each statement execute function follow_new_contacts();
create trigger follow_changed_contacts after update on contact
  referencing old table as gone new table as fresh for each statement execute function follow_changed_contacts();
create trigger follow_gone_contacts after delete on contact
  referencing old table as gone for each statement execute function follow_gone_contacts();

update merge_field set slot = ranked.slot, slot_ready = true
from (
  select application_id, name,
    row_number() over (partition by application_id, type order by filled desc, name) as slot
  from merge_field
) as ranked
where merge_field.application_id = ranked.application_id and merge_field.name = ranked.name
  and ranked.slot <= case when merge_field.type in ('text', 'number') then 20 else 10 end;

do $$
declare
  application uuid;
  slots record;
begin
  for application in select distinct application_id from contact loop
    slots := contact_slot_columns(application);
    execute format('insert into contact_slot (application_id, contact_id, %s)
        select c.application_id, c.contact_id, %s from contact c where c.application_id = %L',
      array_to_string(slots.names, ', '), array_to_string(slots.expressions, ', '), application);
  end loop;
end $$;

-- Behaviour, by days of the application's time zone: a campaign's days of a contact. Sent is what deliveries themselves say.
drop table engagement;
create table engagement (
  application_id uuid not null,
  -- of server/src/delivery/states.ts: bounced, opened, clicked, unsubscribed
  kind smallint not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  day date not null,
  primary key (application_id, kind, campaign_id, contact_id, day)
);

create function day_of(at timestamptz, zone text) returns date language sql immutable parallel safe
  as $$ select (at at time zone zone)::date $$;

insert into engagement (application_id, kind, campaign_id, contact_id, day)
select distinct e.application_id, e.kind, r.campaign_id, d.contact_id, day_of(e.at, a.timezone)
from event e
join delivery d on d.application_id = e.application_id and d.run_id = e.run_id and d.seq = e.seq
join run r on r.application_id = e.application_id and r.run_id = e.run_id
join application a on a.application_id = e.application_id
where e.kind in (2, 4, 5, 6) and not e.bot
union
select a.application_id, 2, r.campaign_id, d.contact_id, day_of(t.at, a.timezone)
from attempt t
join delivery d on d.application_id = t.application_id and d.run_id = t.run_id and d.seq = t.seq
join run r on r.application_id = t.application_id and r.run_id = t.run_id
join application a on a.application_id = t.application_id
where t.outcome = 2;

-- The latest days of opening and clicking, whatever the campaign; fillfactor, since a row changes with each new day.
truncate contact_activity;
alter table contact_activity set (fillfactor = 80);
insert into contact_activity (application_id, contact_id, opened_on, opened_days, clicked_on, clicked_days)
select application_id, contact_id,
  max(last_day) filter (where kind = 4),
  coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = 4 and last_day - day <= 62), 0),
  max(last_day) filter (where kind = 5),
  coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = 5 and last_day - day <= 62), 0)
from (
  select distinct application_id, contact_id, kind, day,
    max(day) over (partition by application_id, contact_id, kind) as last_day
  from engagement where kind in (4, 5)
) as days
group by application_id, contact_id;

-- When the count of a dynamic segment was taken, and whether the database only expected it.
alter table segment
  add column counted_at timestamptz,
  add column is_estimated boolean not null default false;

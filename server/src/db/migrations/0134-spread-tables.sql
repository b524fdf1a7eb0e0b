-- What stands in the way of placing an application's rows on another machine (docs/decisions/0071-citus-hybrid.md).

-- A table that is spread refers to none that stays. The deletion of an application takes these rows as it takes all others.
alter table erased_address drop constraint erased_address_application_id_fkey;
alter table erased_departure drop constraint erased_departure_application_id_fkey;

-- IMMUTABLE, as writes of spread rows demand: by the parts of the day, where reading it as a text asks the session how days are written.
create or replace function field_date(fields jsonb, name text) returns date language sql immutable parallel safe
  as $$ select case when fields ->> name ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[T ])' then
    case when substr(fields ->> name, 9, 2)::int <= case substr(fields ->> name, 6, 2)
        when '02' then case
          when left(fields ->> name, 4)::int % 4 = 0
            and (left(fields ->> name, 4)::int % 100 <> 0 or left(fields ->> name, 4)::int % 400 = 0) then 29 else 28 end
        when '04' then 30 when '06' then 30 when '09' then 30 when '11' then 30 else 31 end
      then make_date(left(fields ->> name, 4)::int, substr(fields ->> name, 6, 2)::int, substr(fields ->> name, 9, 2)::int)
    end end $$;

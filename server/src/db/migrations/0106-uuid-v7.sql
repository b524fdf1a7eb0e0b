-- Ids with their moment (RFC 9562, section 5.7), on every PostgreSQL that Notifly runs on: from 15.

create function uuidv7_moment(id uuid) returns timestamptz language sql immutable strict parallel safe as $$
  select to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- What later migrations take for granted came with 18 and 17.
do $$ begin
  if current_setting('server_version_num')::int < 180000 then
    create function uuidv7() returns uuid language sql volatile as $function$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1), 'hex')::uuid
    $function$;
  end if;
  if current_setting('server_version_num')::int < 170000 then
    create function uuid_extract_timestamp(uuid) returns timestamptz language sql immutable strict as $function$
      select uuidv7_moment($1)
    $function$;
  end if;
end $$;

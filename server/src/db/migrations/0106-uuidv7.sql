-- Ids in the order of their moments (RFC 9562, version 7): PostgreSQL 18 makes them, 17 reads their moments. Older ones learn it here.
do $$
begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      -- A random one whose first 48 bits are the milliseconds since 1970; the two bits make its version 7 of 4.
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
        'hex')::uuid
    $body$;
  end if;
  if to_regprocedure('uuid_extract_timestamp(uuid)') is null then
    create function uuid_extract_timestamp(id uuid) returns timestamptz language sql immutable strict parallel safe as $body$
      select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    $body$;
  end if;
end
$$;

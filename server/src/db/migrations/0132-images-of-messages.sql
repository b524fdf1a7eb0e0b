-- Images that single messages bring themselves: of a stream run, once for all of its messages. Part -1 of the run, since its own content is 0
-- and its variants count from 1. Noted by statement: messages come in groups, and one of a million has nothing to note.
create function note_images_of_messages() returns trigger language plpgsql as $$
begin
  insert into image_use (application_id, image_id, kind, object_id, part)
  select named.application_id, i.image_id, 'run', named.run_id, -1
  from (
    select distinct a.application_id, a.run_id, match[1]::uuid as image_id
    from (select application_id, run_id, data::text as content from added where data is not null offset 0) as a,
      regexp_matches(a.content, '/files/' || a.application_id ||
        '/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g') as match
    where position('/files/' || a.application_id in a.content) > 0
  ) as named
  join image i on i.application_id = named.application_id and i.image_id = named.image_id
  where not exists (
    select from image_use u
    where u.application_id = named.application_id and u.image_id = named.image_id and u.kind = 'run'
      and u.object_id = named.run_id and u.part = -1)
  -- in one order, so that no two wait for each other
  order by i.image_id, named.run_id
  for key share of i
  on conflict do nothing;
  return null;
end $$;
create trigger note_images_of_messages after insert on message
  referencing new table as added for each statement execute function note_images_of_messages();

create function forget_images_of_messages() returns trigger language plpgsql as $$
begin
  delete from image_use u
  where u.application_id = old.application_id and u.kind = 'run' and u.object_id = old.run_id and u.part = -1;
  return null;
end $$;
create trigger forget_images_of_messages after delete on run for each row execute function forget_images_of_messages();

-- Those that are kept already.
insert into image_use (application_id, image_id, kind, object_id, part)
select distinct m.application_id, i.image_id, 'run', m.run_id, -1
from message m,
  regexp_matches(m.data::text, '/files/' || m.application_id ||
    '/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g') as match
join image i on true
where m.data is not null and position('/files/' || m.application_id in m.data::text) > 0
  and i.application_id = m.application_id and i.image_id = match[1]::uuid;

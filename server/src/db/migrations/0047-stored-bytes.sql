-- What an application's files take, added up by whoever writes them: each row a part, parts are added up now and then.
create table stored_bytes (
  application_id uuid not null references application on delete cascade,
  bytes bigint not null
);
create index stored_bytes_application on stored_bytes (application_id) include (bytes);

-- A file counts as a page of the disk at least: many small ones cost as much.
create function counted_bytes(content bytea) returns bigint language sql immutable
  return greatest(octet_length(content), 8192);

insert into stored_bytes (application_id, bytes)
select application_id, sum(counted_bytes(content)) from (
  select application_id, content from stored_file
  union all select application_id, content from campaign_attachment
  union all select application_id, content from run_attachment
) as files group by application_id;

create function follow_stored_bytes() returns trigger language plpgsql as $$
declare
  application uuid := case tg_op when 'DELETE' then old.application_id else new.application_id end;
  change bigint := 0;
begin
  if tg_op <> 'INSERT' then change := change - counted_bytes(old.content); end if;
  if tg_op <> 'DELETE' then change := change + counted_bytes(new.content); end if;
  -- Of an application that is being deleted the rows go after it.
  insert into stored_bytes (application_id, bytes)
  select application, change where change <> 0 and exists (select from application a where a.application_id = application);
  return null;
end $$;

create trigger follow_stored_bytes after insert or delete or update of content on stored_file
  for each row execute function follow_stored_bytes();
create trigger follow_stored_bytes after insert or delete or update of content on campaign_attachment
  for each row execute function follow_stored_bytes();
create trigger follow_stored_bytes after insert or delete or update of content on run_attachment
  for each row execute function follow_stored_bytes();

-- How many messages were taken from a lane in which minute: an application waits for the next one when it has had its quota.
alter table lane
  add column minute_at timestamptz not null default '-infinity',
  add column minute_n int not null default 0;

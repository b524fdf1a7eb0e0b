-- What templates, campaigns and requests for approval hold takes room as files do, and is added up with them.
create function counted_bytes(content jsonb) returns bigint language sql immutable
  return coalesce(octet_length(content::text), 0);

create function follow_request_bytes() returns trigger language plpgsql as $$
declare
  application uuid := case tg_op when 'DELETE' then old.application_id else new.application_id end;
  change bigint := 0;
begin
  if tg_op <> 'INSERT' then change := change - counted_bytes(old.payload) - counted_bytes(old.before); end if;
  if tg_op <> 'DELETE' then change := change + counted_bytes(new.payload) + counted_bytes(new.before); end if;
  -- Of an application that is being deleted the rows go after it.
  insert into stored_bytes (application_id, bytes)
  select application, change where change <> 0 and exists (select from application a where a.application_id = application);
  return null;
end $$;

-- Of each template the newest 100 versions are kept.
delete from template_version v using template t
where t.application_id = v.application_id and t.template_id = v.template_id and v.version <= t.version - 100;

insert into stored_bytes (application_id, bytes)
select application_id, sum(bytes) from (
  select application_id, counted_bytes(content) as bytes from template_version
  union all select application_id, counted_bytes(content) from campaign
  union all select application_id, counted_bytes(payload) + counted_bytes(before) from approval
) as contents where exists (select from application a where a.application_id = contents.application_id) group by application_id;

create trigger follow_stored_bytes after insert or delete or update of content on template_version
  for each row execute function follow_stored_bytes();
create trigger follow_stored_bytes after insert or delete or update of content on campaign
  for each row execute function follow_stored_bytes();
create trigger follow_stored_bytes after insert or delete or update of payload, before on approval
  for each row execute function follow_request_bytes();

-- Requests that were decided long ago are emptied, the earliest first.
create index approval_decided on approval (decided_at) where status <> 0 and payload <> '{}';

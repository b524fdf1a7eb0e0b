-- What an application's stored reports take, added up by triggers: each row a part, parts are added up now and then.
create table report_bytes (
  application_id uuid not null,
  bytes bigint not null
);
create index report_bytes_application on report_bytes (application_id) include (bytes);

-- The row and its index entries take some room too, also when the content is gone.
create function report_size(raw bytea, call jsonb) returns bigint language sql immutable
  return 512 + octet_length(raw) + coalesce(octet_length(call::text), 0);

insert into report_bytes (application_id, bytes)
select application_id, sum(report_size(raw, call)) from report where application_id is not null group by application_id;

create function follow_report_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into report_bytes (application_id, bytes)
    select application_id, sum(report_size(raw, call)) from fresh where application_id is not null group by application_id;
  elsif tg_op = 'DELETE' then
    insert into report_bytes (application_id, bytes)
    select application_id, -sum(report_size(raw, call)) from gone where application_id is not null group by application_id;
  else
    insert into report_bytes (application_id, bytes)
    select application_id, sum(bytes) from (
      select application_id, report_size(raw, call) as bytes from fresh
      union all select application_id, -report_size(raw, call) from gone
    ) as changed
    where application_id is not null group by application_id having sum(bytes) <> 0;
  end if;
  return null;
end $$;

create trigger follow_fresh_reports after insert on report referencing new table as fresh
  for each statement execute function follow_report_bytes();
create trigger follow_changed_reports after update on report referencing old table as gone new table as fresh
  for each statement execute function follow_report_bytes();
create trigger follow_gone_reports after delete on report referencing old table as gone
  for each statement execute function follow_report_bytes();

-- Applications take turns when reports are tried again.
drop index report_open;
create index report_open on report (application_id, next_try_at) where next_try_at is not null;

-- Of the settings that a channel had before, the latest 20 of each provider are kept.
delete from former_hook f using (
  select hook_token, provider, ended_at,
    row_number() over (partition by application_id, channel, provider order by ended_at desc) as place
  from former_hook) old
where old.place > 20 and f.hook_token = old.hook_token and f.provider = old.provider and f.ended_at = old.ended_at;

-- Rows of an application that moves to another machine are copied while they change: each table says how a changed row is known there. By
-- its key; these have none, and say it by the whole row. Only a server with wal_level = logical writes that down.
alter table contact_count replica identity full;
alter table merge_field_delta replica identity full;
alter table attempt replica identity full;
alter table event replica identity full;
do $$
declare
  leaf regclass;
begin
  for leaf in select inhrelid from pg_inherits where inhparent in ('attempt'::regclass, 'event'::regclass) loop
    execute format('alter table %s replica identity full', leaf);
  end loop;
end $$;

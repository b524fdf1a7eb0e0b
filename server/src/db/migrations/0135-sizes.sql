-- What relations take on the disk. Of one that is spread over several machines PostgreSQL's own functions see what the coordinator has
-- of it; Citus has functions that ask the others.

create function relation_bytes(relation regclass) returns bigint language plpgsql stable as $$
declare
  bytes bigint;
  is_spread boolean := false;
begin
  if to_regclass('pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1)' into is_spread using relation;
  end if;
  if not is_spread then return pg_total_relation_size(relation); end if;
  execute 'select citus_total_relation_size($1)' into bytes using relation;
  return bytes;
end $$;

-- The database on the coordinator, and what is spread.
create function database_bytes() returns bigint language plpgsql stable as $$
declare
  bytes bigint := pg_database_size(current_database());
  spread bigint := 0;
begin
  if to_regclass('pg_dist_partition') is not null then
    execute 'select coalesce(sum(citus_total_relation_size(logicalrelid)), 0) from pg_dist_partition d
      where not exists (select from pg_class c where c.oid = d.logicalrelid and c.relispartition)' into spread;
  end if;
  return bytes + spread;
end $$;

import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { dropOldMonths } from '../retention.ts'
import { ensureLeaves, leafSizes } from '../partitions.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type Machine, moveApplication } from './move-application.ts'
import { spreadTables, TRIGGERS_TO_FOLLOW } from './spread.ts'
import { DISTRIBUTED_TABLES } from './tables.ts'

const database = await testDatabase()
const { pool, connectionString } = database

/**
 * What of Citus the product asks for, under its names and signatures, as far as one PostgreSQL can stand in for it: it keeps the lists, and
 * refuses what Citus refuses of a table.
 */
const STAND_IN = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, colocationid int not null);
  create table pg_dist_node (nodeid int primary key, nodename text, nodeport int, noderole text, isactive boolean, shouldhaveshards boolean);
  create table truncated_after_all (name text);
  create table failing (name text);
  create function create_distributed_table(table_name regclass, distribution_column text, distribution_type text default 'hash',
    colocate_with text default 'default', shard_count int default null) returns void language plpgsql as $$
  begin
    if exists (select from pg_trigger where tgrelid = table_name and not tgisinternal) then
      raise 'cannot distribute relation "%" because it has triggers', table_name;
    end if;
    if exists (select from pg_constraint k where k.conrelid = table_name and k.contype = 'f' and k.conparentid = 0) then
      raise 'cannot create foreign key constraint since relations are not colocated or not referencing a reference table';
    end if;
    if colocate_with not in ('none', 'default') and not exists (
      select from pg_dist_partition where logicalrelid = colocate_with::regclass) then
      raise 'relation % is not distributed', colocate_with;
    end if;
    if exists (select from failing where name = table_name::text) then raise 'a machine is away'; end if;
    insert into pg_dist_partition values (table_name, 'h', case colocate_with when 'none' then 1 else 2 end)
    on conflict (logicalrelid) do nothing;
  end $$;
  create function truncate_local_data_after_distributing_table(function_name regclass) returns void language sql
    as $$ insert into truncated_after_all select function_name::text $$;
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text);
  create table pg_dist_shard_placement (shardid bigint, nodename text, nodeport int);
  create table tenant (id uuid, shardid bigint);
  create function get_shard_id_for_distribution_column(table_name regclass, distribution_value anyelement) returns bigint language sql
    as $$ select coalesce((select shardid from tenant where id::text = distribution_value::text), 102008) $$;
  create function isolate_tenant_to_new_shard(table_name regclass, tenant_id anyelement, cascade_option text default '',
    shard_transfer_mode text default 'auto') returns bigint language plpgsql as $$
  begin
    if cascade_option <> 'CASCADE' then raise 'cannot isolate tenant because "%" has colocated tables', table_name; end if;
    insert into tenant values (tenant_id::text::uuid, 102040);
    insert into pg_dist_shard values (table_name, 102040, '7', '7');
    insert into pg_dist_shard_placement select 102040, nodename, nodeport from pg_dist_shard_placement where shardid = 102008;
    return 102040;
  end $$;
  create function citus_move_shard_placement(shard_id bigint, source_node_name text, source_node_port int, target_node_name text,
    target_node_port int, shard_transfer_mode text default 'auto') returns void language plpgsql as $$
  begin
    update pg_dist_shard_placement set nodename = target_node_name, nodeport = target_node_port
    where shardid = shard_id and nodename = source_node_name and nodeport = source_node_port;
    if not found then raise 'could not find placement'; end if;
  end $$;
  create function citus_total_relation_size(logicalrelid regclass, fail_on_error boolean default true) returns bigint language sql
    as $$ select 4711::bigint $$`

const MACHINE = `insert into pg_dist_node values (2, 'worker-1', 5432, 'primary', true, true)`

async function spreadNames(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition order by 1',
  )
  return rows.map(({ name }) => name)
}

async function triggers(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from pg_trigger where tgname = any($1)', [
    Object.keys(TRIGGERS_TO_FOLLOW),
  ])
  return rows[0]?.n ?? 0
}

test('one PostgreSQL stays as it is', async () => {
  expect(await spreadTables(connectionString, 'auto')).toBe('one machine')
  expect(await triggers()).toBe(Object.keys(TRIGGERS_TO_FOLLOW).length)
})

test('a cluster gets the tables of applications once, whole or not at all; half of them are refused', async () => {
  await pool.query(STAND_IN)
  expect(await spreadTables(connectionString, 'off')).toBe('one machine')
  await expect(spreadTables(connectionString, 'auto')).rejects.toThrow('no machine to spread tables to')
  await pool.query(MACHINE)

  await pool.query(`insert into failing values ('event')`)
  await expect(spreadTables(connectionString, 'auto')).rejects.toThrow('a machine is away. Nothing was changed.')
  expect([await spreadNames(), await triggers()]).toEqual([[], Object.keys(TRIGGERS_TO_FOLLOW).length])
  await pool.query('delete from failing')

  const standings = await Promise.all(Array.from({ length: 3 }, () => spreadTables(connectionString, 'auto')))
  expect(standings.toSorted()).toEqual(['spread before', 'spread before', 'spread now'])
  expect(await spreadNames()).toEqual([...DISTRIBUTED_TABLES])
  expect(await triggers()).toBe(0)
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from pg_dist_partition where colocationid = 2',
  )
  expect(rows[0]?.n).toBe(DISTRIBUTED_TABLES.length - 1)
  const { rows: truncated } = await pool.query<{ name: string }>('select name from truncated_after_all')
  expect(truncated).toHaveLength(DISTRIBUTED_TABLES.length)

  await expectAllMachinesAsked()

  // A table that a later release adds is empty, and follows; one with rows was left out by hand.
  await pool.query(`delete from pg_dist_partition where logicalrelid = 'device'::regclass`)
  expect(await spreadTables(connectionString, 'auto')).toBe('spread now')
  await pool.query(`delete from pg_dist_partition where logicalrelid = 'device'::regclass`)
  await expect(spreadTables(connectionString, 'off')).rejects.toThrow(
    /by half: .*contact.* are, device are not, and NOTIFLY_DISTRIBUTE is off/,
  )
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at)
     values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'webpush', 'web', 'https://example.com', now(), now())`,
  )
  await expect(spreadTables(connectionString, 'auto')).rejects.toThrow('device are not, though they have rows.')
})

test('an application moves to another machine with nothing but its own rows, and back without being set apart again', async () => {
  const { pool, connectionString } = await testDatabase()
  const [applicationId, organizationId] = [uuidv7(), uuidv7()]
  const first = { host: 'worker-1', port: 5432 }
  const second = { host: 'worker-2', port: 5433 }
  const move = (id: string, to: Machine) => moveApplication(connectionString, id, to)
  await expect(move(applicationId, second)).rejects.toThrow('not spread over several machines')
  await pool.query(`${STAND_IN}; ${MACHINE}`)
  await spreadTables(connectionString, 'auto')
  await expect(move(applicationId, second)).rejects.toThrow('no application with the id')
  await pool.query(
    `insert into organization (organization_id, name, strength, language, created_at, updated_at) values ($1, 'o', '1', 'en', now(), now())`,
    [organizationId],
  )
  await pool.query(
    `insert into application (application_id, organization_id, name, timezone, created_at, updated_at) values ($1, $2, 'a', 'UTC', now(), now())`,
    [applicationId, organizationId],
  )
  await expect(move(applicationId, second)).rejects.toThrow('The cluster has no machine worker-2:5433')
  await pool.query(
    `insert into pg_dist_node values (3, 'worker-2', 5433, 'primary', true, true);
     insert into pg_dist_shard values ('contact', 102008, '-100', '100');
     insert into pg_dist_shard_placement values (102008, 'worker-1', 5432)`,
  )
  expect(await move(applicationId, second)).toEqual(first)
  await expect(move(applicationId, second)).rejects.toThrow('on worker-2:5433 already')
  expect(await move(applicationId, first)).toEqual(second)
  const { rows } = await pool.query(
    'select shardid::int as shard, nodename as host, nodeport as port from pg_dist_shard_placement order by 1',
  )
  expect(rows).toEqual([
    { shard: 102008, ...first },
    { shard: 102040, ...first },
  ])
})

/** Sizes come from all machines, and months are detached with a lock. */
async function expectAllMachinesAsked(): Promise<void> {
  const past = new Date('2029-03-10T00:00:00Z')
  await ensureLeaves(database, past, { monthsBack: 0, monthsAhead: 0 })
  await pool.query(`insert into pg_dist_partition select oid, 'h', 2 from pg_class where relname = 'delivery_2029_03'`)
  const sizes = await leafSizes(database)
  expect(
    sizes.filter(({ month }) => month === '2029-03').map(({ table, sizeBytes }) => [table, sizeBytes === 4711]),
  ).toEqual([
    ['attempt', false],
    ['delivery', true],
    ['event', false],
    ['message', false],
    ['message_tag', false],
  ])
  const { rows } = await pool.query<{ bytes: number; here: number }>(
    'select database_bytes() as bytes, pg_database_size(current_database()) as here',
  )
  expect(rows[0]?.bytes).toBeGreaterThan(rows[0]?.here ?? 0)
  const dropped = await dropOldMonths(database, { before: new Date('2029-05-01'), mayGo: async () => true })
  expect(dropped).toContain('delivery_2029_03')
}

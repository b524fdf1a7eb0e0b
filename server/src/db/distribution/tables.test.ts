import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { UNIQUE_KEYS } from '../../testing/statements/keys.ts'
import { TRIGGERS_TO_FOLLOW } from './spread.ts'
import { COORDINATOR_TABLES, DISTRIBUTED_TABLES, FUNCTIONS_OVER_DISTRIBUTED } from './tables.ts'

const { pool } = await testDatabase()
const distributed = [...DISTRIBUTED_TABLES]

async function column<Value>(text: string, values: unknown[] = [distributed]): Promise<Value[]> {
  const { rows } = await pool.query<{ value: Value }>(text, values)
  return rows.map(row => row.value)
}

test('every table of the schema is said to be distributed or to stay on the coordinator', async () => {
  const tables = await column<string>(
    `select relname as value from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname collate "C"`,
    [],
  )
  expect([...DISTRIBUTED_TABLES, ...COORDINATOR_TABLES].toSorted()).toEqual(tables)
})

test('the keys and unique indexes of distributed tables have the application in them', async () => {
  const without = await column<string>(
    `select indexrelid::regclass::text as value from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1::text[]) and i.indisunique and not exists (
       select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'application_id' and a.attnum = any(i.indkey))`,
  )
  expect(without).toEqual([])
  const nullable = await column<string>(
    `select c.relname as value from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'application_id'
     where c.relname = any($1::text[]) and not a.attnotnull`,
  )
  expect(nullable).toEqual([])
})

test('rows of distributed tables are named by the keys that the rules over statements know', async () => {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, (
       select array_agg(a.attname::text order by a.attname) from pg_attribute a
       where a.attrelid = i.indrelid and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]) and a.attname <> 'application_id') as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1::text[]) and i.indisunique and 0 <> all(i.indkey) order by c.relname, 2`,
    [distributed],
  )
  const keys = Object.fromEntries(
    [...Map.groupBy(rows, row => row.table)].map(([table, all]) => [table, all.map(row => row.columns)]),
  )
  expect(UNIQUE_KEYS).toEqual(keys)
})

test('a row of a distributed table is known where it is copied while it changes: by its key, or as a whole', async () => {
  const unknown = await column<string>(
    `select c.oid::regclass::text as value from pg_class c
     left join pg_inherits h on h.inhrelid = c.oid
     where coalesce(h.inhparent, c.oid) in (select oid from pg_class where relname = any($1::text[]) and relkind in ('r', 'p'))
       and c.relreplident <> 'f'
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary) and c.relkind in ('r', 'p')`,
  )
  expect(unknown).toEqual([])
})

test('no foreign key leads from a distributed table to one that stays, or back', async () => {
  const across = await column<string>(
    `select conname::text as value from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and (f.relname = any($1::text[])) <> (t.relname = any($1::text[]))`,
  )
  expect(across).toEqual([])
})

test('the triggers of distributed tables are those that a distributed database does without', async () => {
  const triggers = await column<string>(
    `select tgname::text || ' ' || c.relname as value from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relname = any($1::text[]) and not t.tgisinternal and t.tgparentid = 0 order by 1`,
  )
  expect(triggers).toEqual(Object.entries(TRIGGERS_TO_FOLLOW).map(([trigger, table]) => `${trigger} ${table}`))
})

test('the functions that read distributed tables are those that no statement may call', async () => {
  const functions = await column<string>(
    String.raw`select distinct p.proname::text as value from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql') and p.prorettype <> 'trigger'::regtype
       and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ ('\m(from|join|into|update)\s+(' || array_to_string($1::text[], '|') || ')\M')
     order by 1`,
  )
  expect(functions).toEqual([...FUNCTIONS_OVER_DISTRIBUTED])
})

test('what the rules take for STABLE or VOLATILE is so', async () => {
  const { STABLE, VOLATILE } = await import('../../testing/statements/mutable.ts')
  const wrong = await column<string>(
    `select name as value from (select unnest($1::text[]) as name, 's' as kind union all select unnest($2::text[]), 'v') n
     where not exists (select 1 from pg_proc p where p.proname = n.name and p.provolatile = n.kind)`,
    [[...STABLE], [...VOLATILE]],
  )
  expect(wrong).toEqual([])
})

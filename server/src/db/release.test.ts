/**
 * Every migration since the last release runs on a database of that release with rows in it, loses none of them, and lets processes of that
 * release write on.
 */
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrateJobs } from '../jobs/run-jobs.ts'
import { databaseUrl, onServer } from '../testing/postgres-setup.ts'
import { loadRelease } from '../testing/release/load-release.ts'
import { migrate, shippedNames } from './migrate.ts'

const server = inject('testPostgres').connectionString
const name = `notifly_release_${crypto.randomUUID().slice(0, 8)}`
await onServer(server, `create database ${name}`)
const connectionString = databaseUrl(server, name)
const pool = new pg.Pool({ connectionString, max: 1 })
// graphile-worker asks for both.
pool.on('error', () => undefined)
pool.on('connect', client => client.on('error', () => undefined))
afterAll(async () => {
  await pool.end()
  await onServer(server, `drop database ${name} with (force)`)
})

/** Rows of each table; of the months and days of one together. */
async function countRows(): Promise<Map<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by 1`,
  )
  const counts = new Map<string, number>()
  for (const table of tables) {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from public.${table.name}`)
    counts.set(table.name, rows[0]?.n ?? 0)
  }
  return counts
}

/** Tables that the release before cannot write once the migrations ran; docs/operating.md, "Upgrades, and the way back", says what that costs. */
const GIVEN_UP = {
  // Written by schedulers alone, which an upgrade stops first; read by dashboards, which fail until their API process is replaced.
  activity_day: 'relation "public.activity_day" does not exist',
}

/** Copies of all tables, with the columns that the release before names when it writes them. */
async function keepRows(): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migration'
     group by 1 order by 1`,
  )
  await pool.query('create schema kept')
  for (const { name: table, columns } of rows) {
    await pool.query(`create table kept.${table} as select ${columns} from public.${table}`)
  }
  return new Map(rows.map(({ name: table, columns }) => [table, columns]))
}

/** Writes the rows of each table again, as they were before the migrations. Answers which it takes no more, and why. */
async function writeAgain(tables: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const refused: Record<string, string> = {}
  const client = await pool.connect()
  await client.query('begin')
  await dropFollowers(client)
  for (const [table, columns] of tables) {
    await client.query('savepoint before')
    try {
      await client.query(`delete from public.${table}`)
      await client.query(
        `insert into public.${table} (${columns}) overriding system value select ${columns} from kept.${table}`,
      )
    } catch (error) {
      refused[table] = (error as Error).message
    }
    await client.query('rollback to before')
  }
  await client.query('rollback')
  client.release()
  return refused
}

/** Each table stands by itself: other tables' rows neither have to be there nor follow. */
async function dropFollowers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ change: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as change
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
     union all
     select format('alter table %s disable trigger user', oid::regclass)
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  await client.query(rows.map(({ change }) => change).join(';'))
}

test('all migrations since run while rows are there, every table keeps its rows and takes those of before', async () => {
  await loadRelease(connectionString)
  const { rows: applied } = await pool.query<{ name: string }>('select name from schema_migration')
  const before = await countRows()
  expect([...before].filter(([, n]) => n > 0).length).toBeGreaterThan(60)

  const writes = await keepRows()
  const known = new Set(applied.map(({ name: each }) => each))
  expect(await migrate(connectionString)).toEqual((await shippedNames()).filter(each => !known.has(each)))
  await migrateJobs(pool)
  const after = await countRows()
  for (const [table, n] of before) {
    if (table === 'schema_migration' || !after.has(table)) continue
    expect([table, after.get(table)]).toEqual([table, n])
  }
  const { rows: doubtful } = await pool.query(`select conname from pg_constraint where not convalidated`)
  expect(doubtful).toEqual([])
  expect(await writeAgain(writes)).toEqual(GIVEN_UP)
})

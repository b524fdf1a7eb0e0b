/** Every migration since the last release runs on a database of that release with rows in it, and loses none of them. */
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

test('all migrations since run while rows are there, and every table keeps its rows', async () => {
  await loadRelease(connectionString)
  const { rows: applied } = await pool.query<{ name: string }>('select name from schema_migration')
  const before = await countRows()
  expect([...before].filter(([, n]) => n > 0).length).toBeGreaterThan(60)

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
})

import { sql } from 'kysely'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { openDatabase } from './database.ts'
import { pendingMigrations } from './migrate.ts'
import { transaction } from './transaction.ts'

const database = await testDatabase()
await database.pool.query('CREATE TABLE note (n int)')

async function one(expression: string): Promise<unknown> {
  return (await database.pool.query<{ value: unknown }>(`SELECT ${expression} AS value`)).rows[0]?.value
}

test('a test database is migrated', async () => {
  expect(await pendingMigrations(database.pool)).toEqual([])
})

test('bigint arrives as a number, and one that does not fit rejects the query instead of arriving wrong', async () => {
  expect(await one('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER)
  expect(await one("'{1,NULL,-3}'::bigint[]")).toEqual([1, null, -3])
  await expect(one('9007199254740992::bigint')).rejects.toThrow('does not fit a number')
})

test('a moment arrives as Date, a day as text, and sessions run in UTC', async () => {
  expect(await one("'2026-03-01 12:00:00+05:30'::timestamptz")).toEqual(new Date('2026-03-01T06:30:00Z'))
  expect(await one("'2026-03-01'::date")).toBe('2026-03-01')
  expect(await one("'{2026-03-01}'::date[]")).toEqual(['2026-03-01'])
  expect(await one("'-infinity'::timestamptz")).toBe(Number.NEGATIVE_INFINITY)
  expect(await one("current_setting('TimeZone')")).toBe('UTC')
})

test('what a transaction sets for itself holds on every machine of a cluster', async () => {
  expect(await one("current_setting('citus.propagate_set_commands')")).toBe('local')
})

test('a pool that Kysely never used is closed all the same', async () => {
  const { pool, close } = openDatabase({ connectionString: database.connectionString, maxConnections: 1 })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  await close()
  const isThere = () => one(`exists (select from pg_stat_activity where pid = ${rows[0]?.pid})`)
  await expect.poll(isThere).toBe(false)
})

test('kysely and COPY take part in one transaction, which is rolled back whole', async () => {
  const work = transaction(database, async ({ client, kysely }) => {
    await sql`INSERT INTO note VALUES (1)`.execute(kysely)
    await pipeline(Readable.from(['2\n3\n']), client.query(copyFrom('COPY note FROM STDIN')))
    expect((await sql<{ n: number }>`SELECT n FROM note`.execute(kysely)).rows).toHaveLength(3)
    throw new Error('changed our mind')
  })
  await expect(work).rejects.toThrow('changed our mind')
  expect(await one('(SELECT count(*) FROM note)')).toBe(0)
})

test('a transaction commits what its work returns from', async () => {
  const result = await transaction(database, async ({ kysely }) => {
    await sql`CREATE TABLE committed (n int)`.execute(kysely)
    return 'done'
  })
  expect(result).toBe('done')
  expect(await one("to_regclass('committed') IS NOT NULL")).toBe(true)
})

test('a connection that breaks in a transaction is not handed out again', async () => {
  const work = transaction(database, ({ client }) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'))
  await expect(work).rejects.toThrow('terminating connection')
  expect(await one('1')).toBe(1)
})

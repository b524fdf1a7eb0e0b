import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const { pool, connectionString } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'notifly-migrations-'))
afterAll(() => rm(folder, { recursive: true }))
let directory = ''

beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  directory = await mkdtemp(join(folder, 'case-'))
  await file('0001-first.sql', 'CREATE TABLE note (n int); INSERT INTO note VALUES (1)')
})

function file(name: string, sql: string): Promise<void> {
  return writeFile(join(directory, name), sql)
}

async function notes(): Promise<unknown[]> {
  return (await pool.query<{ n: number }>('SELECT n FROM note ORDER BY n')).rows.map(row => row.n)
}

test('files run once, in the order of their numbers', async () => {
  await file('0010-third.sql', 'INSERT INTO note SELECT max(n) * 10 FROM note')
  await file('0002-second.sql', 'INSERT INTO note SELECT max(n) + 1 FROM note')
  expect(await pendingMigrations(pool, directory)).toEqual(['0001-first', '0002-second', '0010-third'])
  expect(await migrate(connectionString, directory)).toEqual(['0001-first', '0002-second', '0010-third'])
  expect(await migrate(connectionString, directory)).toEqual([])
  expect(await pendingMigrations(pool, directory)).toEqual([])
  expect(await notes()).toEqual([1, 2, 20])
})

test('processes that migrate at the same time run each file once', async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(connectionString, directory)))
  expect(runs.flat()).toEqual(['0001-first'])
  expect(await notes()).toEqual([1])
})

test('a file that fails leaves nothing of itself, keeps those before it, and names the line', async () => {
  await file('0002-broken.sql', 'INSERT INTO note VALUES (2);\n\nINSERT INTO nowhere VALUES (1)')
  await expect(migrate(connectionString, directory)).rejects.toThrow(
    'Migration 0002-broken failed: relation "nowhere" does not exist (line 3)',
  )
  expect(await notes()).toEqual([1])
  expect(await pendingMigrations(pool, directory)).toEqual(['0002-broken'])
})

test('a database that is newer than the code is refused', async () => {
  await file('0002-later.sql', 'SELECT 1')
  await migrate(connectionString, directory)
  await rm(join(directory, '0002-later.sql'))
  await expect(migrate(connectionString, directory)).rejects.toThrow(/newer than this version.*0002-later/)
  await expect(pendingMigrations(pool, directory)).rejects.toThrow('newer than this version')
})

test('a file that was changed after it ran is refused, but for its line ends', async () => {
  await file('0002-lines.sql', 'SELECT 1;\nSELECT 2')
  await migrate(connectionString, directory)
  await file('0002-lines.sql', 'SELECT 1;\r\nSELECT 2')
  expect(await migrate(connectionString, directory)).toEqual([])
  await file('0002-lines.sql', 'SELECT 3')
  await expect(migrate(connectionString, directory)).rejects.toThrow('0002-lines was changed after it ran')
})

test('file names without a number, or with one that is taken, are refused', async () => {
  await file('0001-again.sql', 'SELECT 1')
  await expect(migrate(connectionString, directory)).rejects.toThrow('two migrations have the number 0001')
  await rm(join(directory, '0001-again.sql'))
  await file('later.sql', 'SELECT 1')
  await expect(migrate(connectionString, directory)).rejects.toThrow('later.sql is not named like')
})

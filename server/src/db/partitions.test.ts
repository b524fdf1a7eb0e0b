import { expect, test } from 'vitest'
import { uuidv7 } from '../lib/uuid.ts'
import { testDatabase } from '../testing/database.ts'
import { dailyTables, ensureLeaves, eventTables, partitionedTables, type PartitionedTable } from './partitions.ts'
import { dropOldMonths } from './retention.ts'

const database = await testDatabase()
const { pool } = database
const tables: PartitionedTable[] = [
  { table: 'ledger', by: 'uuidv7', fillfactor: 50 },
  { table: 'visit', by: 'time' },
]
await pool.query(
  `CREATE TABLE ledger (run_id uuid, n int DEFAULT 7 CHECK (n > 0), PRIMARY KEY (run_id, n)) PARTITION BY RANGE (run_id);
   CREATE INDEX ledger_n ON ledger (n);
   CREATE TABLE visit (at timestamptz NOT NULL) PARTITION BY RANGE (at)`,
)

async function leavesOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass($1) ORDER BY name',
    [table],
  )
  return rows.map(row => row.name)
}

test('the lists name every table of the schema that is partitioned by time', async () => {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `SELECT partrelid::regclass::text AS name, format_type(atttypid, NULL) AS type
     FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
     WHERE partstrat = 'r' AND partrelid::regclass::text NOT IN ('ledger', 'visit') ORDER BY name`,
  )
  const declared = [...partitionedTables, ...eventTables, ...dailyTables].map(({ table, by }) => ({
    name: table,
    type: by === 'uuidv7' ? 'uuid' : 'timestamp with time zone',
  }))
  expect(rows).toEqual(declared.toSorted((a, b) => a.name.localeCompare(b.name)))
})

test('the month before, this one and three ahead get their leaves, and a second run finds nothing to do', async () => {
  const now = new Date('2030-11-15T12:00:00Z')
  const months = ['2030_10', '2030_11', '2030_12', '2031_01', '2031_02']
  const created = await ensureLeaves(database, now, { tables })
  expect(created).toEqual(tables.flatMap(({ table }) => months.map(month => `${table}_${month}`)))
  expect(await ensureLeaves(database, now, { tables })).toEqual([])
  expect(await leavesOf('ledger')).toEqual(months.map(month => `ledger_${month}`))
})

test('rows fall into the leaf of their month, up to its last and from its first millisecond', async () => {
  await ensureLeaves(database, new Date('2028-02-10'), { tables })
  const moments = [
    '2028-01-31T23:59:59.999Z',
    '2028-02-01T00:00:00.000Z',
    '2028-02-29T23:59:59.999Z',
    '2028-03-01T00:00:00.000Z',
  ]
  const leaves = ['2028_01', '2028_02', '2028_02', '2028_03']
  for (const [index, moment] of moments.entries()) {
    const run = await pool.query('INSERT INTO ledger (run_id) VALUES ($1) RETURNING tableoid::regclass::text AS leaf', [
      uuidv7(new Date(moment)),
    ])
    const visit = await pool.query('INSERT INTO visit VALUES ($1) RETURNING tableoid::regclass::text AS leaf', [moment])
    expect([run.rows[0], visit.rows[0]]).toEqual([
      { leaf: `ledger_${leaves[index]}` },
      { leaf: `visit_${leaves[index]}` },
    ])
  }
})

test('a leaf has the keys, indexes, defaults and checks of its table, and its own fillfactor', async () => {
  await ensureLeaves(database, new Date('2032-05-01'), { tables })
  const { rows } = await pool.query<{ options: string[]; indexes: number; checks: number }>(
    `SELECT reloptions AS options,
       (SELECT count(*) FROM pg_index WHERE indrelid = pg_class.oid) AS indexes,
       (SELECT count(*) FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'c') AS checks
     FROM pg_class WHERE relname = 'ledger_2032_05'`,
  )
  expect(rows).toEqual([{ options: ['fillfactor=50'], indexes: 2, checks: 1 }])
  const { rows: inserted } = await pool.query('INSERT INTO ledger (run_id) VALUES ($1) RETURNING n', [
    uuidv7(new Date('2032-05-02')),
  ])
  expect(inserted).toEqual([{ n: 7 }])
})

test('a table by day has the day before, this one and seven ahead; days whose time is over go, the others stay', async () => {
  const now = new Date('2031-02-27T23:00:00Z')
  const created = await ensureLeaves(database, now, { tables: dailyTables })
  const ofLog = created.filter(name => name.startsWith('log_entry'))
  expect(created).toHaveLength(9 * dailyTables.length)
  expect([ofLog[0], ofLog[3], ofLog.length]).toEqual(['log_entry_2031_02_26', 'log_entry_2031_03_01', 9])
  const before = new Date('2031-03-01T00:00:00Z')
  const dropped = await dropOldMonths(database, { before, tables: dailyTables, mayGo: async () => true })
  expect(dropped).toHaveLength(3 * dailyTables.length)
  expect(dropped.filter(name => name.startsWith('log_entry'))).toEqual(ofLog.slice(0, 3))
  expect(await leavesOf('log_entry')).toEqual(ofLog.slice(3))
})

test('a row outside of the leaves is an error, not lost in a default leaf', async () => {
  await expect(pool.query("INSERT INTO visit VALUES ('1999-01-01')")).rejects.toThrow('no partition of relation')
})

test('processes that create leaves at the same time share the work', async () => {
  const now = new Date('2040-06-15')
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => ensureLeaves(database, now, { tables, monthsBack: 0 })),
  )
  expect(new Set(runs.map(created => created.length))).toEqual(new Set([0, 8]))
  expect(runs.flat()).toHaveLength(8)
})

import pg from 'pg'
import { uuidv7Floor } from '../lib/uuid.ts'
import type { Database } from './database.ts'

/** A table partitioned by month or by day: by range of a UUIDv7, which carries its time, or of a timestamptz. */
export interface PartitionedTable {
  table: string
  by: 'uuidv7' | 'time'
  /** By month when absent. */
  period?: 'day'
  /** Percent of a page that inserts fill; a partitioned table refuses the setting, so it is set on its partitions. */
  fillfactor?: number
  /** It has no key that rows could be known by where they are copied while they change (migration 0136). */
  isKeyless?: boolean
}

/** Tables of the schema that are partitioned by month; a test compares all lists with the database. */
export const partitionedTables: readonly PartitionedTable[] = [
  // Half of each page stays free: a delivery's one update then finds room beside it, and no index is touched (HOT).
  { table: 'delivery', by: 'uuidv7', fillfactor: 50 },
  { table: 'attempt', by: 'uuidv7', isKeyless: true },
  { table: 'event', by: 'uuidv7', isKeyless: true },
  { table: 'message', by: 'uuidv7' },
  { table: 'message_tag', by: 'uuidv7' },
]

/** Those by month that have a retention of their own (people/events/upkeep.ts). */
export const eventTables: readonly PartitionedTable[] = [{ table: 'contact_event', by: 'time' }]

/** Those that are partitioned by day. */
export const dailyTables: readonly PartitionedTable[] = [
  { table: 'log_entry', by: 'uuidv7', period: 'day' },
  { table: 'webhook_attempt', by: 'uuidv7', period: 'day' },
  { table: 'webhook_message', by: 'uuidv7', period: 'day' },
]

interface Leaf {
  table: PartitionedTable
  name: string
  from: string
  to: string
}

/** Any number that no other program locks in this database. */
const leafLock = 4_711_020_302

/**
 * Makes sure that the months around `now` have their leaves (UTC): the month before, for clocks that disagree at its end,
 * up to three ahead; of tables by day the day before, up to seven ahead. There is no default leaf, so a row outside of them is an error. May run at any time and in several
 * processes at once; resolves to the names it created. `monthsBack` makes room for an imported or invented past.
 */
export async function ensureLeaves(
  { pool }: Pick<Database, 'pool'>,
  now: Date,
  options: { tables?: readonly PartitionedTable[]; monthsBack?: number; monthsAhead?: number } = {},
): Promise<string[]> {
  const { tables = [...partitionedTables, ...eventTables, ...dailyTables], monthsBack = 1, monthsAhead = 3 } = options
  const wanted = tables.flatMap(table =>
    table.period === 'day' ? dayLeaves(table, now) : monthLeaves(table, now, monthsBack, monthsAhead),
  )
  if ((await missingLeaves(pool, wanted)).length === 0) return []

  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [leafLock])
    const missing = await missingLeaves(client, wanted)
    for (const leaf of missing) await createLeaf(client, leaf)
    await client.query('COMMIT')
    return missing.map(leaf => leaf.name)
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    client.release(broken)
  }
}

function monthLeaves(table: PartitionedTable, now: Date, monthsBack: number, monthsAhead: number): Leaf[] {
  const month = (offset: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
  return Array.from({ length: monthsBack + monthsAhead + 1 }, (_, index) => {
    const start = month(index - monthsBack)
    return leafFrom(table, start, month(index - monthsBack + 1), start.toISOString().slice(0, 7))
  })
}

const DAYS_AHEAD = 7

function dayLeaves(table: PartitionedTable, now: Date): Leaf[] {
  const day = (offset: number): Date =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + offset))
  return Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => {
    const start = day(index - 1)
    return leafFrom(table, start, day(index), start.toISOString().slice(0, 10))
  })
}

function leafFrom(table: PartitionedTable, start: Date, end: Date, period: string): Leaf {
  const bound = (date: Date): string => (table.by === 'uuidv7' ? uuidv7Floor(date) : date.toISOString())
  return { table, name: `${table.table}_${period.replaceAll('-', '_')}`, from: bound(start), to: bound(end) }
}

async function missingLeaves(database: pg.Pool | pg.PoolClient, wanted: Leaf[]): Promise<Leaf[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT leaf.relname AS name
     FROM pg_inherits
     JOIN pg_class leaf ON leaf.oid = inhrelid
     WHERE inhparent = ANY (SELECT to_regclass(parent) FROM unnest($1::text[]) parent)`,
    [[...new Set(wanted.map(leaf => pg.escapeIdentifier(leaf.table.table)))]],
  )
  const present = new Set(rows.map(row => row.name))
  return wanted.filter(leaf => !present.has(leaf.name))
}

/**
 * Created apart and then attached: that lets reads and writes of the parent go on, where CREATE TABLE ... PARTITION OF
 * would wait for all of them and block the next. Attaching creates the parent's indexes and keys on the leaf.
 */
async function createLeaf(client: pg.PoolClient, { table, name, from, to }: Leaf): Promise<void> {
  const [parent, leaf] = [pg.escapeIdentifier(table.table), pg.escapeIdentifier(name)]
  const storage = table.fillfactor === undefined ? '' : ` WITH (fillfactor = ${table.fillfactor})`
  await client.query(
    `CREATE TABLE ${leaf} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)${storage}`,
  )
  if (table.isKeyless) await client.query(`ALTER TABLE ${leaf} REPLICA IDENTITY FULL`)
  await client.query(
    `ALTER TABLE ${parent} ATTACH PARTITION ${leaf} FOR VALUES FROM (${pg.escapeLiteral(from)}) TO (${pg.escapeLiteral(to)})`,
  )
}

export interface LeafSize {
  table: string
  /** YYYY-MM */
  month: string
  sizeBytes: number
  /** As PostgreSQL last estimated them. */
  rows: number
}

/** All months of all tables, with indexes and out-of-line values; reads file sizes, not rows. */
export async function leafSizes({ pool }: Pick<Database, 'pool'>): Promise<LeafSize[]> {
  const { rows } = await pool.query<LeafSize>(
    `SELECT root.relname AS table, replace(right(leaf.relname, 7), '_', '-') AS month,
       relation_bytes(leaf.oid) AS "sizeBytes", greatest(leaf.reltuples, 0)::float8 AS rows
     FROM unnest($1::text[]) parent
     JOIN pg_class root ON root.oid = to_regclass(quote_ident(parent))
     JOIN pg_inherits ON inhparent = root.oid
     JOIN pg_class leaf ON leaf.oid = inhrelid
     ORDER BY month, root.relname`,
    [partitionedTables.map(({ table }) => table)],
  )
  return rows
}

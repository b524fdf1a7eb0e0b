/**
 * Months, or days, whose time is over: their partitions are detached and dropped, which costs the same for one row and for a
 * billion. Detaching is CONCURRENTLY, so that readers and writers of the other months do not wait; it cannot be part of a
 * transaction, and each step may be the last one before a crash: the next look goes on from there.
 */
import pg from 'pg'
import type { Database } from './database.ts'
import { isSpread } from './distribution/spread.ts'
import { partitionedTables, type PartitionedTable } from './partitions.ts'

/** Any number that no other program locks in this database. */
const RETENTION_LOCK = 4_711_020_303

interface OldLeaf {
  parent: string
  name: string
  /** First moment after it. */
  end: Date
  /** Detached by a look that did not come to its end: half-way, or already wholly. */
  standing: 'attached' | 'detaching' | 'detached'
}

interface RetentionOptions {
  /** Months that end before this moment have to go. */
  before: Date
  /** All of them by month, or all by day. */
  tables?: readonly PartitionedTable[]
  /** Asked before anything of a month is touched; false leaves the whole month for another time. */
  mayGo(month: { start: Date; end: Date }): Promise<boolean>
}

/** Resolves to the names of the leaves that were dropped. One process at a time does it; the others drop nothing. */
export async function dropOldMonths({ pool }: Pick<Database, 'pool'>, options: RetentionOptions): Promise<string[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      RETENTION_LOCK,
    ])
    if (rows[0]?.isOurs !== true) return []
    try {
      return await dropMonths(client, options)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [RETENTION_LOCK]).catch((error: Error) => (broken = error))
    }
  } finally {
    client.release(broken)
  }
}

async function dropMonths(client: pg.PoolClient, options: RetentionOptions): Promise<string[]> {
  const { before, tables = partitionedTables, mayGo } = options
  const old = (await leavesOf(client, tables)).filter(leaf => leaf.end <= before)
  const dropped: string[] = []
  for (const [endMs, leaves] of Map.groupBy(old, leaf => leaf.end.getTime())) {
    const end = new Date(endMs)
    const start = startOf(leaves[0]?.name ?? '')
    if (!(await mayGo({ start, end }))) continue
    for (const leaf of leaves) {
      await dropLeaf(client, leaf)
      dropped.push(leaf.name)
    }
  }
  return dropped
}

/** Found by their names, oldest first, so that leaves which were detached but not dropped are among them. */
async function leavesOf(client: pg.PoolClient, tables: readonly PartitionedTable[]): Promise<OldLeaf[]> {
  const { rows } = await client.query<{ parent: string; name: string; standing: OldLeaf['standing'] }>(
    `SELECT wanted.parent, leaf.relname AS name,
       CASE WHEN inhrelid IS NULL THEN 'detached' WHEN inhdetachpending THEN 'detaching' ELSE 'attached' END AS standing
     FROM unnest($1::text[]) AS wanted(parent)
     JOIN pg_class root ON root.oid = to_regclass(quote_ident(wanted.parent))
     JOIN pg_class leaf ON leaf.relnamespace = root.relnamespace AND leaf.relkind = 'r'
       AND leaf.relname ~ ('^' || wanted.parent || '_\\d{4}_\\d{2}(_\\d{2})?$')
     LEFT JOIN pg_inherits ON inhrelid = leaf.oid AND inhparent = root.oid
     ORDER BY right(leaf.relname, length(leaf.relname) - length(wanted.parent)), wanted.parent`,
    [tables.map(({ table }) => table)],
  )
  return rows.map(row => ({ ...row, end: endOf(row.name) }))
}

const PERIOD = /_(\d{4})_(\d{2})(?:_(\d{2}))?$/

function startOf(leaf: string): Date {
  const [, year, month, day] = PERIOD.exec(leaf) ?? []
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)))
}

/** First moment after it. */
function endOf(leaf: string): Date {
  const [, year, month, day] = PERIOD.exec(leaf) ?? []
  return new Date(Date.UTC(Number(year), day === undefined ? Number(month) : Number(month) - 1, Number(day ?? 0) + 1))
}

async function dropLeaf(client: pg.PoolClient, { parent, name, standing }: OldLeaf): Promise<void> {
  const [table, leaf] = [pg.escapeIdentifier(parent), pg.escapeIdentifier(name)]
  if (standing === 'attached') {
    // Citus cannot detach a partition of a distributed table concurrently: it is locked for that moment.
    const manner = (await isSpread(client, parent)) ? '' : ' CONCURRENTLY'
    await client.query(`ALTER TABLE ${table} DETACH PARTITION ${leaf}${manner}`)
  }
  if (standing === 'detaching') await client.query(`ALTER TABLE ${table} DETACH PARTITION ${leaf} FINALIZE`)
  await client.query(`DROP TABLE ${leaf}`)
}

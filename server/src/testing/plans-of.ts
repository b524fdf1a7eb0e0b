/** The plans that PostgreSQL really chose for statements, with what each of their nodes did. */
import { sql } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema/tables.ts'

interface PlanNode {
  node: string
  /** Rows that it went through in all its loops together; those that it dropped count, too. */
  rows: number
}

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) returns it. */
export interface Explained {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Explained[]
}

/** Far more than a sane plan takes; one that is not sane would not end. */
const LIMIT = `set local statement_timeout = '10s'`
/** Also those with a name in front (db/prepared.ts). */
const EXPLAINED = /^\s*(?:\/\*[a-z-]+\*\/\s*)?(?:with|select|insert|update|delete)\b/i

/** The nodes of all plans of `work`. What it did is undone. */
export async function plansOf(
  { connectionString }: { connectionString: string },
  work: (db: Db) => Promise<unknown>,
): Promise<PlanNode[]> {
  const { kysely, pool, close } = openDatabase({ connectionString, maxConnections: 1 })
  const nodes: PlanNode[] = []
  pool.on('connect', client => explainAll(client, plan => nodes.push(...nodesOf(plan))))
  const tx = await kysely.startTransaction().execute()
  try {
    await sql.raw(LIMIT).execute(tx)
    await work(tx)
  } finally {
    await tx.rollback().execute()
    await close()
  }
  return nodes
}

/** Each statement is run twice: the first time for its plan, and undone. */
function explainAll(client: PoolClient, tell: (plan: Explained) => void): void {
  const query = client.query.bind(client) as (text: unknown, values?: unknown[]) => Promise<QueryResult>
  const explain = async (text: string, values?: unknown[]) => {
    await query('savepoint explained')
    const analyzed = query(`explain (analyze, timing off, format json) ${text}`, values)
    const failure: unknown = await analyzed.then(
      () => undefined,
      (error: unknown) => error,
    )
    await query('rollback to savepoint explained')
    if (failure !== undefined) {
      const { rows: lines } = await query(`explain ${text}`, values)
      const plan = lines.map(line => (line as Record<string, string>)['QUERY PLAN']).join('\n')
      throw new Error(`A plan did not come to its end:\n${plan}`, { cause: failure })
    }
    const { rows } = await analyzed
    tell((rows as { 'QUERY PLAN': [{ Plan: Explained }] }[])[0]?.['QUERY PLAN'][0].Plan as Explained)
    return query(text, values)
  }
  const runs = (text: unknown, values?: unknown[]) =>
    typeof text === 'string' && EXPLAINED.test(text) ? explain(text, values) : query(text, values)
  Object.assign(client, { query: runs })
}

/** The node and all below it. */
export function nodesOf(plan: Explained): PlanNode[] {
  const dropped = ['Filter', 'Join Filter', 'Index Recheck'] as const
  const each = dropped.reduce((sum, by) => sum + (plan[`Rows Removed by ${by}`] ?? 0), plan['Actual Rows'])
  const node = [plan['Node Type'], plan['Relation Name']].filter(Boolean).join(' on ')
  return [{ node, rows: each * plan['Actual Loops'] }, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

import type { Pool } from 'pg'

/** The tables, of every schema and with all their columns, of which some row says so when it is written out as a dump does. */
export async function tablesNaming(pool: Pool, pattern: RegExp): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' and c.relkind in ('r', 'm')
     order by 1`,
  )
  const naming: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} t`)
    if (rows.some(({ line }) => pattern.test(asText(line)))) naming.push(name)
  }
  return naming
}

/** Bytes stand as hexadecimal digits in a dump. */
function asText(line: string): string {
  return line.replaceAll(/\\x([\da-f]+)/g, (_, digits: string) => Buffer.from(digits, 'hex').toString('latin1'))
}

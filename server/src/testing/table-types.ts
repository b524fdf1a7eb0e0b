/** The types of all tables as a file of TypeScript, from a migrated database: what `db/schema/generated.d.ts` holds. */
import type pg from 'pg'

interface Column {
  table_name: string
  column_name: string
  type: string
  is_nullable: boolean
  has_default: boolean
  is_computed: boolean
}

const HEAD = `// Generated from the migrations: npx vitest run server/src/db/schema/tables.test.ts -u
import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, GeneratedTime, Json, NullableJson, NullableTime, Time } from './columns.ts'
`

const COLUMNS = `
  select c.relname as table_name, a.attname as column_name, t.typname as type, not a.attnotnull as is_nullable,
    a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as is_computed
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`

export async function tableTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, ({ table_name }) => table_name)
  const body = [...tables].map(([name, columns]) => `  ${name}: {\n${columns.map(lineOf).join('')}  }\n`)
  return `${HEAD}\nexport interface TableTypes {\n${body.join('')}}\n`
}

function lineOf(column: Column): string {
  return `    ${column.column_name}: ${typeOf(column)}\n`
}

const NUMBERS = /^(int[248]|float[48])$/
const PLAIN: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Time',
  json: 'Json',
  jsonb: 'Json',
}

function typeOf({ type, is_nullable, has_default, is_computed }: Column): string {
  const read = typeRead(type)
  if (read === 'Time' || read === 'Json') return `${is_nullable ? 'Nullable' : has_default ? 'Generated' : ''}${read}`
  const value = is_nullable ? `${read} | null` : read
  if (is_computed) return `GeneratedAlways<${value}>`
  return has_default ? `Generated<${value}>` : value
}

function typeRead(type: string): string {
  const element = type.startsWith('_') ? type.slice(1) : null
  if (element !== null) return element === 'timestamptz' ? 'Date[]' : `${typeRead(element)}[]`
  return NUMBERS.test(type) ? 'number' : (PLAIN[type] ?? 'string')
}

/** SQL that was put together with kysely, for the driver's prepared statements. */
import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely'

const compiler = new PostgresQueryCompiler()

/** The text of a statement whose parameters are written out in it ($1, $2). Throws for one with values of its own. */
export function sqlText(statement: RawBuilder<unknown>): string {
  const { sql, parameters } = compiler.compileQuery(statement.toOperationNode() as never, createQueryId())
  if (parameters.length > 0) throw new Error('a statement with values of its own has no text')
  return sql
}

/**
 * Statements that are sent again and again. Each connection parses them once and keeps the plan; planning a join of many tables takes longer
 * than running it. Only for texts that never vary: whatever differs is a parameter.
 */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** `name`: letters and hyphens; no other statement may have it. */
export function prepared<Row>(name: string, statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(`/*${name}*/`)}${statement}`
}

const MARK = /^\/\*([a-z-]+)\*\//

/** Has the driver name such statements on this connection. */
export function nameStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (...args: unknown[]): unknown => {
    const [text, values] = args
    const name = typeof text === 'string' && text.startsWith('/*') ? MARK.exec(text)?.[1] : undefined
    return name === undefined ? query(...args) : query({ name, text, values })
  }
  client.query = named as typeof client.query
}

/**
 * Statements that are sent again and again: each connection has them parsed once and keeps their plan, which of a statement over many
 * tables takes longer than what it does. Only for texts that are always the same; whatever differs is a parameter.
 */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** `name`: letters and hyphens, of this statement alone. */
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

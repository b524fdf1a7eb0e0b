/** Statements as PostgreSQL's own parser reads them, and the walks that rules need. */
import { loadModule, parseSync } from 'libpg-query'

/** A node of the parser: `{ SelectStmt: {...} }` where any kind may stand, the inner part alone where one kind does. */
export interface Tree {
  readonly [key: string]: unknown
}

await loadModule()

/** The statements of a text, each as the single-key node of its kind. Throws for what PostgreSQL cannot read either. */
export function parseStatements(text: string): Tree[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt?: Tree }[] }
  return stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]))
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The part of that kind, or of that name; undefined where there is none. */
export function part(node: unknown, key: string): Tree | undefined {
  const value = isTree(node) ? node[key] : undefined
  return isTree(value) ? value : undefined
}

export function list(node: unknown, key: string): unknown[] {
  const value = isTree(node) ? node[key] : undefined
  return Array.isArray(value) ? value : []
}

export function word(node: unknown, key: string): string | undefined {
  const value = isTree(node) ? node[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Kinds whose inside is another level of the statement. */
const LEVELS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** Visits the nodes of a level and stops at further levels, which it names; `visit` answers false to stay out of a node. */
export function walk(node: unknown, visit: (kind: string, inside: Tree) => boolean | undefined): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  if (!isTree(node)) return
  for (const [key, value] of Object.entries(node)) {
    const goesOn = isTree(value) ? visit(key, value) !== false : true
    if (goesOn && !LEVELS.has(key)) walk(value, visit)
  }
}

/** The names of a dotted name: `d.run_id`, `pg_catalog.now`. A star has none. */
export function namesOf(items: readonly unknown[]): string[] {
  return items.map(item => word(part(item, 'String'), 'sval') ?? '*')
}

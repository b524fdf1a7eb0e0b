/**
 * A statement as the levels that it consists of: each select, insert, update or delete with the tables of its own FROM, with what ties
 * them, and with the levels inside it.
 */
import { distributedTables } from '../../db/distribution/tables.ts'
import { list, namesOf, part, type Tree, walk, word } from './tree.ts'

export type SourceKind = 'distributed' | 'local' | 'cte' | 'function' | 'subquery' | 'values'

/** What a level reads from, or writes to. */
export interface Source {
  kind: SourceKind
  /** Of a table its name, of a CTE the CTE's. */
  name: string
  alias: string
  isTarget: boolean
}

/** Where a level stands in the one above it. */
export type Standing = 'top' | 'cte' | 'from' | 'lateral' | 'expression' | 'branch' | 'select'

export interface Level {
  verb: 'select' | 'insert' | 'update' | 'delete' | 'merge'
  standing: Standing
  parent: Level | undefined
  node: Tree
  sources: Source[]
  /** Inside it, without those of CTEs that were defined above. */
  children: Level[]
  /** Of a CTE. */
  cteName: string | undefined
  /** Columns that it names, its conditions among them. */
  columns: string[][]
  functions: string[]
}

const VERBS = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
  MergeStmt: 'merge',
} as const
type StatementKind = keyof typeof VERBS

/** The levels of a statement, outermost first; none for what neither reads nor writes rows. */
export function levelsOf(statement: Tree): Level[] {
  const levels: Level[] = []
  const found = statementIn(statement)
  if (found !== undefined) addLevel(levels, found, { standing: 'top', parent: undefined, ctes: new Set() })
  return levels
}

function statementIn(node: unknown): { kind: StatementKind; node: Tree } | undefined {
  for (const kind of Object.keys(VERBS) as StatementKind[]) {
    const inside = part(node, kind)
    if (inside !== undefined) return { kind, node: inside }
  }
  // EXPLAIN, COPY (...) TO, DECLARE ... CURSOR FOR.
  for (const wrapper of ['ExplainStmt', 'CopyStmt', 'DeclareCursorStmt']) {
    const query = part(node, wrapper)?.query
    if (query !== undefined) return statementIn(query)
  }
  return undefined
}

interface Place {
  standing: Standing
  parent: Level | undefined
  /** Names of CTEs in sight. */
  ctes: ReadonlySet<string>
  cteName?: string | undefined
}

function addLevel(levels: Level[], found: { kind: StatementKind; node: Tree }, place: Place): void {
  const { kind, node } = found
  const level: Level = {
    ...{ verb: VERBS[kind], standing: place.standing, parent: place.parent, node, cteName: place.cteName },
    ...{ sources: [], children: [], columns: [], functions: [] },
  }
  levels.push(level)
  place.parent?.children.push(level)
  const ctes = new Set(place.ctes)
  const into = (inside: unknown, standing: Standing, cteName?: string): void => {
    const next = statementIn(inside)
    if (next !== undefined) addLevel(levels, next, { standing, parent: level, ctes, cteName })
  }
  for (const item of list(part(node, 'withClause'), 'ctes')) {
    const cte = part(item, 'CommonTableExpr')
    const name = word(cte, 'ctename') ?? ''
    if (part(node, 'withClause')?.recursive === true) ctes.add(name)
    into(cte?.ctequery, 'cte', name)
    ctes.add(name)
  }
  const target = part(node, 'relation')
  if (target !== undefined) level.sources.push({ ...tableSource(target, new Set()), isTarget: true })
  const from = [...list(node, 'fromClause'), ...list(node, 'usingClause')]
  for (const item of from) addSources(level, item, ctes, into)
  for (const side of ['larg', 'rarg'] as const) {
    const branch = part(node, side)
    if (branch !== undefined) into({ SelectStmt: branch }, 'branch')
  }
  if (kind === 'InsertStmt') into(node.selectStmt, 'select')
  readExpressions(level, node, into)
}

/** All of a node that is no level, no FROM and no WITH. */
function readExpressions(level: Level, node: Tree, into: (inside: unknown, standing: Standing) => void): void {
  const { withClause: _with, larg: _left, rarg: _right, selectStmt: _select, relation: _target, ...rest } = node
  walk(rest, (kind, inside) => {
    if (kind === 'RangeSubselect') return false
    if (kind === 'SubLink') {
      into(inside.subselect, 'expression')
      readExpressions(level, { testexpr: inside.testexpr }, into)
      return false
    }
    if (kind === 'ColumnRef') level.columns.push(namesOf(list(inside, 'fields')))
    if (kind === 'FuncCall') level.functions.push(namesOf(list(inside, 'funcname')).at(-1) ?? '')
    return undefined
  })
}

function addSources(
  level: Level,
  item: unknown,
  ctes: ReadonlySet<string>,
  into: (inside: unknown, standing: Standing) => void,
): void {
  const table = part(item, 'RangeVar') ?? part(part(part(item, 'RangeTableSample'), 'relation'), 'RangeVar')
  if (table !== undefined) level.sources.push({ ...tableSource(table, ctes), isTarget: false })
  const join = part(item, 'JoinExpr')
  if (join !== undefined) for (const side of [join.larg, join.rarg]) addSources(level, side, ctes, into)
  const rows = part(item, 'RangeFunction')
  if (rows !== undefined) {
    const call = part(list(part(list(rows, 'functions')[0], 'List'), 'items')[0], 'FuncCall')
    const name = namesOf(list(call, 'funcname')).at(-1) ?? ''
    level.sources.push({ kind: 'function', name, alias: aliasOf(rows) ?? name, isTarget: false })
  }
  const inner = part(item, 'RangeSubselect')
  if (inner !== undefined) {
    const isValues = list(part(inner.subquery, 'SelectStmt'), 'valuesLists').length > 0
    level.sources.push({
      ...{ kind: isValues ? 'values' : 'subquery', name: '', alias: aliasOf(inner) ?? '', isTarget: false },
    })
    into(inner.subquery, inner.lateral === true ? 'lateral' : 'from')
  }
}

function tableSource(table: Tree, ctes: ReadonlySet<string>): Omit<Source, 'isTarget'> {
  const name = word(table, 'relname') ?? ''
  const isOurs = word(table, 'schemaname') === undefined
  const kind = isOurs && ctes.has(name) ? 'cte' : isOurs && distributedTables.has(name) ? 'distributed' : 'local'
  return { kind, name, alias: aliasOf(table) ?? name }
}

function aliasOf(node: Tree): string | undefined {
  return word(part(node, 'alias'), 'aliasname')
}

/** Levels from this one inwards. */
export function within(level: Level): Level[] {
  return [level, ...level.children.flatMap(within)]
}

export function reads(level: Level, kind: SourceKind): Source[] {
  return level.sources.filter(source => source.kind === kind)
}

/** The innermost level above that knows this name; undefined for a name of the level's own. */
export function outerOwner(level: Level, alias: string): Level | undefined {
  if (level.sources.some(source => source.alias === alias)) return undefined
  for (let above = level.parent; above !== undefined; above = above.parent) {
    if (above.sources.some(source => source.alias === alias)) return above
  }
  return undefined
}

/** The sources of levels above that its columns name: what makes a subquery depend on the row around it. */
export function outerSources(level: Level): Source[] {
  return level.columns.flatMap(names => {
    const alias = names.length > 1 ? names[0] : undefined
    const owner = alias === undefined ? undefined : outerOwner(level, alias)
    return owner?.sources.filter(source => source.alias === alias) ?? []
  })
}

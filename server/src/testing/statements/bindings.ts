/** What ties the tables of a level to an application: a value, or a column of another table. */
import { type Level, outerOwner, type Source } from './levels.ts'
import { isTree, list, namesOf, part, type Tree, word } from './tree.ts'

/** value: to one application; values: to several that are given; column: to the row of another source; none: to nothing. */
export type Binding = 'value' | 'values' | 'column' | 'none'

const KEY = 'application_id'

/** The binding of each source of the level, by its alias. */
export function bindingsOf(level: Level): Map<string, Binding> {
  const bindings = new Map<string, Binding>(level.sources.map(({ alias }) => [alias, 'none']))
  const pairs = conditionsOf(level).flatMap(condition => equalitiesIn(condition, level))
  for (const { alias, other } of pairs) {
    if (other === 'value' || isOuterValue(level, other)) bindings.set(alias, 'value')
    else if (bindings.get(alias) === 'none') bindings.set(alias, other === 'values' ? 'values' : 'column')
  }
  // What equals something that has a value has it too.
  for (let round = 0; round < pairs.length; round++) {
    for (const { alias, other } of pairs) if (bindings.get(other) === 'value') bindings.set(alias, 'value')
  }
  return bindings
}

/** Everything that has to hold of a row: WHERE and the conditions of joins, taken apart at AND. */
function conditionsOf({ node }: Level): unknown[] {
  const joins = [...list(node, 'fromClause'), ...list(node, 'usingClause')].flatMap(joinsIn)
  return [node.whereClause, ...joins].flatMap(conjuncts)
}

function joinsIn(item: unknown): unknown[] {
  const join = part(item, 'JoinExpr')
  if (join === undefined) return []
  return [join.quals, { usingClause: join }, ...joinsIn(join.larg), ...joinsIn(join.rarg)]
}

function conjuncts(condition: unknown): unknown[] {
  const both = part(condition, 'BoolExpr')
  return both?.boolop === 'AND_EXPR' ? list(both, 'args').flatMap(conjuncts) : [condition]
}

interface Pair {
  alias: string
  /** The alias of another source, here or further out, or what else it equals. */
  other: string
}

function equalitiesIn(condition: unknown, level: Level): Pair[] {
  const join = part(condition, 'usingClause')
  if (join !== undefined) return pairsOfUsing(join, level)
  // `in (select ...)`
  const chosen = part(condition, 'SubLink')
  if (chosen !== undefined) return keysIn(chosen.testexpr, level).map(alias => ({ alias, other: 'another column' }))
  const comparison = part(condition, 'A_Expr')
  const operator = word(part(list(comparison, 'name')[0], 'String'), 'sval')
  if (comparison === undefined || operator !== '=') return []
  if (comparison.kind === 'AEXPR_OP') return pairsOf(comparison.lexpr, comparison.rexpr, level)
  if (comparison.kind !== 'AEXPR_IN' && comparison.kind !== 'AEXPR_OP_ANY') return []
  return keysIn(comparison.lexpr, level).map(alias => ({ alias, other: 'values' }))
}

/** Of a column, or of a row of columns. */
function keysIn(node: unknown, level: Level): string[] {
  const row = part(node, 'RowExpr')
  const items = row === undefined ? [node] : list(row, 'args')
  return items.flatMap(item => keyOf(item, level) ?? [])
}

function pairsOf(left: unknown, right: unknown, level: Level): Pair[] {
  const rows = [part(left, 'RowExpr'), part(right, 'RowExpr')]
  if (rows[0] !== undefined && rows[1] !== undefined) {
    const rights = list(rows[1], 'args')
    return list(rows[0], 'args').flatMap((item, index) => pairsOf(item, rights[index], level))
  }
  const sides = [left, right].map(side => keyOf(side, level))
  const [mine, other] = sides
  if (mine !== undefined && other !== undefined) {
    return [
      { alias: mine, other },
      { alias: other, other: mine },
    ]
  }
  const alias = mine ?? other
  if (alias === undefined) return []
  return isValue(mine === undefined ? left : right) ? [{ alias, other: 'value' }] : [{ alias, other: 'another column' }]
}

/** `join x using (application_id, ...)`: every source before it. */
function pairsOfUsing(join: Tree, level: Level): Pair[] {
  const isTied = join.isNatural === true || namesOf(list(join, 'usingClause')).includes(KEY)
  if (!isTied) return []
  const aliases = level.sources.map(({ alias }) => alias)
  return aliases.flatMap(alias => aliases.filter(other => other !== alias).map(other => ({ alias, other })))
}

/** The source whose application_id it is; of a name without a table the only one that can be meant. */
function keyOf(node: unknown, level: Level): string | undefined {
  const names = namesOf(list(part(node, 'ColumnRef'), 'fields'))
  if (names.at(-1) !== KEY) return undefined
  if (names.length > 1) return names[0]
  return soleOwner(level)?.alias
}

function soleOwner({ sources }: Level): Source | undefined {
  const tables = sources.filter(({ kind }) => kind === 'distributed' || kind === 'local')
  return tables.length === 1 ? tables[0] : sources.length === 1 ? sources[0] : undefined
}

/** A parameter or a constant, cast or not. */
function isValue(node: unknown): boolean {
  if (!isTree(node)) return false
  const cast = part(node, 'TypeCast')
  if (cast !== undefined) return isValue(cast.arg)
  return 'ParamRef' in node || 'A_Const' in node
}

function isOuterValue(level: Level, alias: string): boolean {
  const owner = outerOwner(level, alias)
  return owner !== undefined && bindingsOf(owner).get(alias) === 'value'
}

/** The columns of each source that equal a value, by its alias. */
export function valuedColumns(level: Level): Map<string, Set<string>> {
  const valued = new Map<string, Set<string>>()
  for (const condition of conditionsOf(level)) {
    const comparison = part(condition, 'A_Expr')
    const isEquality = word(part(list(comparison, 'name')[0], 'String'), 'sval') === '='
    if (comparison?.kind !== 'AEXPR_OP' || !isEquality) continue
    const sides = [comparison.lexpr, comparison.rexpr]
    if (!sides.some(isValue)) continue
    const names = sides.flatMap(side => namesOf(list(part(side, 'ColumnRef'), 'fields')))
    const alias = names.length > 1 ? names[0] : soleOwner(level)?.alias
    if (alias !== undefined) valued.set(alias, (valued.get(alias) ?? new Set()).add(names.at(-1) ?? ''))
  }
  return valued
}

/** Functions whose answer may differ between two looks, which a write of distributed rows bears in a few places only. */
import type { Level } from './levels.ts'
import { isTree, list, namesOf, part, type Tree, walk, word } from './tree.ts'

/** Of PostgreSQL and of ours (pg_proc.provolatile); a test asks the catalogue about each. */
export const VOLATILE = new Set([
  ...['clock_timestamp', 'gen_random_uuid', 'random', 'uuidv7', 'nextval', 'setval', 'pg_advisory_xact_lock'],
])
export const STABLE = new Set([
  ...['now', 'statement_timestamp', 'transaction_timestamp', 'jsonb_build_object', 'jsonb_build_array', 'to_jsonb'],
  ...['row_to_json', 'to_json', 'json_build_object', 'concat', 'concat_ws', 'format', 'to_char', 'array_to_string'],
  ...['age', 'current_setting', 'field_date'],
])

export interface Mutable {
  name: string
  /** Reads a column: then not even a STABLE one may be computed ahead. */
  ofColumn: boolean
  /** Inside CASE or COALESCE, which may never ask it. */
  isConditional: boolean
  isVolatile: boolean
}

/** The calls below a node, without those of subqueries. */
export function mutablesIn(node: unknown): Mutable[] {
  const found: Mutable[] = []
  look(node, false, found)
  return found
}

function look(node: unknown, isConditional: boolean, found: Mutable[]): void {
  walk(node, (kind, inside) => {
    if (kind === 'SubLink') return false
    if (kind === 'CaseExpr' || kind === 'CoalesceExpr') {
      if (isConditional) return undefined
      look(
        Object.values(inside).filter(value => typeof value === 'object'),
        true,
        found,
      )
      return false
    }
    const name = mutableName(kind, inside)
    if (name !== undefined) {
      found.push({ name, ofColumn: hasColumn(inside), isConditional, isVolatile: VOLATILE.has(name) })
    }
    return undefined
  })
}

function mutableName(kind: string, inside: Tree): string | undefined {
  if (kind === 'SQLValueFunction') return word(inside, 'op')
  if (kind === 'A_Expr') return isIntervalSum(inside) ? 'timestamptz + interval' : undefined
  if (kind !== 'FuncCall') return undefined
  const name = namesOf(list(inside, 'funcname')).at(-1) ?? ''
  return VOLATILE.has(name) || STABLE.has(name) ? name : undefined
}

/** A sum of a moment and an interval depends on the session's zone in PostgreSQL's eyes; of two intervals it does not. */
function isIntervalSum(expression: Tree): boolean {
  const operator = word(part(list(expression, 'name')[0], 'String'), 'sval')
  if (expression.kind !== 'AEXPR_OP' || (operator !== '+' && operator !== '-')) return false
  const sides = [expression.lexpr, expression.rexpr].map(isInterval)
  return sides.includes(true) && sides.includes(false)
}

function isInterval(node: unknown): boolean {
  const cast = part(node, 'TypeCast')
  if (cast !== undefined) return namesOf(list(part(cast, 'typeName'), 'names')).at(-1) === 'interval'
  const call = part(node, 'FuncCall')
  if (call !== undefined) return namesOf(list(call, 'funcname')).at(-1) === 'make_interval'
  const product = part(node, 'A_Expr')
  return product !== undefined && [product.lexpr, product.rexpr].some(isInterval)
}

function hasColumn(node: unknown): boolean {
  let found = false
  walk(node, kind => {
    if (kind === 'ColumnRef') found = true
    return undefined
  })
  return found
}

/** The parts of a write that PostgreSQL evaluates for each row. */
export function evaluatedParts({ verb, node }: Level): { written: unknown; answered: unknown } {
  const conflict = part(node, 'onConflictClause')
  const returning = node.returningClause ?? node.returningList
  const written =
    verb === 'insert' ? [conflict?.targetList, conflict?.whereClause] : [node.targetList, node.whereClause]
  return { written: written.filter(value => isTree(value) || Array.isArray(value)), answered: returning }
}

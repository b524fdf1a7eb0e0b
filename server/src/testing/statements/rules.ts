/**
 * What a statement must not do where tables are distributed, as far as its text tells. Each rule is an error or a silent difference that
 * Citus 13 has (docs/decisions/0071-citus-hybrid.md says where each comes from). Pure: from the text of a statement to the rules it breaks.
 */
import { distributedTables, FUNCTIONS_OVER_DISTRIBUTED } from '../../db/distribution/tables.ts'
import { bindingsOf, valuedColumns } from './bindings.ts'
import { UNIQUE_KEYS } from './keys.ts'
import { type Level, levelsOf, outerSources, reads, type Source, within } from './levels.ts'
import { evaluatedParts, type Mutable, mutablesIn } from './mutable.ts'
import { list, namesOf, parseStatements, part, type Tree, word } from './tree.ts'

/** Each rule with what to do instead. */
export const RULES = {
  'write-before-insert':
    'an INSERT is not the last part of a statement that writes in its WITH: make it a part, and a SELECT the last',
  'detach-concurrently': 'a month of a distributed table is not detached CONCURRENTLY',
  'function-over-distributed': 'no SQL function reads a distributed table: write its query into the statement',
  'dependent-on-rows':
    'a subquery over a distributed table does not depend on rows of values or of a CTE, unless it names the application',
  'dependent-on-local':
    'no subquery depends on a row of a table on the other side, distributed or local: ask twice, or in a CTE of its own',
  'mixed-write': 'a write of a table that stays joins no distributed one: it reads a CTE',
  'lock-many': 'FOR UPDATE locks rows of one application, which the statement names',
  'mixed-lock': 'FOR UPDATE stands in a query of the side whose rows it locks, a CTE for example',
  'mutable-write':
    'a write of distributed rows computes nothing that is not IMMUTABLE: compute the moment or the JSON before',
  'no-columns': 'a subquery selects something: `select 1 from`, not `select from`',
  'row-place': 'a write of distributed rows does not look for them by ctid beside a CTE',
  recursive: 'WITH RECURSIVE reads no distributed table',
  unbound: 'each distributed table is bound to an application, joined by application_id, or grouped by it alone',
  'sees-coordinator': 'sizes, transaction ids and plans are those of the coordinator alone',
  'set-config': 'set_config() does not reach the other machines: SET LOCAL does',
} as const
export type Rule = keyof typeof RULES

/** The rules that a text of SQL breaks; none where it touches nothing distributed. */
export function brokenRules(text: string): Rule[] {
  const broken = parseStatements(text).flatMap(statement => [
    ...brokenByCommand(statement),
    ...brokenByLevels(statement),
  ])
  return [...new Set(broken)].sort()
}

function brokenByCommand(statement: Tree): Rule[] {
  const altered = part(statement, 'AlterTableStmt')
  const table = word(part(altered, 'relation'), 'relname') ?? ''
  const isDetaching = list(altered, 'cmds').some(
    item => part(part(part(item, 'AlterTableCmd'), 'def'), 'PartitionCmd')?.concurrent === true,
  )
  return isDetaching && distributedTables.has(table) ? ['detach-concurrently'] : []
}

const COORDINATOR_ONLY =
  /^(pg_(total_relation|relation|table|indexes|database)_size|pg_current_xact_id(_if_assigned)?|pg_snapshot_x(min|max)|pg_current_snapshot|txid_.*)$/

function brokenByLevels(statement: Tree): Rule[] {
  const levels = levelsOf(statement)
  const [top] = levels
  if (top === undefined) return []
  const functions = levels.flatMap(level => [...level.functions, ...reads(level, 'function').map(({ name }) => name)])
  const broken: Rule[] = []
  if (functions.some(name => COORDINATOR_ONLY.test(name))) broken.push('sees-coordinator')
  if (functions.includes('set_config')) broken.push('set-config')
  if (FUNCTIONS_OVER_DISTRIBUTED.some(name => functions.includes(name))) broken.push('function-over-distributed')
  if (!touches(top)) return broken
  if (part(statement, 'ExplainStmt') !== undefined) broken.push('sees-coordinator')
  if (levels.some(level => part(level.node, 'withClause')?.recursive === true)) broken.push('recursive')
  for (const level of levels) broken.push(...LEVEL_RULES.flatMap(([rule, breaks]) => (breaks(level) ? [rule] : [])))
  return broken
}

const LEVEL_RULES: [Rule, (level: Level) => boolean][] = [
  ['write-before-insert', insertsAfterWrite],
  ['dependent-on-rows', dependsOnRows],
  ['dependent-on-local', dependsOnOtherSide],
  ['mixed-write', isMixedWrite],
  ['lock-many', locksMany],
  ['mixed-lock', locksBesideOthers],
  ['mutable-write', writesMutable],
  ['no-columns', selectsNothing],
  ['row-place', writesByPlace],
  ['unbound', isUnbound],
]

/** Whether a level or one inside it reads or writes a distributed table. */
function touches(level: Level): boolean {
  return within(level).some(inner => reads(inner, 'distributed').length > 0)
}

function touchesLocal(level: Level): boolean {
  return within(level).some(inner => reads(inner, 'local').length > 0)
}

const isWrite = ({ verb }: Level): boolean => verb !== 'select'

function insertsAfterWrite(level: Level): boolean {
  const writes = level.children.filter(child => child.standing === 'cte' && isWrite(child))
  return level.verb === 'insert' && writes.length > 0 && [level, ...writes].some(touches)
}

/** Subqueries whose rows depend on a row around them, by what they name of it. */
function isDependent({ standing }: Level): boolean {
  return standing !== 'top' && standing !== 'cte'
}

function dependsOnRows(level: Level): boolean {
  if (!isDependent(level) || reads(level, 'distributed').length === 0) return false
  const outer = outerSources(level)
  if (!outer.some(({ kind }) => kind === 'function' || kind === 'values' || kind === 'cte')) return false
  const bindings = bindingsOf(level)
  return reads(level, 'distributed').some(({ alias }) => bindings.get(alias) !== 'value')
}

function dependsOnOtherSide(level: Level): boolean {
  if (!isDependent(level)) return false
  const outer = outerSources(level)
  const [isLocal, isDistributed] = [touchesLocal(level), touches(level)]
  if (outer.length === 0 || !(isLocal || isDistributed)) return false
  const sides = outer.map(({ kind }) => kind)
  if (isLocal && sides.includes('distributed')) return true
  if (!isDistributed) return false
  // What it needs of the application it has to say itself: rows of other tables come too late for that.
  const bindings = bindingsOf(level)
  const isOfOne = reads(level, 'distributed').every(({ alias }) => bindings.get(alias) !== 'none')
  const isHelped = isOfOne && level.parent !== undefined && isCarriedOver(level.parent)
  return !isHelped && [...sides, ...(level.parent?.sources ?? []).map(({ kind }) => kind)].includes('local')
}

/**
 * Whether the local tables of a level are read first and carried to where its distributed ones are: it has some, and one of those in its
 * FROM is not known by its key. Else Citus carries these to the coordinator instead.
 */
function isCarriedOver(level: Level): boolean {
  const own = reads(level, 'distributed')
  const valued = valuedColumns(level)
  const isKnown = ({ name, alias }: Source): boolean =>
    (UNIQUE_KEYS[name] ?? []).some(key => key.every(column => valued.get(alias)?.has(column)))
  return own.length === 0 ? derivesFromDistributed(level) : !own.every(isKnown)
}

const isInFrom = ({ standing }: Level): boolean => standing === 'from' || standing === 'lateral'

function derivesFromDistributed(level: Level): boolean {
  return level.children.some(child => isInFrom(child) && touches(child))
}

function isMixedWrite(level: Level): boolean {
  if (level.verb !== 'update' && level.verb !== 'delete') return false
  const target = level.sources.find(({ isTarget }) => isTarget)
  return target?.kind === 'local' && (reads(level, 'distributed').length > 0 || derivesFromDistributed(level))
}

/** What FOR UPDATE locks. */
function lockedIn(level: Level): Source[] {
  const locks = list(level.node, 'lockingClause').map(item => part(item, 'LockingClause'))
  const named = locks.flatMap(lock => list(lock, 'lockedRels').map(item => word(part(item, 'RangeVar'), 'relname')))
  return locks.length === 0 ? [] : level.sources.filter(({ alias }) => named.length === 0 || named.includes(alias))
}

function locksMany(level: Level): boolean {
  const bindings = bindingsOf(level)
  return lockedIn(level).some(({ kind, alias }) => kind === 'distributed' && bindings.get(alias) !== 'value')
}

function locksBesideOthers(level: Level): boolean {
  const locked = lockedIn(level).map(({ kind }) => kind)
  return (
    locked.includes('local') &&
    (reads(level, 'distributed').length > 0 || level.children.some(child => isDependent(child) && touches(child)))
  )
}

function writesMutable(level: Level): boolean {
  if (!level.sources.some(({ isTarget, kind }) => isTarget && kind === 'distributed')) return false
  const { written, answered } = evaluatedParts(level)
  const refused = ({ isVolatile, ofColumn, isConditional }: Mutable): boolean =>
    level.verb === 'insert' || isVolatile || isConditional || ofColumn
  return mutablesIn(written).some(refused) || mutablesIn(answered).length > 0
}

function selectsNothing(level: Level): boolean {
  const isEmpty = list(level.node, 'targetList').length === 0 && list(level.node, 'valuesLists').length === 0
  return (
    level.verb === 'select' &&
    isEmpty &&
    level.node.op === 'SETOP_NONE' &&
    (touches(level) || isBesideDistributed(level))
  )
}

/** Of a subquery without columns over other tables: computed apart, its rows are carried to where the distributed ones are. */
function isBesideDistributed(level: Level): boolean {
  return level.parent !== undefined && touches(level.parent) && touchesLocal(level)
}

function writesByPlace(level: Level): boolean {
  if (level.verb !== 'update' && level.verb !== 'delete') return false
  if (!level.sources.some(({ isTarget, kind }) => isTarget && kind === 'distributed')) return false
  return within(level).some(({ columns }) => columns.some(names => names.at(-1) === 'ctid'))
}

function isUnbound(level: Level): boolean {
  if (sumsByApplication(level)) return false
  const bindings = bindingsOf(level)
  return reads(level, 'distributed')
    .filter(({ isTarget }) => !(isTarget && level.verb === 'insert'))
    .some(({ alias }) => bindings.get(alias) === 'none')
}

/** A sum of one table for each application, which each machine makes of its own. */
function sumsByApplication({ node, sources }: Level): boolean {
  const targets = list(node, 'targetList').map(item => part(part(item, 'ResTarget'), 'val'))
  return (
    sources.length === 1 &&
    list(node, 'groupClause').some(item => {
      const place = part(part(item, 'A_Const'), 'ival')?.ival
      return isKey(typeof place === 'number' ? targets[place - 1] : item)
    })
  )
}

function isKey(node: unknown): boolean {
  return namesOf(list(part(node, 'ColumnRef'), 'fields')).at(-1) === 'application_id'
}

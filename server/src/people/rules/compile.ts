/**
 * Compiles rules to SQL. Every value is a parameter and every column name is ours: nothing that a person typed becomes part of a statement.
 * Each condition is true or false, never null, so that `none` is the exact opposite of `any`.
 */
import { conditionsOf, type Rule, type RuleGroup, type SegmentCondition } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../db/application-timezone.ts'
import { behaviourCondition } from './behaviour-condition.ts'
import { onlyOf } from './days.ts'
import { eventCondition } from './event-condition.ts'
import { fieldCondition } from './field-condition.ts'
import { reachCondition } from './reach-condition.ts'
import { selectDynamicSegments } from './rename-field.ts'
import type { NamedSegment, RuleContext } from './rule-context.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'

type Sql = RawBuilder<unknown>

/** A condition on the row `s` of contact_slot, which must belong to the application. Throws RulesTooLarge, also for a cycle of segments. */
export function compileRules(rules: RuleGroup, context: RuleContext): Sql {
  assertCost(costOfRules(rules, context.segments))
  return compileGroup(rules, context)
}

/** Ids of the contacts that rules select. Throws like compileRules. */
export function chosenContacts(rules: RuleGroup, context: RuleContext): Sql {
  return sql`select s.contact_id from contact_slot s
    where s.application_id = ${context.applicationId} ${onlyOf(sql.ref('s.contact_id'), context)}
      and ${compileRules(rules, context)}`
}

function compileGroup({ match, rules }: RuleGroup, given: RuleContext): Sql {
  const context = match === 'all' ? given : { ...given, joins: false }
  const compiled = rules.map(rule => compileRule(rule, context))
  const joined = sql`(${sql.join(compiled, match === 'all' ? sql` and ` : sql` or `)})`
  return match === 'none' ? sql`(not ${joined})` : joined
}

function compileRule(rule: Rule, context: RuleContext): Sql {
  switch (rule.kind) {
    case 'group':
      return compileGroup(rule, context)
    case 'field':
      return fieldCondition(rule, context)
    case 'reach':
      return reachCondition(rule, context)
    case 'behaviour':
      return behaviourCondition(rule, context)
    case 'event':
      return eventCondition(rule, context)
    case 'segment':
      return membership(rule, context)
  }
}

function membership({ segment_uuid, op }: SegmentCondition, context: RuleContext): Sql {
  const segmentId = segment_uuid.toLowerCase()
  const holds = isMember(segmentId, op === 'is_member' ? context : { ...context, joins: false })
  return op === 'is_member' ? holds : sql`(not ${holds})`
}

/** A deleted segment has no members. */
function isMember(segmentId: string, context: RuleContext): Sql {
  const segment = context.segments.get(segmentId)
  if (segment === undefined) return sql.raw('false')
  if (segment.rules !== null) return compileGroup(segment.rules, context)
  return sql`exists (select 1 from segment_member m where m.application_id = ${context.applicationId}
    and m.segment_id = ${segmentId} and m.contact_id = s.contact_id)`
}

// Members of segments, static and dynamic, as SQL: for runs, counts, lists and exports.

/**
 * Returns a subquery with the ids of all contacts in at least one of these segments, some perhaps twice. Unknown segments have no members.
 * `now` decides what "in the last n days" means. Throws RulesTooLarge if the segments have too many conditions, one of them or all
 * together.
 */
export async function membersOf(
  db: Db,
  applicationId: string,
  segmentIds: readonly string[],
  now: Date,
): Promise<RawBuilder<unknown>> {
  const ids = segmentIds.map(id => id.toLowerCase())
  return compileMembers(ids, await loadRuleContext(db, applicationId, ids, now))
}

/** The same with a given context, which must know the segments. */
function compileMembers(segmentIds: readonly string[], context: RuleContext): RawBuilder<unknown> {
  const dynamic = segmentIds.flatMap(id => context.segments.get(id)?.rules ?? [])
  const others = segmentIds.filter(id => (context.segments.get(id)?.rules ?? null) === null)
  const chosen = sql`select m.contact_id from segment_member m
    where m.application_id = ${context.applicationId} and m.segment_id = any(${others}::uuid[])`
  demandStatement(dynamic, context)
  const parts = dynamic.map(rules => chosenContacts(rules, context))
  return sql.join(others.length > 0 || parts.length === 0 ? [chosen, ...parts] : parts, sql` union all `)
}

function demandStatement(dynamic: readonly RuleGroup[], { segments }: RuleContext): void {
  const known = new Map<string, RulesCost>()
  const conditions = dynamic.reduce((sum, rules) => sum + costOfRules(rules, segments, known).conditions, 0)
  if (conditions <= STATEMENT_CONDITIONS_MAX) return
  throw new RulesTooLarge('audience.segment_uuids', sentence('segments.tooLarge', { most: STATEMENT_CONDITIONS_MAX }))
}

// What rules depend on, read for one statement or several.

/** Longest chain of segments that name segments, including the first one. */
export const LEVELS_MAX = 10

/** Reads the context of rules that name these segments. */
export async function loadRuleContext(
  db: Db,
  applicationId: string,
  segmentIds: readonly string[],
  now: Date,
): Promise<RuleContext> {
  const [timezone, fields, segments, unnotedRuns] = await Promise.all([
    selectTimezone(db, applicationId),
    selectFields(db, applicationId),
    selectReached(db, applicationId, segmentIds),
    selectUnnotedRuns(db, applicationId),
  ])
  return { applicationId, timezone, now, ...fields, segments, unnotedRuns }
}

/** All segments of the application with rules. */
export async function loadDynamicSegments(db: Db, applicationId: string): Promise<Map<string, NamedSegment>> {
  const rows = await selectDynamicSegments(db, applicationId)
  return new Map(rows.map(({ segment_id: id, name, rules }) => [id, { name, rules }]))
}

/** Ids of the segments that rules name, in lower case. */
export function namedSegments(rules: RuleGroup): string[] {
  return conditionsOf(rules).flatMap(each => (each.kind === 'segment' ? [each.segment_uuid.toLowerCase()] : []))
}

async function selectFields(db: Db, applicationId: string): Promise<Pick<RuleContext, 'slots' | 'incoming'>> {
  const rows = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where(eb => eb.or([eb('slot', 'is not', null), eb('leaving_into', 'is not', null)]))
    .select(['name', 'type', 'slot', 'slot_ready', 'leaving_into'])
    .execute()
  const filled = rows.flatMap(row => (row.slot !== null && row.slot_ready ? [{ ...row, slot: row.slot }] : []))
  return {
    slots: new Map(filled.map(({ name, type, slot }) => [name, { type, slot }])),
    incoming: new Map(rows.flatMap(row => (row.leaving_into === null ? [] : [[row.leaving_into, row.name]]))),
  }
}

async function selectUnnotedRuns(db: Db, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, sent_noted: false }))
    .select('run_id')
    .execute()
  return rows.map(row => row.run_id)
}

async function selectReached(
  db: Db,
  applicationId: string,
  from: readonly string[],
): Promise<Map<string, NamedSegment>> {
  const found = new Map<string, NamedSegment>()
  const asked = new Set<string>()
  let wanted = new Set(from)
  for (let level = 0; wanted.size > 0 && level <= LEVELS_MAX; level++) {
    for (const id of wanted) asked.add(id)
    const rows = await selectSegments(db, applicationId, [...wanted])
    for (const { id, ...segment } of rows) found.set(id, segment)
    const named = rows.flatMap(({ rules }) => (rules === null ? [] : namedSegments(rules)))
    wanted = new Set(named.filter(id => !asked.has(id)))
  }
  return found
}

async function selectSegments(
  db: Db,
  applicationId: string,
  ids: string[],
): Promise<(NamedSegment & { id: string })[]> {
  const rows = await db
    .selectFrom('segment')
    .where('application_id', '=', applicationId)
    .where('segment_id', 'in', ids)
    .select(['segment_id', 'name', 'kind', 'rules'])
    .execute()
  return rows.map(({ segment_id: id, name, kind, rules }) => ({
    id,
    name,
    rules: kind === 'dynamic' ? (rules as RuleGroup) : null,
  }))
}

// The size of rules including the segments that they name. A segment that is named twice counts twice, since its rules are compiled into
// every place that names it: without a limit, a few segments that each name the next one twice exceed any memory.

/** Limit of conditions of rules and of all segments that they lead to, each as often as it is reached. */
export const CONDITIONS_MAX = 500
/**
 * Limit of conditions in one statement, of all segments of an audience. PostgreSQL takes 65,535 parameters, and a condition needs up to
 * ten.
 */
const STATEMENT_CONDITIONS_MAX = 3000

export interface RulesCost {
  conditions: number
  levels: number
}

type Segments = ReadonlyMap<string, NamedSegment>

/** Rules that are too large to be compiled; `errors` has the field to blame. */
export class RulesTooLarge extends AppError {
  constructor(field: string, said: Sentence) {
    super('invalidInput', { ...said, errors: [{ field, ...said }] })
    this.name = 'RulesTooLarge'
  }
}

/**
 * Weighs rules, in time that grows with the number of segments, not with the weight. Segments in a cycle have infinite weight. `known`
 * caches weights of segments between calls.
 */
export function costOfRules(rules: RuleGroup, segments: Segments, known = new Map<string, RulesCost>()): RulesCost {
  // A comparison with a property costs as much as a condition.
  const work = conditionsOf(rules).map(each => (each.kind === 'event' ? 1 + each.properties.length : 1))
  let conditions = work.reduce((sum, each) => sum + each, 0)
  let levels = 0
  for (const id of namedSegments(rules)) {
    const weight = costOfSegment(id, segments, known)
    conditions += weight.conditions
    levels = Math.max(levels, weight.levels)
  }
  return { conditions, levels: levels + 1 }
}

const ENDLESS: RulesCost = { conditions: Infinity, levels: Infinity }

/** Without rules, a segment is one look-up, which the condition that names it has counted. */
function costOfSegment(id: string, segments: Segments, known: Map<string, RulesCost>): RulesCost {
  const rules = segments.get(id)?.rules ?? null
  if (rules === null) return { conditions: 0, levels: 0 }
  const weighed = known.get(id)
  if (weighed !== undefined) return weighed
  // A path back to the segment that is being weighed is a cycle.
  known.set(id, ENDLESS)
  const weight = costOfRules(rules, segments, known)
  known.set(id, weight)
  return weight
}

export function isTooLarge({ conditions, levels }: RulesCost): boolean {
  return conditions > CONDITIONS_MAX || levels > LEVELS_MAX
}

/** Throws RulesTooLarge at `rules`. */
export function assertCost({ conditions, levels }: RulesCost): void {
  if (conditions > CONDITIONS_MAX) {
    throw new RulesTooLarge('rules', sentence('segments.tooDeep', { most: CONDITIONS_MAX }))
  }
  if (levels > LEVELS_MAX) {
    throw new RulesTooLarge('rules', sentence('segments.tooManyLevels', { most: LEVELS_MAX }))
  }
}

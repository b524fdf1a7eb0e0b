/** What the meaning of rules depends on beside the contacts: fields and their slots, other segments, clock and time zone. */
import { conditionsOf, type RuleGroup } from '@notifly/contracts/segments/rules'
import type { Db } from '../../db/schema/tables.ts'
import { selectDynamicSegments } from './rename-field.ts'

/** A merge field whose values are kept in a column of contact_slot. */
export interface FieldSlot {
  type: string
  slot: number
}

export interface NamedSegment {
  name: string
  /** null: a static one. */
  rules: RuleGroup | null
}

/** Segments that name segments: the longest chain, its first segment included. */
export const LEVELS_MAX = 10

export interface RuleContext {
  applicationId: string
  timezone: string
  now: Date
  slots: ReadonlyMap<string, FieldSlot>
  /** Fields into which another's values are being moved, with the name of that one. */
  incoming: ReadonlyMap<string, string>
  /** Those that the rules name, those that these name, and so on for one level more than rules may have; deleted ones are absent. */
  segments: ReadonlyMap<string, NamedSegment>
  /** Runs whose deliveries contact_sent does not know yet. */
  unnotedRuns: readonly string[]
  /** Only this contact is asked for: what others did need not be read. */
  contactId?: string
}

/** Reads the context of any rules that name these segments. */
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

/** All segments of the application that have rules. */
export async function loadDynamicSegments(db: Db, applicationId: string): Promise<Map<string, NamedSegment>> {
  const rows = await selectDynamicSegments(db, applicationId)
  return new Map(rows.map(({ segment_id: id, name, rules }) => [id, { name, rules }]))
}

/** Ids of the segments that rules name, in lower case. */
export function namedSegments(rules: RuleGroup): string[] {
  return conditionsOf(rules).flatMap(each => (each.kind === 'segment' ? [each.segment_uuid.toLowerCase()] : []))
}

async function selectTimezone(db: Db, applicationId: string): Promise<string> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('timezone')
    .executeTakeFirst()
  return row?.timezone ?? 'UTC'
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

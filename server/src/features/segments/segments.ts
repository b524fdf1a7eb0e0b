/** Front door of segments: named sets of contacts that campaigns include or exclude. */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { allowLongWrite } from '../../db/fair-places.ts'
import { loadDynamicSegments, loadRuleContext, namedSegments } from '../../people/rules/compile.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { addContacts, copyMembers, dropMembers, insertSegment, type SegmentKey } from '../../people/segments/members.ts'
import { checkRules, checkUsers, normalizeRules } from './check-rules.ts'
import { recount } from './count.ts'
import * as queries from './queries.ts'
import { selectUsingSegments } from './queries.ts'
import { refuseInUse, usesOf } from './uses.ts'

export { countRules } from './count.ts'
export { dynamicSegmentsOf } from '../../people/rules/of-contact.ts'
export { memberCondition } from './queries.ts'

interface NewSegment {
  applicationId: string
  accountId: string
  name: string
  now: Date
}

/** Creates a static segment without contacts in the caller's transaction. Throws at `segment_name` if the name is taken. */
export async function createEmptySegment(db: Db, segment: NewSegment): Promise<string> {
  const segmentId = uuidv7()
  if (!(await insertSegment(db, { ...segment, segmentId, rules: null }))) throw nameTaken()
  return segmentId
}

/** The same with contacts. Throws at `contact_uuids` unless all of them exist. */
export async function createSegment(db: Db, segment: NewSegment, contactIds: string[]): Promise<string> {
  const segmentId = await createEmptySegment(db, segment)
  await fill(db, { applicationId: segment.applicationId, segmentId }, contactIds)
  return segmentId
}

/** Creates a dynamic segment and counts it. Throws at `rules` for invalid ones. */
export async function createDynamicSegment(db: Db, segment: NewSegment, rules: RuleGroup): Promise<string> {
  const { applicationId, now } = segment
  const segmentId = uuidv7()
  const checked = await checkedRules(db, applicationId, rules, now)
  if (!(await insertSegment(db, { ...segment, segmentId, rules: checked }))) throw nameTaken()
  await recount(db, { applicationId, segmentId }, now)
  return segmentId
}

/** Locks a static segment until the transaction ends and returns its name. Throws at `segment_uuid`. */
export async function lockStatic(db: Db, key: SegmentKey): Promise<string> {
  const segment = await queries.lockSegment(db, key)
  if (segment === undefined) throw invalidField('segment_uuid', sentence('segments.gone'))
  if (segment.kind !== 'static') throw invalidField('segment_uuid', sentence('segments.dynamic'))
  return segment.name
}

interface SegmentChange {
  name?: string | undefined
  contactIds?: string[] | undefined
  rules?: RuleGroup | undefined
}

/** Renames a segment, or replaces its contacts or rules, in the caller's transaction. Throws notFound, or at the field at fault. */
export async function changeSegment(db: Db, key: SegmentKey, change: SegmentChange, now: Date): Promise<void> {
  const segment = orNotFound(await queries.lockSegment(db, key))
  if (change.name !== undefined && !(await queries.renameSegment(db, key, change.name, now))) throw nameTaken()
  if (change.rules !== undefined) await changeRules(db, key, segment.kind, change.rules, now)
  if (change.contactIds === undefined) return
  if (segment.kind !== 'static') throw invalidField('contact_uuids', sentence('segments.dynamic'))
  await refuseChanging(db, key)
  await dropMembers(db, key)
  await fill(db, key, change.contactIds)
  await queries.touchSegment(db, key, now)
}

async function changeRules(db: Db, key: SegmentKey, kind: string, rules: RuleGroup, now: Date): Promise<void> {
  if (kind !== 'dynamic') throw invalidField('rules', sentence('segments.chosen'))
  const checked = await checkedRules(db, key.applicationId, rules, now, key.segmentId)
  const users = await selectUsingSegments(db, key)
  if (users.length > 0) checkUsers(checked, key.segmentId, await loadDynamicSegments(db, key.applicationId))
  await queries.setRules(db, key, checked, now)
  await recount(db, key, now)
}

/** Lets one change of rules in an application run at a time: two that are valid by themselves may be too large together. */
async function checkedRules(db: Db, applicationId: string, rules: RuleGroup, now: Date, segmentId?: string) {
  await queries.lockRules(db, applicationId)
  const own = segmentId === undefined ? [] : [segmentId]
  const context = await loadRuleContext(db, applicationId, [...own, ...namedSegments(rules)], now)
  checkRules(rules, context, segmentId)
  return normalizeRules(rules)
}

/**
 * Copies a segment with its rules or present contacts, in the caller's transaction. Throws notFound, or at `segment_name` if that is taken.
 */
export async function duplicateSegment(db: Db, key: SegmentKey, copy: NewSegment): Promise<string> {
  const segment = orNotFound(await queries.lockSegment(db, key))
  if (segment.kind === 'dynamic') return createDynamicSegment(db, copy, segment.rules as RuleGroup)
  await refuseChanging(db, key)
  const segmentId = await createEmptySegment(db, copy)
  const copied = { applicationId: key.applicationId, segmentId }
  await copyMembers(db, key, copied)
  return segmentId
}

const COPIES_MAX = 100

/** "X copy", or the first unused one of "X copy 2", "X copy 3" and so on; a long name is cut. */
export async function nameOfCopy(db: Db, applicationId: string, name: string): Promise<string> {
  const endings = Array.from({ length: COPIES_MAX }, (_, n) => (n === 0 ? ' copy' : ` copy ${n + 1}`))
  const names = endings.map(
    ending =>
      `${[...name]
        .slice(0, SEGMENT_NAME_MAX - ending.length)
        .join('')
        .trimEnd()}${ending}`,
  )
  const taken = await queries.selectTakenNames(db, applicationId, names)
  const free = names.find(each => !taken.has(each.toLowerCase()))
  if (free === undefined) throw nameTaken()
  return free
}

/** Deletes a segment, never its contacts, in the caller's transaction. Throws conflict, with its uses in `data` (SegmentUse). */
export async function removeSegment(db: Db, key: SegmentKey): Promise<void> {
  if ((await queries.lockSegment(db, key)) === undefined) throw new AppError('notFound')
  await refuseChanging(db, key)
  refuseInUse(await usesOf(db, key))
  await allowLongWrite(db)
  await dropMembers(db, key)
  await queries.deleteSegmentRow(db, key)
}

/** Adds contacts to an empty segment. */
async function fill(db: Db, key: SegmentKey, contactIds: string[]): Promise<void> {
  const wanted = [...new Set(contactIds.map(id => id.toLowerCase()))]
  const added = await addContacts(db, key, wanted)
  if (added < wanted.length) throw invalidField('contact_uuids', sentence('segments.unknownContacts'))
}

function nameTaken(): AppError {
  return invalidField('segment_name', sentence('segments.nameTaken'))
}

/** Throws conflict while an import or a bulk action changes the members. */
async function refuseChanging(db: Db, key: SegmentKey): Promise<void> {
  if (await queries.isBeingFilled(db, key)) throw new AppError('conflict', sentence('segments.beingFilled'))
  if (await queries.isInBulk(db, key)) throw new AppError('conflict', sentence('segments.bulkRunning'))
}

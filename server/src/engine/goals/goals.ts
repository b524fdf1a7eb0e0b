/**
 * Front door of goals: the only place that decides which contact event counts for which message. An event counts once, for the message that
 * its contact opened or clicked last before it, among runs whose goal it meets. Deciding again changes nothing, unless an earlier open or
 * click has become known since.
 */
import { type GoalFigures, REVENUES_MAX } from '@notifly/contracts/campaigns/goals'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import * as queries from './goal-queries.ts'

interface Installation {
  database: Pick<Database, 'kysely'>
  clock: Clock
}

/** Events of one application per transaction. */
const AT_ONCE = 500
/** Providers report some clicks late: an event is looked at again after these delays. */
const LOOKS_MS = [600_000, 86_400_000] as const

/** Decides on some of the due events of each application. Returns `more` if some have more; rejects after all had their turn. */
export async function attributeDueEvents({ database, clock }: Installation): Promise<'more' | undefined> {
  const db = database.kysely
  let hasMore = false
  const failures: unknown[] = []
  for (const applicationId of await queries.selectDueApplications(db, clock.now())) {
    try {
      const done = await db.transaction().execute(tx => attributeSome(tx, applicationId, clock.now()))
      if (done === AT_ONCE) hasMore = true
    } catch (error) {
      // One failure must not stop the other applications.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'events of some applications could not be attributed')
  return hasMore ? 'more' : undefined
}

async function attributeSome(tx: Db, applicationId: string, now: Date): Promise<number> {
  if (!(await queries.tryLockGoals(tx, applicationId))) return 0
  const due = await queries.selectDue(tx, applicationId, now, AT_ONCE)
  const present = due.filter(event => event.name !== null)
  if (present.length > 0) {
    const timezone = await selectTimezone(tx, applicationId)
    await keep(tx, applicationId, await queries.attribute(tx, { applicationId, timezone, now }, present))
  }
  const again = due.map(({ event_id: eventId, looks, name }) => {
    const waitMs = LOOKS_MS[looks]
    return { eventId, dueAt: name === null || waitMs === undefined ? null : new Date(now.getTime() + waitMs) }
  })
  if (again.length > 0) await queries.scheduleNextLook(tx, applicationId, again)
  return due.length
}

/** Stores conversions that are new or changed, and updates the sums. */
async function keep(tx: Db, applicationId: string, found: readonly queries.Attribution[]): Promise<void> {
  const eventIds = found.map(each => each.event_id)
  const before = new Map((await queries.selectConversions(tx, applicationId, eventIds)).map(row => [row.event_id, row]))
  const gained = found.filter(each => !isSame(before.get(each.event_id), each))
  if (gained.length === 0) return
  const lost = gained.flatMap(each => before.get(each.event_id) ?? [])
  const had = await queries.countConverted(tx, applicationId, [...gained, ...lost])
  await queries.storeConversions(tx, applicationId, gained)
  const has = await queries.countConverted(tx, applicationId, [...gained, ...lost])
  // The same deliveries in the same order.
  const converted = has.map((part, at) => ({ ...part, n: part.n - (had[at]?.n ?? 0) }))
  await queries.addToSums(tx, applicationId, { gained, lost }, converted)
}

function isSame(before: queries.Attribution | undefined, now: queries.Attribution): boolean {
  return before !== undefined && before.run_id === now.run_id && before.seq === now.seq
}

/** Goal figures by run id; runs without a goal are left out. */
export function readGoals(
  db: Db,
  applicationIds: readonly string[],
  runIds: readonly string[],
): Promise<Map<string, GoalFigures>> {
  return queries.selectGoalSums(db, applicationIds, runIds, REVENUES_MAX)
}

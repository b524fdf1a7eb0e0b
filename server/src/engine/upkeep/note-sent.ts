/**
 * Notes in contact_sent on which days contacts were sent something, once a run is over: segments then need not read millions
 * of deliveries, and sending itself costs nothing for it. What is not noted yet rules read from the deliveries.
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { noteNextPart } from './note-sent-queries.ts'

/** Journals of workers that died as a run ended are applied by then. */
const SETTLED_MS = 10 * 60_000
/** Deliveries of a part: some tenths of a second. */
const PART_DELIVERIES = 20_000

/**
 * Notes the next part of a run that has been over for a while; false when there was none. Called once a second it keeps up
 * with a billion messages a day and leaves the database to those who send. Several processes may do it at once.
 */
export function noteSent({ database, clock }: { database: Database; clock: Clock }): Promise<boolean> {
  const endedBefore = new Date(clock.now().getTime() - SETTLED_MS)
  return noteNextPart(database.kysely, { endedBefore, deliveries: PART_DELIVERIES })
}

/** Front door of merge fields: what writers of contacts have to do for the fields that contacts have. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { foldDeltas } from './queries.ts'

export { requestFieldSlots } from './slots.ts'
export { usesOfAll } from './uses.ts'

/** Adds up what was counted since the last time: how many contacts have each field. */
export function foldFieldCounts(db: Kysely<Tables>, applicationId: string): Promise<void> {
  return foldDeltas(db, applicationId)
}

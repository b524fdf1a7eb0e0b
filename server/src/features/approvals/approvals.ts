/**
 * Front door of approvals: how a feature puts a write under approval, and what others need to know about open requests. A new command
 * takes three things: `defineCommand` in the feature's commands.ts, `commandRoute` in its routes.ts, and a line in the list of
 * background.ts.
 */
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import { countWaiting } from './list-queries.ts'
import { assertNoOpenRequest } from './perform.ts'
import { type ObjectKey, selectOpenObjects, selectOpenRequests } from './queries.ts'
import { viewerOf } from './viewer.ts'

export {
  type ActContext,
  type AnyCommand,
  type Command,
  type CommandContext,
  type CommandRegistry,
  createCommandRegistry,
  defineCommand,
  textIn,
  type Values,
} from './command.ts'
export { chosenCommandRoute, commandRoute, perform } from './perform.ts'
export { deleteRequestsOf, withdrawRequestsOf, withdrawRequestsOn } from './withdraw.ts'

/** The open request on each of these objects, by the object's id. */
export async function openRequestsOn(
  db: Db,
  applicationId: string,
  type: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectOpenRequests(db, applicationId, type, ids)
  return new Map(rows.map(row => [row.object_id ?? '', row.approval_id]))
}

/** The objects of a kind that have open requests, in these applications. */
export async function pendingObjects(
  db: Db,
  applicationIds: readonly string[],
  type: string,
): Promise<{ applicationId: string; id: string }[]> {
  if (applicationIds.length === 0) return []
  const rows = await selectOpenObjects(db, applicationIds, type)
  return rows.map(row => ({ applicationId: row.application_id, id: row.object_id ?? '' }))
}

/**
 * For writes that never become requests, such as saving a draft: throws conflict while a request is open on the object, and prevents new
 * ones until the transaction ends.
 */
export function assertNoRequest(tx: Db, key: ObjectKey): Promise<void> {
  return assertNoOpenRequest(tx, key)
}

/** How many requests of the application wait for the caller's decision. */
export async function waitingFor(db: Db, caller: ApplicationCaller): Promise<number> {
  return countWaiting(db, await viewerOf(db, caller))
}

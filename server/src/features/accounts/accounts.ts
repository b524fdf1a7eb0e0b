/** Front door of accounts: who calls, and the end of sessions and tokens. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { deleteBearersOf, deleteSessionsOf } from './session-queries.ts'

export { createCallers } from './callers.ts'

/** Signs an account out everywhere, at once. */
export async function endSessions(db: Kysely<Tables>, accountId: string): Promise<void> {
  await deleteSessionsOf(db, accountId)
}

/**
 * Ends the tokens of accounts whose role or membership changed; their sessions live, and the next token shows the new
 * rights. Call it in the transaction of the change.
 */
export async function endTokens(db: Kysely<Tables>, accountIds: string[]): Promise<void> {
  await deleteBearersOf(db, accountIds)
}

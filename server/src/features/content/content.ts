/** Front door of pages of words. */
import type { Db } from '../../db/schema/tables.ts'
import { deleteReader } from './queries.ts'

export { checkContentFolder } from './check-folder.ts'

/** Forgets how far an account has read the changelog: it is being erased. */
export function forgetReader(tx: Db, accountId: string): Promise<void> {
  return deleteReader(tx, accountId)
}

/** Front door of content pages. */
import type { Db } from '../../db/schema/tables.ts'
import { deleteReader } from './queries.ts'

export { checkContentFolder } from './check-folder.ts'

/** Deletes how far an account has read the changelog, when the account is erased. */
export function deleteReaderOf(tx: Db, accountId: string): Promise<void> {
  return deleteReader(tx, accountId)
}

/**
 * The staging table is unlogged: after a crash of the database it is empty. Rows that are missing are read again from the
 * stored file; inserting some of them twice changes nothing.
 */
import { transaction, type Transaction } from '../../../db/transaction.ts'
import type { Deps } from '../../../http/deps.ts'
import { storedWords } from '../../../lib/stored-words.ts'
import { withStoredFile } from '../upload/kept-file.ts'
import { ImportFileError } from '../read/parse-errors.ts'
import type { ParseOptions } from '../read/parse-import.ts'
import { countStaged, deleteStaged, type ImportKey, lockImport, updateImport } from '../queries.ts'
import { Rejections } from '../read/rejections.ts'
import { copyRows, stageFile } from './stage.ts'

/** Sees to it that the rows still to be inserted are staged; false when the import cannot go on (its state says why). */
export async function ensureStaged(deps: Deps, key: ImportKey): Promise<boolean> {
  try {
    return await transaction(deps.database, async tx => {
      const row = await lockImport(tx.kysely, key)
      if (row?.state !== 'inserting') return false
      const staged = await countStaged(tx.kysely, key.importId)
      if (staged !== row.expected_users - row.rows_done) {
        deps.log.warn({ importId: key.importId, staged }, 'staged rows are gone: the file is read again')
        await restage(tx, key, row.file_id, row.options as ParseOptions)
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await updateImport(deps.database.kysely, key, { state: 'failed', message: storedWords(error.sentence) })
    return false
  }
}

async function restage(tx: Transaction, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await deleteStaged(tx.kysely, key.importId)
  await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
    const { newUsers, updatedUsers } = await stageFile(tx, key, path, options)
    await updateImport(tx.kysely, key, { expected_users: newUsers + updatedUsers, rows_done: 0 })
  })
}

/** Reads the rows of an update again, in a transaction of its own. */
export async function restageUpdate(deps: Deps, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await transaction(deps.database, async tx => {
    await deleteStaged(tx.kysely, key.importId)
    await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
      const { superseded } = await copyRows(tx, key, { path, options }, new Rejections())
      await deleteStaged(tx.kysely, key.importId, superseded)
    })
  })
}

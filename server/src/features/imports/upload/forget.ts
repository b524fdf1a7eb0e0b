/** Takes a person out of what imports keep for a day: uploads, error files and staged rows. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../../../lib/app-error.ts'
import { type CommandContext, withdrawRequestsOn } from '../../approvals/approvals.ts'
import { deleteFiles, selectKeptImports } from './file-queries.ts'
import { withStoredFile } from './kept-file.ts'
import { namesPersonInWorker } from '../read/parse-in-worker.ts'
import { deleteStaged, deleteUnusedImport, forgetColumns } from '../queries.ts'

type KeptImport = Awaited<ReturnType<typeof selectKeptImports>>[number]

/**
 * Removes every kept import whose files name the person by one of the values, with the request that waits for it. Throws conflict
 * while such a file is being inserted.
 */
export async function forgetInFiles(context: CommandContext, values: readonly string[]): Promise<void> {
  const { db, actor } = context
  const { applicationId } = actor
  for (const kept of await selectKeptImports(db, applicationId)) {
    if (!(await isNamedIn(context, kept, values))) continue
    if (kept.state === 'inserting') throw new AppError('conflict', sentence('quotas.erasing'))
    const key = { applicationId, importId: kept.import_id }
    await withdrawRequestsOn(context, 'import', [kept.import_id])
    await deleteStaged(db, kept.import_id)
    await deleteFiles(db, applicationId, fileIdsOf(kept))
    await forgetColumns(db, key)
    await deleteUnusedImport(db, key)
  }
}

async function isNamedIn({ db, actor }: CommandContext, kept: KeptImport, values: readonly string[]): Promise<boolean> {
  for (const fileId of fileIdsOf(kept)) {
    const key = { applicationId: actor.applicationId, fileId }
    const search = (path: string) => namesPersonInWorker(key, { source: { path }, values })
    if (await withStoredFile(db, key, search)) return true
  }
  return false
}

function fileIdsOf({ file_id: fileId, error_file_id: errorFileId }: KeptImport): string[] {
  return errorFileId === null ? [fileId] : [fileId, errorFileId]
}

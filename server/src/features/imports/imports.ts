/**
 * Front door of imports: removes a person from kept files. Exported from where they are, for other features: how uploaded lists are
 * received and read, and how values and names of columns are understood.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../../lib/app-error.ts'
import { type ActContext, withdrawRequestsOn } from '../approvals/approvals.ts'
import { selectKeptImports } from './queries.ts'
import { namesPersonInWorker } from './read/parse-in-worker.ts'
import { fileIdsOf, type KeptFiles, removeKept, withStoredFile } from './upload/kept-file.ts'

export { mergeKey, typeOf } from './read/columns.ts'
export { COLUMN_RULES, type ContactRow as ReadRow, emptyRow } from './read/parse-contact.ts'
export { ImportFileError } from './read/parse-errors.ts'
export { readRecordsInWorker } from './read/parse-in-worker.ts'
export { withUploadPlace, type Upload, type UploadRules, withUpload } from './upload/receive-upload.ts'

/**
 * Deletes every kept import whose files name the person by one of the values, with the approval request that waits for it. Throws conflict
 * while such a file is being inserted.
 */
export async function eraseInFiles(context: ActContext, values: readonly string[]): Promise<void> {
  const { db, actor } = context
  const { applicationId } = actor
  for (const kept of await selectKeptImports(db, applicationId)) {
    if (!(await isNamedIn(context, kept, values))) continue
    if (kept.state === 'inserting') throw new AppError('conflict', sentence('quotas.erasing'))
    const key = { applicationId, importId: kept.import_id }
    await withdrawRequestsOn(context, 'import', [kept.import_id])
    await removeKept(db, key, kept)
  }
}

async function isNamedIn({ db, actor }: ActContext, kept: KeptFiles, values: readonly string[]): Promise<boolean> {
  for (const fileId of fileIdsOf(kept)) {
    const key = { applicationId: actor.applicationId, fileId }
    const search = (path: string) => namesPersonInWorker(key, { source: { path }, values })
    if (await withStoredFile(db, key, search)) return true
  }
  return false
}

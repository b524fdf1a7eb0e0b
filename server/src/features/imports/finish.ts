/** The end of an insert: the segment's count, the application's merge fields, the state. */
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../http/deps.ts'
import { recountSegment } from '../segments/segments.ts'
import { insertMergeFields, recountMergeFields } from './insert-queries.ts'
import { type ImportKey, lockImport, updateImport } from './queries.ts'
import type { ImportedField } from './verify.ts'

/** Ends an import that has no rows left; one that has ended already stays as it is. */
export async function finishImport(deps: Deps, key: ImportKey): Promise<void> {
  await transaction(deps.database, async ({ kysely: db }) => {
    const row = await lockImport(db, key)
    if (row?.state !== 'inserting' || row.segment_id === null) return
    await insertMergeFields(db, key.applicationId, row.columns as ImportedField[], deps.clock.now())
    await recountMergeFields(db, key.applicationId)
    await recountSegment(db, key.applicationId, row.segment_id)
    await updateImport(db, key, { state: 'done', rows_done: row.expected_users })
  })
}

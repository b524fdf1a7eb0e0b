/** Beginning and end of an insert's work: the application's merge fields, the state. */
import { transaction } from '../../../db/transaction.ts'
import type { Deps } from '../../../http/deps.ts'
import { noteFields } from '../../../people/fields/fields.ts'
import { requestFieldSlots } from '../../fields/fields.ts'
import { forgetColumns, type ImportKey, lockImport, selectImport, updateImport } from '../queries.ts'
import type { ImportedField } from '../stage/verify.ts'

/** Adds the file's merge fields to those of the application, before contacts have them: their values are counted and kept by type. */
export async function noteImportedFields(deps: Deps, key: ImportKey): Promise<void> {
  const db = deps.database.kysely
  const row = await selectImport(db, key)
  if (row?.state !== 'inserting') return
  await noteFields(db, key.applicationId, row.columns as ImportedField[], deps.clock.now())
}

/** Ends an import that has no rows left; one that has ended already stays as it is. */
export async function finishImport(deps: Deps, key: ImportKey): Promise<void> {
  await transaction(deps.database, async ({ kysely: db }) => {
    const row = await lockImport(db, key)
    if (row?.state !== 'inserting') return
    await requestFieldSlots(db, key.applicationId)
    await updateImport(db, key, { state: 'done', rows_done: row.expected_users })
    await forgetColumns(db, key)
  })
}

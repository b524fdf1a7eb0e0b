/** Inserting a verified file as a command that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { uuid } from '@notifly/contracts/fields'
import { importName } from '@notifly/contracts/imports'
import * as z from 'zod/mini'
import { type AnyCommand, defineCommand, type Values } from '../approvals/approvals.ts'
import { keepFile, readStoredFile, selectUploadedFile } from './file-queries.ts'
import { beginInsert } from './insert.ts'
import { selectImport, updateImport } from './queries.ts'

/** What the file would do, for approvers to read. */
const facts = {
  file_name: z.optional(z.string()),
  rows_total: z.optional(z.int()),
  expected_users: z.optional(z.int()),
  new: z.optional(z.int()),
  updated: z.optional(z.int()),
  duplicates: z.optional(z.int()),
  rejected: z.optional(z.int()),
}

export const insertImport = defineCommand({
  name: 'import.insert',
  activity: ACTIVITY.segmentation,
  level: 'create',
  payload: z.object({ corelation_id: uuid, segment_name: importName, ...facts }),
  object: 'import',
  objectOf: ({ corelation_id: id }) => id,
  title: ({ segment_name: name }) => name,
  /** An import adds; what the segment becomes is in the file. */
  before: async () => null,
  async freeze({ db, actor }, { corelation_id: importId, segment_name }) {
    const row = await selectImport(db, { applicationId: actor.applicationId, importId })
    return {
      corelation_id: importId,
      segment_name,
      ...(row !== undefined && {
        file_name: row.file_name,
        rows_total: row.rows_total,
        expected_users: row.expected_users,
        new: row.new_users,
        updated: row.updated_users,
        duplicates: row.duplicates,
        rejected: row.rejected,
      }),
    }
  },
  /** Verified files live for a day; one that waits for a decision lives as long as that may take. */
  async onHold({ db, actor: { applicationId } }, { corelation_id: importId }, until) {
    const key = { applicationId, importId }
    const row = await selectImport(db, key)
    if (row === undefined || row.expires_at >= until) return
    await updateImport(db, key, { expires_at: until })
    await keepFile(db, { applicationId, fileId: row.file_id }, until)
    if (row.error_file_id !== null) await keepFile(db, { applicationId, fileId: row.error_file_id }, until)
  },
  async file({ deps }, applicationId, { corelation_id: importId }) {
    const db = deps.database.kysely
    const row = await selectImport(db, { applicationId, importId })
    if (row === undefined) return null
    const key = { applicationId, fileId: row.file_id }
    const file = await selectUploadedFile(db, key)
    if (file === undefined) return null
    return { name: file.name, mediaType: file.media_type, content: readStoredFile(db, key) }
  },
  async run(context, { corelation_id: importId, segment_name: name }) {
    return { segment_uuid: await beginInsert(context, importId, name) }
  },
  trail: ({ corelation_id: _, ...values }: Values) => values,
})

export const importCommands: readonly AnyCommand[] = [insertImport]

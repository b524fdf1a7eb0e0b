/** Commands on verified files, which can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { uuid } from '@notifly/contracts/fields'
import { importName } from '@notifly/contracts/imports/imports'
import * as z from 'zod/mini'
import { type AnyCommand, defineCommand, type Values } from '../approvals/approvals.ts'
import { beginInsert } from './insert/insert.ts'
import { extendImportLife, uploadedFile } from './upload/kept-file.ts'
import { selectImport } from './queries.ts'
import { applyUpdate } from './update/update.ts'

/** What the file would do, shown to approvers. */
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
  activityOf: ({ kind }) => (kind === 'phonebook' ? ACTIVITY.audience : ACTIVITY.segmentation),
  level: 'create',
  payload: z.object({
    corelation_id: uuid,
    segment_name: importName,
    kind: z.optional(z.string()),
    ...facts,
  }),
  object: 'import',
  objectOf: ({ corelation_id: id }) => id,
  title: ({ segment_name: name }) => name,
  /** An import only adds; the file shows what the segment becomes. */
  before: async () => null,
  async freeze({ db, actor }, { corelation_id: importId, segment_name }) {
    const row = await selectImport(db, { applicationId: actor.applicationId, importId })
    return {
      corelation_id: importId,
      segment_name,
      ...(row !== undefined && {
        kind: row.kind,
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
  onHold: ({ db, actor: { applicationId } }, { corelation_id: importId }, until) =>
    extendImportLife(db, { applicationId, importId }, until),
  file: ({ deps }, applicationId, { corelation_id: importId }) => uploadedFile(deps, { applicationId, importId }),
  async run(context, { corelation_id: importId, segment_name: name }) {
    return { segment_uuid: await beginInsert(context, importId, name) }
  },
  trail: ({ corelation_id: _, kind: _kind, ...values }: Values) => values,
})

const counts = {
  rows_total: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  not_found: z.int(),
}

export const updateContacts = defineCommand({
  name: 'contact.bulk-update',
  activity: ACTIVITY.segmentation,
  level: 'update',
  payload: z.object({ corelation_id: uuid, file_name: z.string(), error_id: z.optional(uuid), ...counts }),
  object: 'import',
  objectOf: ({ corelation_id: id }) => id,
  title: ({ file_name: name }) => name,
  /** The previous values are in the contacts; the file has the new ones. */
  before: async () => null,
  onHold: ({ db, actor: { applicationId } }, { corelation_id: importId }, until) =>
    extendImportLife(db, { applicationId, importId }, until),
  file: ({ deps }, applicationId, { corelation_id: importId }) => uploadedFile(deps, { applicationId, importId }),
  run: (context, { corelation_id: importId, error_id: errorId }) => applyUpdate(context, importId, errorId),
  trail: ({ corelation_id: _, error_id: _file, ...values }: Values) => values,
})

export const importCommands: readonly AnyCommand[] = [insertImport, updateContacts]

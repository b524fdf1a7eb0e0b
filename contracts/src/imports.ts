import * as z from 'zod/mini'
import { ACTIVITY } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { text, uuid } from './fields.ts'

/** Largest audience file in bytes (20 MiB). */
export const IMPORT_MAX_BYTES = 20_971_520
export const IMPORT_EXTENSIONS = ['csv', 'tsv', 'xls', 'xlsx', 'xlsb', 'xltx', 'xltm', 'xlsm'] as const
export const SEGMENT_NAME_MAX = 50

/** Keys of refusals that concern the whole file; the dashboard words them. */
export const IMPORT_FILE_ERRORS = ['csvFile2mb', 'emptyFile', 'headerOnly', 'noEmailColumn', 'unreadable'] as const

export const Verification = z.object({
  corelation_id: uuid,
  expected_users: z.int(),
  rows_total: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  new: z.int(),
  updated: z.int(),
  /** Names of the columns in the file's order, and whether each is a merge field. */
  columns: z.array(z.object({ name: z.string(), merge_field: z.boolean() })),
  /** Reasons with their counts, and the first rows of each. */
  problems: z.array(z.object({ reason: z.string(), count: z.int() })),
  rejected_sample: z.array(
    z.object({ line: z.int(), column: z.nullable(z.string()), value: z.string(), reason: z.string() }),
  ),
  /** Present when rows were rejected: the error file, by id and as base64 CSV. */
  error_id: z.optional(uuid),
  file: z.optional(z.string()),
})
export type Verification = z.infer<typeof Verification>

export const verifyImport = endpoint({
  method: 'POST',
  path: '/api/audience/verify',
  summary: 'Check an audience file; nothing is stored in the audience yet',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  multipart: true,
  bodyLimitBytes: IMPORT_MAX_BYTES + 1_048_576,
  data: Verification,
})

export const insertImport = endpoint({
  method: 'POST',
  path: '/api/audience/{corelation_id}',
  summary: 'Insert a verified file as a segment; the work goes on after the answer',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  params: z.object({ corelation_id: uuid }),
  body: z.object({ segment_name: text(SEGMENT_NAME_MAX) }),
  data: z.object({ segment_uuid: uuid }),
})

export const ImportProgress = z.object({
  state: z.enum(['verifying', 'verified', 'inserting', 'done', 'failed']),
  rows_done: z.int(),
  rows_total: z.int(),
  segment_uuid: z.nullable(uuid),
  message: z.optional(z.string()),
})
export type ImportProgress = z.infer<typeof ImportProgress>

export const readImport = endpoint({
  method: 'GET',
  path: '/api/audience/import/{corelation_id}',
  summary: 'How far an import is',
  access: { activity: ACTIVITY.segmentation, level: 'read', scope: 'application' },
  params: z.object({ corelation_id: uuid }),
  data: ImportProgress,
})

export const watchImport = endpoint({
  method: 'GET',
  path: '/api/audience/import/{corelation_id}/live',
  summary: 'How far an import is, as server-sent events, at most one a second',
  access: { activity: ACTIVITY.segmentation, level: 'read', scope: 'application' },
  params: z.object({ corelation_id: uuid }),
  raw: true,
})

export const downloadErrorFile = endpoint({
  method: 'GET',
  path: '/api/audience/download',
  summary: 'The rejected rows as a CSV file, by error_id',
  access: { activity: ACTIVITY.segmentation, level: 'read', scope: 'application' },
  query: z.object({ uuid }),
  raw: true,
})

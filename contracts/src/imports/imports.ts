import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { said, sentenceData } from '../sentences/said.ts'
import { sentenceKey, type Sentence, sentence } from '../sentences/sentence.ts'

/** Largest audience file in bytes (20 MiB). */
export const IMPORT_MAX_BYTES = 20_971_520
export const IMPORT_EXTENSIONS = ['csv', 'tsv', 'xls', 'xlsx', 'xlsb', 'xltx', 'xltm', 'xlsm', 'ods'] as const
export const SEGMENT_NAME_MAX = 50
/** Name of the segment that an import creates. */
export const importName = text(SEGMENT_NAME_MAX)

/** Largest file of changes in bytes (2 MiB), and the most merge fields that it may change. */
export const UPDATE_MAX_BYTES = 2_097_152
export const UPDATE_MERGE_FIELDS_MAX = 20

/** Our own columns; any other becomes a merge field. */
export const KNOWN_COLUMNS = [
  'email',
  'external_user_id',
  'uuid',
  'country',
  'created_on',
  'device_details',
  'is_test',
  'lang',
  'latitude',
  'longitude',
  'platform_type',
  'timezone_offset',
  'updated_on',
  'phone_number',
  'timezone',
] as const
export type KnownColumn = (typeof KNOWN_COLUMNS)[number]

/** Value in `mapping` of a column that is skipped. */
export const IGNORED_COLUMN = 'ignore'

const MAPPED_MAX = 300

/** What each column of the file, by its name, becomes: one of our columns, a merge field, or nothing. */
export const ColumnMapping = z.record(text(500), text(100)).check(
  z.refine(mapping => Object.keys(mapping).length <= MAPPED_MAX, {
    error: sentenceKey('imports.tooManyMapped'),
    params: { maximum: MAPPED_MAX },
  }),
  z.refine(mapping => {
    const own = Object.values(mapping).filter(target => KNOWN_COLUMNS.some(column => column === target))
    return new Set(own).size === own.length
  }, sentenceKey('imports.doubled')),
)
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** Keys of refusals of the whole file; their values say what exactly is wrong. */
export const IMPORT_FILE_ERRORS = [
  'csvFile2mb',
  'emptyFile',
  'headerOnly',
  'noEmailColumn',
  'noPhoneColumn',
  'noUuidColumn',
  'unreadable',
  'tooManyColumns',
  'notWorkbook',
  'damagedWorkbook',
  'encryptedWorkbook',
  'emptyWorkbook',
  'workbookTooLarge',
  'needsMemory',
  'needsTime',
] as const

/** The same for files of changes. */
export const UPDATE_ERRORS = [
  'invalidEmail',
  'missingUUID',
  'upToLimitedColumns',
  'parseCsv',
  'readingCsvFile',
  'badValue',
  'conflict',
] as const

/** Why a row does not fit its header. */
export function columnsDiffer(cells: number, width: number): Sentence {
  if (cells === 1) return sentence('imports.problems.rowOne', { width })
  if (width === 1) return sentence('imports.problems.headerOne', { cells })
  return sentence('imports.problems.row', { cells, width })
}

/** Columns that are named where a required one is missing. */
const NAMED_MAX = 10

/** Why a header is refused that lacks a required column. */
export function lacksColumn(name: string, header: readonly string[]): Sentence {
  return sentence('imports.noColumn', { name, found: header.slice(0, NAMED_MAX).join(', ') })
}

const FIELD_TYPES = z.enum(['text', 'number', 'boolean', 'date'])

/** A column of a file before it is mapped. */
export const ColumnPreview = z.object({
  name: z.string(),
  /** Guessed from the first rows. */
  type: FIELD_TYPES,
  samples: z.array(z.string()),
  /** What it would become: one of our columns, or a merge field. */
  suggestion: z.string(),
})
export type ColumnPreview = z.infer<typeof ColumnPreview>

/** `data` of the 400 of `verifyImport` if the header does not show which column is the required one. */
export const UnknownColumns = z.object({ columns: z.array(ColumnPreview) })

/** The most rejected rows in an answer; the error file has all of them. */
export const REJECTED_SAMPLE_MAX = 100
/** A larger error file is not included in the answer: it is downloaded by its id. */
export const ERROR_FILE_INLINE_MAX_BYTES = 2_097_152

export const RejectedCell = z.object({
  /** Line of the file on which the row starts; the header is line 1. */
  line: z.int(),
  /** The column's name in the file; null if the fault concerns the whole row. */
  column: z.nullable(z.string()),
  value: z.string(),
  reason: z.string(),
  reason_sentence: sentenceData,
})
export type RejectedCell = z.infer<typeof RejectedCell>

export const Verification = z.object({
  corelation_id: uuid,
  /** Number of contacts that the import would create or update: new and updated together. */
  expected_users: z.int(),
  /** Rows below the header without blank lines: expected users, duplicates and rejected rows together. */
  rows_total: z.int(),
  /** Rows that a later row of the same contact replaces. */
  duplicates: z.int(),
  rejected: z.int(),
  new: z.int(),
  updated: z.int(),
  /** The imported columns, in the file's order: whether each is a merge field, what it becomes, and what it contains. */
  columns: z.array(
    z.object({
      name: z.string(),
      merge_field: z.boolean(),
      becomes: z.string(),
      type: FIELD_TYPES,
      samples: z.array(z.string()),
    }),
  ),
  /** Reasons with their number of rows, most frequent first. A row with several faults counts for its first. */
  problems: z.array(z.object({ reason: z.string(), reason_sentence: sentenceData, count: z.int() })),
  rejected_sample: z.array(RejectedCell),
  /**
   * Present if phone numbers without a country code can be read in two ways, and neither or both are mobile numbers: how many there are,
   * and how the first one was read.
   */
  doubtful_phones: z.optional(z.object({ count: z.int(), line: z.int(), number: z.string() })),
  /** Present if rows were rejected: the error file, by id and (unless it is large) as base64 CSV. */
  error_id: z.optional(uuid),
  file: z.optional(z.string()),
})
export type Verification = z.infer<typeof Verification>

export const verifyImport = endpoint({
  call: 'POST /api/audience/verify',
  summary: 'Check an audience file; nothing is stored in the audience yet',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  multipart: { file: 'file', mapping: 'text?', country: 'text?' },
  bodyLimitBytes: IMPORT_MAX_BYTES + 1_048_576,
  data: Verification,
})

/** Numbers without a country code get that of the row's `country`, or else of the form field `country`. */
export const verifyPhonebook = endpoint({
  call: 'POST /api/audience/phonebook',
  summary: 'Check a file of phone numbers; its rows are inserted like those of an audience file',
  access: { activity: ACTIVITY.audience, level: 'create', scope: 'application' },
  multipart: { upload_csv_file: 'file', mapping: 'text?', country: 'text?' },
  bodyLimitBytes: IMPORT_MAX_BYTES + 1_048_576,
  data: Verification,
})

export const UpdateResult = z.object({
  updated: z.int(),
  unchanged: z.int(),
  /** Rows whose uuid is not a contact of this application; `error_id` lists them. */
  not_found: z.int(),
  error_id: z.optional(uuid),
})
export type UpdateResult = z.infer<typeof UpdateResult>

export const updateByFile = endpoint({
  call: 'POST /api/audience/update',
  summary: 'Change contacts by a CSV file with their uuid; nothing is changed when anything in it is wrong',
  access: { activity: ACTIVITY.segmentation, level: 'update', scope: 'application' },
  held: true,
  multipart: { file: 'file' },
  bodyLimitBytes: UPDATE_MAX_BYTES + 1_048_576,
  query: z.object(reopening),
  data: UpdateResult,
})

/** The same call under its old name. */
export const updateByAsset = endpoint({ ...updateByFile, call: 'POST /api/user/asset/csv' })

/** Open to callers who may import either kind of file. */
const readsImports = {
  activity: ACTIVITY.segmentation,
  level: 'read',
  scope: 'application',
  or: { activity: ACTIVITY.audience, level: 'read' },
} as const

export const insertImport = endpoint({
  call: 'POST /api/audience/{uuid}',
  summary: 'Insert a verified file as a segment, by its corelation_id; the work goes on after the answer',
  // A phonebook requires the same right as its verification.
  access: {
    activity: ACTIVITY.segmentation,
    level: 'create',
    scope: 'application',
    or: { activity: ACTIVITY.audience, level: 'create' },
  },
  held: true,
  params: z.object({ uuid }),
  body: z.object({ segment_name: importName, ...reopening }),
  data: z.object({ segment_uuid: uuid }),
})

export const ImportProgress = z.object({
  state: z.enum(['verifying', 'verified', 'inserting', 'done', 'failed']),
  rows_done: z.int(),
  /** Rows to insert: the expected users. */
  rows_total: z.int(),
  segment_uuid: z.nullable(uuid),
  ...z.partial(z.object(said)).shape,
  ...pendingApproval,
})
export type ImportProgress = z.infer<typeof ImportProgress>

export const readImport = endpoint({
  call: 'GET /api/audience/import/{corelation_id}',
  summary: 'How far an import is',
  access: readsImports,
  params: z.object({ corelation_id: uuid }),
  data: ImportProgress,
})

export const watchImport = endpoint({
  call: 'GET /api/audience/import/{corelation_id}/live',
  summary: 'How far an import is, as server-sent events, at most one a second',
  access: readsImports,
  params: z.object({ corelation_id: uuid }),
  raw: { types: ['text/event-stream'] },
})

export const downloadErrorFile = endpoint({
  call: 'GET /api/audience/download',
  summary: 'The rejected rows as a CSV file, by error_id',
  access: readsImports,
  query: z.object({ uuid }),
  raw: { types: ['text/csv'] },
})

/**
 * Verify: an uploaded file becomes an import that can be inserted, or is refused and leaves nothing behind. It is parsed in a thread of its
 * own, copied into the staging table, matched with the contacts, and stored with the file of rejected rows.
 */
import { ERROR_FILE_INLINE_MAX_BYTES, IMPORT_MAX_BYTES, type Verification } from '@notifly/contracts/imports/imports'
import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ensureContactStatistics } from '../../../people/contacts/planner-statistics.ts'
import { transaction, type Transaction } from '../../../db/transaction.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { assertFields, assertRoom } from '../../quotas/quotas.ts'
import { type ImportKey, insertImportRow, type NewFile, type NewImport, storeFile } from '../queries.ts'
import type { Column } from '../read/columns.ts'
import { ImportFileError } from '../read/parse-errors.ts'
import type { ImportSummary, ParseOptions } from '../read/parse-import.ts'
import { parseInWorker, printErrorsInWorker } from '../read/parse-in-worker.ts'
import {
  withUploadPlace,
  type Purpose,
  tooLargeAnswer,
  type Upload,
  type UploadRules,
} from '../upload/receive-upload.ts'
import {
  analyzeStaging,
  type Conflict,
  copyIntoStaging,
  deleteStaged,
  hasContacts,
  type StagedCheck,
  checkStaged,
} from './staged-queries.ts'
import { type RejectedRow, Rejections } from '../read/rows.ts'

/** How long a verified file waits for its insert. */
const KEPT_MS = 24 * 3_600_000
/** Name of the job that deletes an expired import; its payload is an ImportKey. */
export const EXPIRE_IMPORT = 'import.expire'

/** Checks a file and keeps it for 24 hours. Throws AppError with the file's fault at the form's field, and quotaReached. */
export async function verifyUpload(
  deps: Deps,
  caller: ApplicationCaller,
  upload: Upload,
  purpose: Purpose,
): Promise<Verification> {
  try {
    return await withUploadPlace(caller.applicationId, async () => {
      await ensureContactStatistics(deps.database, caller.applicationId)
      return transaction(deps.database, tx => verifyIn(deps, tx, caller, upload, purpose))
    })
  } catch (error) {
    if (error instanceof ImportFileError) throw refusalOf(error, purpose.rules)
    throw error
  }
}

async function verifyIn(
  deps: Deps,
  tx: Transaction,
  caller: ApplicationCaller,
  upload: Upload,
  { kind, options }: Purpose,
): Promise<Verification> {
  const now = deps.clock.now()
  const key = { applicationId: caller.applicationId, importId: uuidv7() }
  const asking = { deps, db: tx.kysely, actor: caller }
  await assertRoom(asking, 'bytes', upload.sizeBytes)
  const staged = await stageFile(tx, key, upload.path, options)
  await assertRoom(asking, 'contacts', staged.newUsers)
  await assertFields(asking, fieldsOf(staged.summary))
  const { rejections } = staged
  const { errorId, errorBytes } = await storeChecked(tx, caller, key, upload, now, {
    ...staged,
    kind,
    options,
    expectedUsers: staged.newUsers + staged.updatedUsers,
    reasons: rejections.reasons,
    problems: rejections.groups(),
  })
  await recordAudit(tx.kysely, verifiedBy(caller, key, upload, staged), now)
  const isShown = errorId !== null && errorBytes <= ERROR_FILE_INLINE_MAX_BYTES
  return {
    ...present(key, staged),
    ...(errorId !== null && { error_id: errorId }),
    ...(isShown && { file: await readFile(errorPathOf(upload), 'base64') }),
  }
}

/** What is known of a file once its rows are staged. */
export interface StagedFile {
  summary: ImportSummary
  rejections: Rejections
  newUsers: number
  updatedUsers: number
  duplicates: number
}

/** Fewer rows are matched well without statistics. */
const ANALYZE_FROM = 1000

/** Stages exactly the rows that the insert will process. Throws ImportFileError for a file that is refused. */
export async function stageFile(
  tx: Transaction,
  key: ImportKey,
  path: string,
  options: ParseOptions,
): Promise<StagedFile> {
  const rejections = new Rejections()
  const summary = await copyRows(tx, key, { path, options }, rejections)
  await deleteStaged(tx.kysely, key.importId, summary.superseded)
  const judgement = await judge(tx, key, summary)
  for (const conflict of judgement.conflicts) rejections.add(asRejected(conflict))
  return {
    summary,
    rejections,
    newUsers: judgement.newUsers,
    updatedUsers: judgement.updatedUsers,
    duplicates: summary.duplicates + judgement.doubled,
  }
}

async function judge(tx: Transaction, key: ImportKey, { expectedUsers }: ImportSummary): Promise<StagedCheck> {
  if (!(await hasContacts(tx.kysely, key.applicationId))) {
    return { newUsers: expectedUsers, updatedUsers: 0, doubled: 0, conflicts: [] }
  }
  if (expectedUsers >= ANALYZE_FROM) await analyzeStaging(tx.client)
  return checkStaged(tx.kysely, key)
}

/** Copies the accepted rows of a file into the staging table. Throws ImportFileError. */
export async function copyRows(
  tx: Transaction,
  { applicationId, importId }: ImportKey,
  { path, options }: { path: string; options: ParseOptions },
  rejections: Rejections,
): Promise<ImportSummary> {
  let summary: ImportSummary | undefined
  async function* lines(): AsyncGenerator<Uint8Array> {
    const batches = parseInWorker({ applicationId }, { source: { path }, importId, options })
    try {
      for (;;) {
        const next = await batches.next()
        if (next.done) {
          summary = next.value
          return
        }
        for (const row of next.value.rejected) rejections.add(row)
        if (next.value.copy.length > 0) yield next.value.copy
      }
    } finally {
      await batches.return(undefined as never)
    }
  }
  await copyIntoStaging(tx.client, lines())
  if (summary === undefined) throw new Error('the parser ended without a summary')
  return summary
}

function asRejected({ line, column, value, reason }: Conflict): RejectedRow {
  return { line, problems: [{ kind: column === null ? 'tooMuch' : 'conflict', column, value, reason }] }
}

/** What is known of a file that waits for its command. */
interface CheckedFile extends Pick<NewImport, 'kind' | 'expectedUsers' | 'duplicates' | 'newUsers' | 'updatedUsers'> {
  summary: ImportSummary
  options: ParseOptions
  /** Why rows were rejected, by line. */
  reasons: ReadonlyMap<number, string>
  problems: unknown
}

/** Stores a checked file, and the file of rejected rows, for 24 hours. */
export async function storeChecked(
  tx: Transaction,
  { applicationId, accountId }: ApplicationCaller,
  key: ImportKey,
  upload: Upload,
  now: Date,
  { summary, options, reasons, ...checked }: CheckedFile,
): Promise<{ errorId: string | null; errorBytes: number }> {
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  const fileOf = (name: string, mediaType = 'text/csv; charset=utf-8'): NewFile => {
    return { applicationId, fileId: uuidv7(), name, mediaType, createdAt: now, expiresAt }
  }
  const original = fileOf(upload.name, summary.separator === null ? 'application/octet-stream' : undefined)
  await storeFile(tx.client, original, upload.path, upload.sizeBytes)
  const errors = reasons.size === 0 ? null : fileOf(`${upload.name.replace(/\.[^.]*$/, '')}-errors.csv`)
  const errorBytes = errors === null ? 0 : await storeErrorFile(tx, errors, upload, { options, reasons })
  await insertImportRow(tx.kysely, {
    ...key,
    ...checked,
    options,
    fileId: original.fileId,
    fileName: upload.name,
    sizeBytes: upload.sizeBytes,
    columns: fieldsOf(summary),
    rowsTotal: summary.rowsTotal,
    rejected: reasons.size,
    errorFileId: errors?.fileId ?? null,
    accountId,
    now,
    expiresAt,
  })
  await enqueue(tx.kysely, EXPIRE_IMPORT, { ...key }, { runAt: expiresAt })
  return { errorId: errors?.fileId ?? null, errorBytes }
}

const errorPathOf = (upload: Upload): string => `${upload.path}-errors`

async function storeErrorFile(
  tx: Transaction,
  file: NewFile,
  upload: Upload,
  { options, reasons }: Pick<CheckedFile, 'options' | 'reasons'>,
): Promise<number> {
  const path = errorPathOf(upload)
  const job = { source: { path: upload.path }, maxBytes: options.maxBytes ?? IMPORT_MAX_BYTES, reasons }
  await pipeline(printErrorsInWorker(file, job), createWriteStream(path))
  const { size } = await stat(path)
  await storeFile(tx.client, file, path, size)
  return size
}

/** The audit trail gets only the number of people in a file. */
function verifiedBy(caller: ApplicationCaller, { importId }: ImportKey, { name }: Upload, staged: StagedFile) {
  const { summary, rejections, newUsers, updatedUsers, duplicates } = staged
  const after = { rows_total: summary.rowsTotal, new: newUsers, updated: updatedUsers, duplicates }
  return {
    ...byCaller(caller),
    action: 'import.verify',
    object: { type: 'import', id: importId, name },
    after: { ...after, rejected: rejections.count },
  } as const
}

function present({ importId }: ImportKey, { summary, rejections, ...counts }: StagedFile): Verification {
  return {
    corelation_id: importId,
    expected_users: counts.newUsers + counts.updatedUsers,
    rows_total: summary.rowsTotal,
    duplicates: counts.duplicates,
    rejected: rejections.count,
    new: counts.newUsers,
    updated: counts.updatedUsers,
    columns: summary.columns.map(presentColumn(summary)),
    problems: rejections.groups().map(({ reason, count }) => ({ ...presentReason(reason), count })),
    rejected_sample: rejections.sample().map(({ line, column, value, reason }) => ({
      line,
      column,
      value,
      ...presentReason(reason),
    })),
    ...(summary.doubtfulPhones !== null && { doubtful_phones: summary.doubtfulPhones }),
  }
}

function presentReason(reason: Sentence) {
  return { reason: english(reason), reason_sentence: reason }
}

function presentColumn({ sampled }: ImportSummary) {
  return ({ name, known, key }: Column, index: number): Verification['columns'][number] => {
    const { type = 'text', samples = [] } = sampled[index] ?? {}
    return { name, merge_field: known === undefined, becomes: known ?? key, type, samples }
  }
}

/** A merge field of one import, stored until its insert registers it with the application. */
export interface ImportedField {
  name: string
  type: string
  sample: string | null
}

/** The merge fields with values in the file. */
export function fieldsOf({ fields }: ImportSummary): ImportedField[] {
  return fields.filter(({ filled }) => filled > 0).map(({ key, type, sample }) => ({ name: key, type, sample }))
}

function refusalOf(
  { key, sentence: words, details: { line, columns } }: ImportFileError,
  rules: UploadRules,
): AppError {
  if (key === 'csvFile2mb') return tooLargeAnswer(rules)
  return new AppError('invalidInput', {
    ...words,
    errors: [{ field: rules.field, ...words, ...(line === undefined ? {} : { line }) }],
    ...(columns !== undefined && { data: { columns } }),
  })
}

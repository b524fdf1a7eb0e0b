/** Verify: an uploaded file becomes an import that can be inserted, or is refused and leaves nothing behind. */
import { ERROR_FILE_INLINE_MAX_BYTES, IMPORT_MAX_BYTES, type Verification } from '@notifly/contracts/imports'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { transaction, type Transaction } from '../../db/transaction.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { decodeFile } from './decode.ts'
import { printErrorFile } from './error-file.ts'
import { type NewFile, storeFile } from './file-queries.ts'
import { createGate } from './gate.ts'
import { EXPIRE_IMPORT } from './job-names.ts'
import type { Column } from './columns.ts'
import { ImportFileError } from './parse-errors.ts'
import type { ImportSummary } from './parse-import.ts'
import { type ImportKey, insertImportRow } from './queries.ts'
import { fileTooLarge, type Upload } from './receive-upload.ts'
import { stageFile, type StagedFile } from './stage.ts'

/** How long a verified file waits for its insert. */
const KEPT_MS = 24 * 3_600_000

/** A file being verified takes a thread with up to 512 MiB and a database connection; more of them wait their turn. */
const gate = createGate(2)

/** Checks a file and keeps it for 24 hours. Throws AppError with the file's fault at the field `file`. */
export async function verifyUpload(deps: Deps, caller: ApplicationCaller, upload: Upload): Promise<Verification> {
  try {
    return await gate(() => transaction(deps.database, tx => verifyIn(deps, tx, caller, upload)))
  } catch (error) {
    if (error instanceof ImportFileError) throw refusalOf(error)
    throw error
  }
}

async function verifyIn(deps: Deps, tx: Transaction, caller: ApplicationCaller, upload: Upload): Promise<Verification> {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  const { applicationId, accountId } = caller
  const key = { applicationId, importId: uuidv7() }
  const staged = await stageFile(tx, key, upload.path)
  const fileOf = (name: string): NewFile => ({
    applicationId,
    fileId: uuidv7(),
    name,
    mediaType: 'text/csv; charset=utf-8',
    createdAt: now,
    expiresAt,
  })
  const original = fileOf(upload.name)
  await storeFile(tx.client, original, upload.path, upload.sizeBytes)
  const errors = staged.rejections.count === 0 ? null : fileOf(errorFileName(upload.name))
  const errorFile = errors === null ? undefined : await storeErrorFile(tx, errors, upload, staged)
  await insertImportRow(tx.kysely, {
    ...key,
    fileId: original.fileId,
    fileName: upload.name,
    sizeBytes: upload.sizeBytes,
    columns: fieldsOf(staged.summary),
    rowsTotal: staged.summary.rowsTotal,
    expectedUsers: staged.newUsers + staged.updatedUsers,
    duplicates: staged.duplicates,
    rejected: staged.rejections.count,
    newUsers: staged.newUsers,
    updatedUsers: staged.updatedUsers,
    errorFileId: errors?.fileId ?? null,
    problems: staged.rejections.groups(staged.summary.columns),
    accountId,
    now,
    expiresAt,
  })
  await enqueue(tx.kysely, EXPIRE_IMPORT, { ...key }, { runAt: expiresAt })
  await recordAudit(tx.kysely, verifiedBy(caller, key, upload, staged), now)
  return { ...present(key, staged), ...(errors === null ? {} : { error_id: errors.fileId }), ...errorFile }
}

/** Of the people in a file the trail knows only how many. */
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
    columns: summary.columns.map(presentColumn),
    problems: rejections.groups(summary.columns),
    rejected_sample: rejections.sample(summary.columns),
  }
}

function presentColumn({ name, known }: Column): Verification['columns'][number] {
  return { name, merge_field: known === undefined }
}

/** A merge field of one import, kept until its insert adds it to those of the application. */
export interface ImportedField {
  name: string
  type: string
  sample: string | null
}

function fieldsOf({ fields }: ImportSummary): ImportedField[] {
  return fields.filter(({ filled }) => filled > 0).map(({ key, type, sample }) => ({ name: key, type, sample }))
}

function errorFileName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}-errors.csv`
}

/** Resolves to the error file for the answer, unless it is too large for that. */
async function storeErrorFile(
  tx: Transaction,
  file: NewFile,
  upload: Upload,
  { rejections }: StagedFile,
): Promise<Pick<Verification, 'file'>> {
  const path = `${upload.path}-errors`
  const decoded = await decodeFile({ path: upload.path }, IMPORT_MAX_BYTES)
  await pipeline(printErrorFile(decoded, rejections.reasons), createWriteStream(path))
  const { size } = await stat(path)
  await storeFile(tx.client, file, path, size)
  return size > ERROR_FILE_INLINE_MAX_BYTES ? {} : { file: await readFile(path, 'base64') }
}

function refusalOf({ key, message, line }: ImportFileError): AppError {
  if (key === 'csvFile2mb') return fileTooLarge()
  return new AppError('invalidInput', {
    message,
    errors: [{ field: 'file', key, message, ...(line === undefined ? {} : { line }) }],
  })
}

/**
 * Update by file: a CSV with the uuid of contacts and their changes. It is applied completely or not at all: any fault refuses the file. A
 * checked file is staged and waits for its command, which may be held for approval.
 */
import {
  type UPDATE_ERRORS,
  UPDATE_MAX_BYTES,
  UPDATE_MERGE_FIELDS_MAX,
  type UpdateResult,
} from '@notifly/contracts/imports/imports'
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { lockContacts } from '../../../people/contacts/contact-total.ts'
import { ensureContactStatistics } from '../../../people/contacts/planner-statistics.ts'
import { noteFields, requestFieldSlots } from '../../../people/fields/fields.ts'
import { updateFromStaged } from '../../../people/contacts/staged-contacts.ts'
import { allowLongWrite } from '../../../db/fair-places.ts'
import { transaction, type Transaction } from '../../../db/transaction.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, invalidFields, sentenceOf } from '../../../lib/app-error.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import type { CommandContext } from '../../approvals/approvals.ts'
import { assertFields, assertRoom } from '../../quotas/quotas.ts'
import { complaintOf, inErrorFile, type ProblemKind, type Rejected, Rejections } from '../read/rows.ts'
import { ImportFileError } from '../read/parse-errors.ts'
import type { ImportSummary, ParseOptions } from '../read/parse-import.ts'
import { withUploadPlace, type Upload, type UploadRules } from '../upload/receive-upload.ts'
import { countStaged, deleteStaged } from '../stage/staged-queries.ts'
import { clearColumns, type ImportKey, lockImport, updateImport } from '../queries.ts'
import { copyRows, fieldsOf, type ImportedField, storeChecked } from '../stage/verify.ts'
import * as queries from './update-queries.ts'
import { withStoredFile } from '../upload/kept-file.ts'

export const UPDATE_RULES: UploadRules = { field: 'file', extensions: ['csv'], maxBytes: UPDATE_MAX_BYTES }
const OPTIONS: ParseOptions = { required: 'uuid', maxBytes: UPDATE_MAX_BYTES }

const SHOWN_MAX = 100

/** Checks an update file and keeps it for its command. Throws invalidInput with every fault by its key; then nothing is kept. */
export async function prepareUpdate(deps: Deps, caller: ApplicationCaller, upload: Upload) {
  try {
    return await withUploadPlace(caller.applicationId, async () => {
      await ensureContactStatistics(deps.database, caller.applicationId)
      return transaction(deps.database, tx => prepareIn(deps, tx, caller, upload))
    })
  } catch (error) {
    if (error instanceof ImportFileError) throw refuse([faultOfFile(error)])
    throw error
  }
}

async function prepareIn(deps: Deps, tx: Transaction, caller: ApplicationCaller, upload: Upload) {
  const { applicationId } = caller
  const key = { applicationId, importId: uuidv7() }
  const asking = { deps, db: tx.kysely, actor: { applicationId } }
  await assertRoom(asking, 'bytes', upload.sizeBytes)
  const { summary, faults } = await stageUpdate(tx, key, upload.path)
  if (faults.length > 0) throw refuse(faults)
  await assertFields(asking, fieldsOf(summary))
  const { updated, unchanged } = await queries.countChanges(tx.kysely, key)
  const unknown = await queries.selectUnknownLines(tx.kysely, key)
  const { errorId } = await storeChecked(tx, caller, key, upload, deps.clock.now(), {
    summary,
    kind: 'update',
    options: OPTIONS,
    expectedUsers: summary.expectedUsers,
    duplicates: summary.duplicates,
    newUsers: 0,
    updatedUsers: updated,
    reasons: new Map(unknown.map(line => [line, NO_CONTACT])),
    problems: [],
  })
  return {
    corelation_id: key.importId,
    file_name: upload.name,
    rows_total: summary.rowsTotal,
    updated,
    unchanged,
    not_found: unknown.length,
    ...(errorId !== null && { error_id: errorId }),
  }
}

/** Stages the rows, and returns their faults. */
async function stageUpdate(
  tx: Transaction,
  key: ImportKey,
  path: string,
): Promise<{ summary: ImportSummary; faults: Fault[] }> {
  const rejections = new Rejections()
  const summary = await copyRows(tx, key, { path, options: OPTIONS }, rejections)
  if (summary.separator === null) {
    throw new ImportFileError('unreadable', sentence('imports.notText'))
  }
  const fields = summary.columns.filter(({ known }) => known === undefined).length
  if (fields > UPDATE_MERGE_FIELDS_MAX) return { summary, faults: [tooManyFields(fields)] }
  if (rejections.count > 0) return { summary, faults: rejections.sample().map(faultOfRow) }
  await deleteStaged(tx.kysely, key.importId, summary.superseded)
  return { summary, faults: await conflictsOf(tx.kysely, key) }
}

async function conflictsOf(db: Transaction['kysely'], key: ImportKey): Promise<Fault[]> {
  const conflicts = await queries.selectConflicts(db, key, SHOWN_MAX)
  return conflicts.map(({ line, key, owner }) => faultOf('conflict', complaintOf(key, owner), line))
}

const NO_CONTACT = inErrorFile(sentence('imports.problems.noContact'))

/** No file has more rows than fit into an int. */
const LAST_ROW = 2_147_483_647

/**
 * Applies a checked file. Throws notFound if the file has been deleted, invalidInput if contacts have changed so that it no longer applies.
 */
export async function applyUpdate(
  { deps, db, actor: { applicationId }, now }: CommandContext,
  importId: string,
  errorId: string | undefined,
): Promise<UpdateResult> {
  const key = { applicationId, importId }
  await allowLongWrite(db)
  const row = await lockImport(db, key)
  if (row?.kind !== 'update' || row.state !== 'verified' || row.expires_at <= now) throw new AppError('notFound')
  // The staging table is unlogged: after a crash of the database it is empty.
  if ((await countStaged(db, importId)) !== row.expected_users) await restageUpdate(deps, key, row.file_id, OPTIONS)
  await ensureContactStatistics(deps.database, applicationId)
  await lockContacts(db, applicationId)
  const conflicts = await conflictsOf(db, key)
  if (conflicts.length > 0) throw refuse(conflicts)
  const unknown = await queries.selectUnknownLines(db, key)
  const fields = row.columns as ImportedField[]
  await assertFields({ deps, db, actor: { applicationId } }, fields)
  await noteFields(db, applicationId, fields, now)
  const all = { ...key, firstRow: 0, lastRow: LAST_ROW }
  const updated = await updateFromStaged({ db, secrets: deps.secrets, now }, all)
  await requestFieldSlots(db, applicationId)
  await deleteStaged(db, importId)
  await updateImport(db, key, { state: 'done', rows_done: row.expected_users })
  await clearColumns(db, key)
  return {
    updated,
    unchanged: row.expected_users - unknown.length - updated,
    not_found: unknown.length,
    ...(errorId !== undefined && { error_id: errorId }),
  }
}

/** Reads the rows of an update again, in a transaction of its own. */
async function restageUpdate(deps: Deps, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await transaction(deps.database, async tx => {
    await deleteStaged(tx.kysely, key.importId)
    await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
      const { superseded } = await copyRows(tx, key, { path, options }, new Rejections())
      await deleteStaged(tx.kysely, key.importId, superseded)
    })
  })
}

// Faults for which a whole update file is refused, by the keys that the dashboard knows.

type FaultKey = (typeof UPDATE_ERRORS)[number] | 'csvFile2mb'

interface Fault extends Sentence {
  key: FaultKey
  line?: number
}

/** A fault under its key, with the details. */
function faultOf(key: FaultKey, reason: Sentence, line?: number): Fault {
  return { key, values: { reason }, ...(line !== undefined && { line }) }
}

/** The error for a file with faults: each with its key and line. */
function refuse(faults: readonly Fault[]): AppError {
  const errors = faults.map(fault => ({ field: 'file', ...fault }))
  const [first] = faults
  if (first?.key !== 'csvFile2mb') return invalidFields(errors)
  return new AppError('tooLarge', { ...sentenceOf(first), errors })
}

/** A file that is not a list of changes at all. */
function faultOfFile({ key, reason, line }: ImportFileError): Fault {
  switch (key) {
    case 'csvFile2mb':
      return faultOf(key, sentence('imports.updateSize', { size: UPDATE_MAX_BYTES / 1_048_576 }))
    case 'noUuidColumn':
      return faultOf('missingUUID', reason, line)
    case 'tooManyColumns':
      return faultOf('upToLimitedColumns', reason, line)
    case 'emptyFile':
    case 'headerOnly':
      return faultOf('parseCsv', reason, line)
    case 'unreadable':
      return faultOf(line === undefined ? 'readingCsvFile' : 'parseCsv', reason, line)
    default:
      return faultOf('readingCsvFile', reason, line)
  }
}

/** The error for a file with more merge fields than one update may change. */
function tooManyFields(fields: number): Fault {
  const reason = sentence('imports.updateFields', { count: fields, most: UPDATE_MERGE_FIELDS_MAX })
  return faultOf('upToLimitedColumns', reason, 1)
}

/** A row that cannot be applied. */
function faultOfRow({ line, kind, reason }: Rejected): Fault {
  return faultOf(keyOf(kind), reason, line)
}

function keyOf(kind: ProblemKind): FaultKey {
  switch (kind) {
    case 'invalidEmail':
      return 'invalidEmail'
    case 'missing':
      return 'missingUUID'
    case 'columnCount':
    case 'unclosedQuote':
      return 'parseCsv'
    case 'badValue':
      return 'badValue'
    case 'conflict':
    case 'tooMuch':
      return 'conflict'
  }
}

/** From an uploaded file to staged rows: parsed in its own thread, copied into the database, judged against the contacts. */
import { type Transaction, transaction } from '../../../db/transaction.ts'
import {
  analyzeStaging,
  type Conflict,
  copyIntoStaging,
  countStaged,
  deleteStaged,
  hasContacts,
  type Judgement,
  judgeStaged,
} from './staged-queries.ts'
import type { ImportSummary, ParseOptions } from '../read/parse-import.ts'
import { parseInWorker } from '../read/parse-in-worker.ts'
import { type ImportKey, lockImport, updateImport } from '../queries.ts'
import { type RejectedRow, Rejections } from '../read/rows.ts'
import type { Deps } from '../../../http/deps.ts'
import { storedWords } from '../../../lib/stored-words.ts'
import { withStoredFile } from '../upload/kept-file.ts'
import { ImportFileError } from '../read/parse-errors.ts'

/** What is known of a file once its rows are staged. */
export interface StagedFile {
  summary: ImportSummary
  rejections: Rejections
  newUsers: number
  updatedUsers: number
  duplicates: number
}

/** Rows below this count are matched well without statistics. */
const ANALYZE_FROM = 1000

/** Stages the rows that insert is to take over, and no others. Throws ImportFileError for a file that is refused. */
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

async function judge(tx: Transaction, key: ImportKey, { expectedUsers }: ImportSummary): Promise<Judgement> {
  if (!(await hasContacts(tx.kysely, key.applicationId))) {
    return { newUsers: expectedUsers, updatedUsers: 0, doubled: 0, conflicts: [] }
  }
  if (expectedUsers >= ANALYZE_FROM) await analyzeStaging(tx.client)
  return judgeStaged(tx.kysely, key)
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

/**
 * The staging table is unlogged: after a crash of the database it is empty. Rows that are missing are read again from the
 * stored file; inserting some of them twice changes nothing. False when the import cannot go on (its state says why).
 */
export async function ensureStaged(deps: Deps, key: ImportKey): Promise<boolean> {
  try {
    return await transaction(deps.database, async tx => {
      const row = await lockImport(tx.kysely, key)
      if (row?.state !== 'inserting') return false
      const staged = await countStaged(tx.kysely, key.importId)
      if (staged !== row.expected_users - row.rows_done) {
        deps.log.warn({ importId: key.importId, staged }, 'staged rows are gone: the file is read again')
        await restage(tx, key, row.file_id, row.options as ParseOptions)
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await updateImport(deps.database.kysely, key, { state: 'failed', message: storedWords(error.sentence) })
    return false
  }
}

async function restage(tx: Transaction, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await deleteStaged(tx.kysely, key.importId)
  await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
    const { newUsers, updatedUsers } = await stageFile(tx, key, path, options)
    await updateImport(tx.kysely, key, { expected_users: newUsers + updatedUsers, rows_done: 0 })
  })
}

/** Reads the rows of an update again, in a transaction of its own. */
export async function restageUpdate(deps: Deps, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await transaction(deps.database, async tx => {
    await deleteStaged(tx.kysely, key.importId)
    await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
      const { superseded } = await copyRows(tx, key, { path, options }, new Rejections())
      await deleteStaged(tx.kysely, key.importId, superseded)
    })
  })
}

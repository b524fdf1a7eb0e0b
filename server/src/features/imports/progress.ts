/** How far imports are, once or as it goes on; their files; and their end after 24 hours. */
import type { ImportProgress } from '@notifly/contracts/imports/imports'
import { inWords } from '@notifly/contracts/sentences/english'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { readWords } from '../../lib/stored-words.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { openRequestsOn } from '../approvals/approvals.ts'
import { deleteFiles } from './upload/file-queries.ts'
import { deleteStaged, deleteUnusedImport, forgetColumns, type ImportKey, selectImport } from './queries.ts'

/** Name of the job that ends an import; its payload is an ImportKey. */
export const EXPIRE_IMPORT = 'import.expire'

/** Throws notFound for an import that is not this application's. */
export async function readProgress(deps: Deps, key: ImportKey): Promise<ImportProgress> {
  const db = deps.database.kysely
  const row = await selectImport(db, key)
  if (row === undefined) throw new AppError('notFound')
  const isWaiting = row.state === 'verified'
  const requests = isWaiting ? await openRequestsOn(db, key.applicationId, 'import', [row.import_id]) : null
  const approvalId = requests?.get(row.import_id)
  return {
    state: row.state as ImportProgress['state'],
    rows_done: row.rows_done,
    rows_total: row.expected_users,
    segment_uuid: row.segment_id,
    ...(row.message === null ? {} : inWords(readWords(row.message))),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

const TICK_MS = 1000
/** A comment now and then keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_TICKS = 15

/**
 * Server-sent events named `progress`, one a second at most and only when something changed, until the import has ended
 * or `signal` aborts.
 */
export async function* watchProgress(deps: Deps, key: ImportKey, signal: AbortSignal): AsyncGenerator<string> {
  let last = ''
  for (let tick = 0; !signal.aborted; tick++) {
    const progress = await readProgress(deps, key)
    const event = `event: progress\ndata: ${JSON.stringify(progress)}\n\n`
    if (event !== last) yield event
    else if (tick % KEEP_ALIVE_TICKS === 0) yield ': still here\n\n'
    last = event
    if (progress.state === 'done' || progress.state === 'failed') return
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** How long an import that is still needed at its end of time is left alone. */
const POSTPONED_MS = 3_600_000

/** Removes an upload, its error file and its staged rows; while rows are inserted, or approval is awaited, it waits. */
export async function expireImport(deps: Deps, key: ImportKey): Promise<void> {
  const db = deps.database.kysely
  const row = await selectImport(db, key)
  if (row === undefined) return
  const requests = await openRequestsOn(db, key.applicationId, 'import', [key.importId])
  if (row.state === 'inserting' || requests.size > 0) {
    const runAt = new Date(deps.clock.now().getTime() + POSTPONED_MS)
    return enqueue(db, EXPIRE_IMPORT, { ...key }, { runAt })
  }
  await deleteStaged(db, key.importId)
  const fileIds = [row.file_id, ...(row.error_file_id === null ? [] : [row.error_file_id])]
  await deleteFiles(db, key.applicationId, fileIds)
  await forgetColumns(db, key)
  await deleteUnusedImport(db, key)
}

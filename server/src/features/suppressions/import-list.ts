/** Adds the addresses of an uploaded file to the list: all of them, or none if rows are wrong. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { english } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import {
  SUPPRESSION_EXTENSIONS,
  SUPPRESSION_FILE_MAX_BYTES,
  type SuppressionImport,
  type SuppressionReason,
  type SuppressionRejection,
} from '@notifly/contracts/suppressions/suppressions'
import type { FastifyRequest } from 'fastify'
import { limitedWrite } from '../../db/fair-places.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { type Upload, type UploadRules, withUpload } from '../imports/imports.ts'
import { insertSuppressions } from '../../people/suppressions/suppressions.ts'
import { type AddressList, printRejected, readAddressList } from './read-list.ts'
import { OBJECT, WRONG_ADDRESS } from './suppressions.ts'

export interface ImportQuery {
  channel: Channel
  reason: SuppressionReason
  note?: string | undefined
  skip_invalid?: '0' | '1' | undefined
}

/** Throws at `file` if it cannot be read, and with the rejected rows in `data` if some are wrong. */
export async function importSuppressions(
  deps: Deps,
  caller: ApplicationCaller,
  request: FastifyRequest,
  query: ImportQuery,
): Promise<SuppressionImport> {
  return withUpload(request, RULES, upload => importList(deps, caller, upload, query))
}

const RULES: UploadRules = { field: 'file', extensions: SUPPRESSION_EXTENSIONS, maxBytes: SUPPRESSION_FILE_MAX_BYTES }

async function importList(
  deps: Deps,
  caller: ApplicationCaller,
  file: Upload,
  query: ImportQuery,
): Promise<SuppressionImport> {
  const { channel, reason } = query
  const list = await readAddressList(caller.applicationId, file.path, channel)
  if (list.rejected.length > 0 && (query.skip_invalid !== '1' || list.addresses.length === 0)) {
    throw rejection(list, channel)
  }
  const note = query.note === undefined || query.note === '' ? null : query.note
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    const { applicationId, accountId: addedBy } = caller
    const added = await insertSuppressions(tx, {
      applicationId,
      channel,
      addresses: list.addresses,
      reason,
      note,
      addedBy,
      now,
    })
    const counts = {
      rows_total: list.rowsTotal,
      added,
      known: list.addresses.length - added,
      duplicates: list.duplicates,
      rejected: list.rejected.length,
    }
    const object = { type: OBJECT, id: null, name: file.name }
    const after = { channel, reason, ...(note !== null && { note: withoutAddresses(note) }), ...counts }
    await recordAudit(tx, { ...byCaller(caller), action: 'suppression.import', object, after }, now)
    return { ...counts, column: list.column }
  })
}

function rejection(list: AddressList, channel: Channel): AppError {
  const n = list.rejected.length
  const [first] = list.rejected
  const reason = sentence('consent.wrongRows', { wrong: n, total: list.rowsTotal, line: first?.line ?? 1 })
  const words = sentence('invalidRows', { reason })
  const printed = printRejected(list, english(WRONG_ADDRESS[channel]))
  const data: SuppressionRejection = {
    rows_total: list.rowsTotal,
    rejected: n,
    file: Buffer.from(`\uFEFF${printed}`).toString('base64'),
  }
  return new AppError('invalidInput', { ...words, data, errors: [{ field: 'file', ...words }] })
}

/** Puts the addresses of an uploaded file on the list: all of them, or none with the rows that are wrong. */
import type { Channel } from '@notifly/contracts/applications'
import {
  SUPPRESSION_EXTENSIONS,
  SUPPRESSION_FILE_MAX_BYTES,
  type SuppressionImport,
  type SuppressionReason,
  type SuppressionRejection,
} from '@notifly/contracts/suppressions'
import type { FastifyRequest } from 'fastify'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { insertSuppressions } from './queries.ts'
import { type AddressList, printRejected, readAddressList } from './read-list.ts'
import { OBJECT, WRONG_ADDRESS } from './suppressions.ts'

export interface ImportQuery {
  channel: Channel
  reason: SuppressionReason
  note?: string | undefined
  skip_invalid?: '0' | '1' | undefined
}

/** Throws at `file` for what cannot be read, and with the rejected rows in `data` where some are wrong. */
export async function importSuppressions(
  deps: Deps,
  caller: ApplicationCaller,
  request: FastifyRequest,
  query: ImportQuery,
): Promise<SuppressionImport> {
  const { channel, reason } = query
  const file = await receive(request)
  const list = readAddressList(file.bytes, channel)
  if (list.rejected.length > 0 && (query.skip_invalid !== '1' || list.addresses.length === 0)) {
    throw rejection(list, channel)
  }
  const note = query.note === undefined || query.note === '' ? null : query.note
  const now = deps.clock.now()
  return deps.database.kysely.transaction().execute(async tx => {
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
    const after = { channel, reason, ...(note !== null && { note }), ...counts }
    await recordAudit(tx, { ...byCaller(caller), action: 'suppression.import', object, after }, now)
    return { ...counts, column: list.column }
  })
}

function rejection(list: AddressList, channel: Channel): AppError {
  const n = list.rejected.length
  const [first] = list.rejected
  const message = `${n} of ${list.rowsTotal} rows hold no valid address, the first on line ${first?.line ?? 1}. Nothing was added.`
  const printed = printRejected(list, WRONG_ADDRESS[channel])
  const data: SuppressionRejection = {
    rows_total: list.rowsTotal,
    rejected: n,
    file: Buffer.from(`\uFEFF${printed}`).toString('base64'),
  }
  return new AppError('invalidInput', { message, data, errors: [{ field: 'file', key: 'invalidRows', message }] })
}

const FORM = { limits: { fileSize: SUPPRESSION_FILE_MAX_BYTES }, throwFileSizeLimit: false }
const NAME_LENGTH_MAX = 255

/** The form's `file`, whole: what is above the limit is read and thrown away, so that the answer arrives. */
async function receive(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new AppError('wrongType', { message: 'Send the file as multipart/form-data.' })
  let file: { name: string; bytes: Buffer } | undefined
  let refusal: AppError | undefined
  try {
    for await (const part of request.parts(FORM)) {
      if (part.type !== 'file') continue
      const pieces: Buffer[] = []
      for await (const piece of part.file) pieces.push(piece as Buffer)
      refusal ??= refusalOf(part.fieldname, part.filename ?? '', part.file.truncated)
      file = { name: plainName(part.filename ?? ''), bytes: Buffer.concat(pieces) }
    }
  } catch (error) {
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined) throw error
    throw new AppError('invalidInput', { message: 'The upload broke off. Try again.', cause: error })
  }
  if (refusal !== undefined) throw refusal
  if (file === undefined) throw invalidField('file', 'Choose a file.')
  return file
}

function refusalOf(field: string, name: string, isTruncated: boolean): AppError | undefined {
  if (field !== 'file') return invalidField('file', 'Send the file in the field called file.')
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!SUPPRESSION_EXTENSIONS.some(each => each === extension)) {
    const message = `Choose a file of one of these kinds: ${SUPPRESSION_EXTENSIONS.join(', ')}.`
    return new AppError('wrongType', { message, errors: [{ field: 'file', message }] })
  }
  if (!isTruncated) return undefined
  const message = `The file is larger than ${SUPPRESSION_FILE_MAX_BYTES / 1_048_576} MB. Split it and upload the parts.`
  return new AppError('tooLarge', { message, errors: [{ field: 'file', key: 'tooLarge', message }] })
}

/** Some browsers send folders along; control characters have no place in a record. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/\p{C}/gu, '').slice(-NAME_LENGTH_MAX)
}

/** Front door of the suppression list: addresses that nothing is sent to, of contacts or others. */
import { createHash } from 'node:crypto'
import type { Channel } from '@notifly/contracts/applications/applications'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import {
  SUPPRESSION_REASONS,
  type Suppression,
  type SuppressionReason,
} from '@notifly/contracts/suppressions/suppressions'
import { limitedWrite, listRead } from '../../db/fair-places.ts'
import { rowRangeOf } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { Page } from '../../http/route.ts'
import { addressKey, maskedAddress, phoneFault, withoutAddresses } from '../../lib/addresses.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { openRequestsOn } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import * as queries from '../../people/suppressions/suppressions.ts'

export interface ListQuery {
  search?: string | undefined
  channel?: Channel | undefined
  /** Several separated by commas. */
  reason?: string | undefined
}

/** Throws at `reason` for an unknown one. */
export function filterOf(applicationId: string, { reason, ...query }: ListQuery): queries.SuppressionFilter {
  if (reason === undefined || reason.trim() === '') return { ...query, applicationId }
  const reasons = reason.split(',').map(part => part.trim())
  const unknown = reasons.find(each => !SUPPRESSION_REASONS.some(known => known === each))
  if (unknown !== undefined)
    throw invalidField('reason', sentence('consent.noReason', { reason: unknown.slice(0, 40) }))
  return { ...query, applicationId, reasons }
}

export async function listSuppressions(
  db: Db,
  applicationId: string,
  { page, per_page, ...query }: ListQuery & { page: number; per_page: number },
): Promise<Page<Suppression>> {
  const filter = filterOf(applicationId, query)
  const { rows, total } = await listRead(db, applicationId, async tx => ({
    rows: await queries.selectSuppressions(tx, filter, rowRangeOf({ page, per_page })),
    total: await queries.countSuppressions(tx, filter),
  }))
  const requests = await openRequestsOn(db, applicationId, OBJECT, rows.map(entryId))
  return { rows: rows.map(row => presentSuppression(row, requests)), total }
}

/** What requests and the audit trail call an entry. */
export const OBJECT = 'suppression'

/** The id of an entry is derived from its key, so that requests can refer to it: a UUID of version 8 (RFC 9562). */
export function entryId({ channel, address_key: address }: { channel: string; address_key: string }): string {
  const hex = createHash('sha256').update(`suppression ${channel} ${address}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function presentSuppression(
  row: queries.SuppressionRow,
  requests: ReadonlyMap<string, string> = new Map(),
): Suppression {
  const uuid = entryId(row)
  const approvalId = requests.get(uuid)
  return {
    uuid,
    channel: row.channel as Channel,
    address: row.address_key,
    reason: row.reason as SuppressionReason,
    note: row.detail,
    added_on: epochSeconds(row.created_at),
    added_by: row.added_by === null ? null : { uuid: row.added_by, name: row.added_by_name },
    contact_uuid: row.contact_id,
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

interface NewEntry {
  channel: Channel
  address: string
  reason: SuppressionReason
  note?: string | undefined
}

/** Throws at `address` if it is invalid for the channel, conflict if it is on the list. */
export function addSuppression(deps: Deps, caller: ApplicationCaller, entry: NewEntry): Promise<Suppression> {
  const { applicationId } = caller
  const { channel, reason } = entry
  const address = addressKey(channel, entry.address)
  if (address === null) {
    const isPhone = channel === 'sms' || channel === 'whatsapp'
    throw invalidField('address', isPhone ? phoneFault(entry.address) : WRONG_ADDRESS[channel])
  }
  const note = entry.note === undefined || entry.note === '' ? null : entry.note
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    const added = { applicationId, channel, addresses: [address], reason, note, addedBy: caller.accountId, now }
    if ((await queries.insertSuppressions(tx, added)) === 0) {
      throw new AppError('conflict', sentence('consent.onList'))
    }
    const object = { type: OBJECT, id: entryId({ channel, address_key: address }), name: maskedAddress(address) }
    const after = { channel, reason, ...(note !== null && { note: withoutAddresses(note) }) }
    await recordAudit(tx, { ...byCaller(caller), action: 'suppression.create', object, after }, now)
    const row = orNotFound(await queries.selectSuppression(tx, { applicationId, channel, address }))
    return presentSuppression(row)
  })
}

/** The message for a text that is not an address of its channel. */
export const WRONG_ADDRESS: Record<Channel, Sentence> = {
  email: sentence('fields.email'),
  sms: sentence('fields.mobile'),
  whatsapp: sentence('fields.mobile'),
  webpush: sentence('fields.format'),
  mobilepush: sentence('fields.format'),
}

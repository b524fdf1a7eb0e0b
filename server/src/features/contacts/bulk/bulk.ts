/**
 * Bulk actions change many contacts part by part. Each part is one transaction that also takes its contacts off the list, so a process that
 * dies loses nothing and repeats nothing. Actions on few contacts run at once.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { BulkAction } from '@notifly/contracts/contacts/bulk'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue, type JobHandlers, longQueue } from '../../../jobs/jobs.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { unsubscribeMany } from '../../../people/consent/by-hand.ts'
import { lockContacts } from '../../../people/contacts/contact-total.ts'
import { deleteContacts } from '../../../people/contacts/contacts.ts'
import { addContacts, removeContacts } from '../../../people/segments/members.ts'
import type { CommandContext } from '../../approvals/approvals.ts'
import type { ContactFilter } from '../queries.ts'
import * as queries from './bulk-queries.ts'

type Action = BulkAction['action']

/** Name of the job; its payload is a BulkKey. */
const RUN_BULK = 'contacts.bulk'

/** Up to this many contacts are changed before the call responds. */
const AT_ONCE = 1000
/** Takes some tenths of a second, for which other writers of contacts wait. */
const PART_CONTACTS = 2000
/** Time after which jobs of other applications get their turn. */
const JOB_MS = 15_000
/** Concurrent actions per application. */
const RUNNING_MAX = 5
const SHOWN_MAX = 20
const SHOWN_MS = 24 * 3_600_000
const KEPT_MS = 7 * SHOWN_MS

export interface NewBulk {
  action: Action
  filter: ContactFilter
  /** How many were found before; decides whether it is done at once. */
  expected: number
  /** Contacts that were added later stay as they are. */
  until: Date
  segmentId?: string
  channels?: readonly Channel[]
  reason?: string
}

/**
 * Starts an action in the caller's transaction, which also processes few contacts. Throws conflict if too many run, and at `filter` if no
 * contact matches.
 */
export async function beginBulk({ db, actor, now }: CommandContext, bulk: NewBulk): Promise<BulkAction> {
  const { applicationId, accountId } = actor
  const { action, segmentId = null, channels = [], reason = null } = bulk
  if ((await queries.countRunning(db, applicationId)) >= RUNNING_MAX) {
    throw new AppError('conflict', sentence('contacts.bulkBusy', { most: RUNNING_MAX }))
  }
  await queries.deleteEnded(db, applicationId, new Date(now.getTime() - KEPT_MS))
  const key = { applicationId, bulkId: uuidv7(now) }
  const row = { ...key, action, segmentId, channels, reason, accountId, now }
  const total = await queries.insertBulk(db, row, bulk.filter, bulk.until)
  // Deleting a contact that is gone already counts as done.
  if (total === 0 && action !== 'delete') {
    throw invalidField(bulk.filter.ids === undefined ? 'filter' : 'contact_uuids', sentence('contacts.noneMatches'))
  }
  if (isDoneAtOnce(bulk) && total <= AT_ONCE) while (await takePart(db, key, now));
  else await enqueueBulk(db, key)
  return presentBulk(await demandBulk(db, key))
}

/** Whether its transaction will write contacts itself, and has to lock them first. */
export function isDoneAtOnce({ expected }: Pick<NewBulk, 'expected'>): boolean {
  return expected <= AT_ONCE
}

function enqueueBulk(db: Db, key: queries.BulkKey): Promise<void> {
  const options = { key: `${RUN_BULK} ${key.bulkId}`, queue: longQueue(key.applicationId) }
  return enqueue(db, RUN_BULK, { ...key }, options)
}

export function bulkJobs(deps: Deps): JobHandlers {
  return { [RUN_BULK]: { long: payload => runBulk(deps, payload as queries.BulkKey) } }
}

/** The job. Continues where an earlier run stopped, and does nothing once the action has ended. */
export async function runBulk(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  key: queries.BulkKey,
): Promise<void> {
  const db = database.kysely
  const endsAtMs = performance.now() + JOB_MS
  const take = () => db.transaction().execute(tx => takePart(tx, key, clock.now()))
  while (await take()) if (performance.now() > endsAtMs) return enqueueBulk(db, key)
}

/** Returns false if nothing is left to do. */
async function takePart(tx: Db, key: queries.BulkKey, now: Date): Promise<boolean> {
  await lockContacts(tx, key.applicationId)
  const bulk = await queries.lockRunning(tx, key)
  if (bulk === undefined) return false
  const ids = await queries.takeContacts(tx, key, PART_CONTACTS)
  if (ids.length > 0) await queries.addProgress(tx, key, ids.length, await act(tx, bulk, ids, now))
  if (ids.length === PART_CONTACTS) return true
  await queries.endBulk(tx, key, 'done', now)
  return false
}

/** Returns how many contacts it changed. */
async function act(tx: Db, bulk: queries.RunningBulk, ids: string[], now: Date): Promise<number> {
  const { application_id: applicationId, segment_id: segmentId } = bulk
  const segment = { applicationId, segmentId: segmentId ?? '' }
  switch (bulk.action as Action) {
    case 'add':
      return addContacts(tx, segment, ids)
    case 'remove':
      return removeContacts(tx, segment, ids)
    case 'delete':
      return deleteContacts(tx, applicationId, ids, now)
    case 'unsubscribe': {
      const changed = new Set<string>()
      const departure = { applicationId, accountId: bulk.created_by, reason: bulk.reason ?? '', now }
      for (const channel of bulk.channels) {
        for (const id of await unsubscribeMany(tx, ids, { ...departure, channel })) changed.add(id)
      }
      return changed.size
    }
  }
}

/** Running actions, and those of the last day. */
export async function listBulks(db: Db, applicationId: string, now: Date): Promise<BulkAction[]> {
  const rows = await queries.selectBulks(db, applicationId, new Date(now.getTime() - SHOWN_MS), SHOWN_MAX)
  return rows.map(presentBulk)
}

/** Throws notFound. */
export async function readBulk(db: Db, key: queries.BulkKey): Promise<BulkAction> {
  return presentBulk(await demandBulk(db, key))
}

/** Stops an action in the caller's transaction; one that has ended stays as it is. */
export async function stopBulk(tx: Db, key: queries.BulkKey, now: Date): Promise<BulkAction> {
  if ((await queries.lockRunning(tx, key)) !== undefined) await queries.endBulk(tx, key, 'stopped', now)
  return readBulk(tx, key)
}

async function demandBulk(db: Db, key: queries.BulkKey): Promise<queries.BulkRow> {
  return orNotFound(await queries.selectBulk(db, key))
}

function presentBulk(row: queries.BulkRow): BulkAction {
  return {
    uuid: row.bulk_id,
    action: row.action as Action,
    state: row.state as BulkAction['state'],
    total: row.total,
    done: row.done,
    changed: row.changed,
    segment: row.segment_id === null ? null : { uuid: row.segment_id, name: row.segment_name ?? '' },
    channels: row.channels as Channel[],
    created_on: epochSeconds(row.created_at),
    ended_on: row.ended_at === null ? null : epochSeconds(row.ended_at),
  }
}

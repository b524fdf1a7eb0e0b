/** Front door of segments: named sets of contacts that campaigns choose or leave out. */
import type { Channel } from '@notifly/contracts/applications'
import type { SegmentUse } from '@notifly/contracts/segments'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import * as queries from './queries.ts'

type Db = Kysely<Tables>

interface NewSegment {
  applicationId: string
  accountId: string
  name: string
  now: Date
}

/** Creates a static segment without contacts in the caller's transaction. Throws at `segment_name` when the name is taken. */
export async function createEmptySegment(db: Db, segment: NewSegment): Promise<string> {
  const segmentId = uuidv7()
  if (!(await queries.insertSegment(db, { ...segment, segmentId }))) throw nameTaken()
  return segmentId
}

/** The same with contacts. Throws at `contact_uuids` when the application does not have all of them. */
export async function createSegment(db: Db, segment: NewSegment, contactIds: string[]): Promise<string> {
  const segmentId = await createEmptySegment(db, segment)
  await fill(db, { applicationId: segment.applicationId, segmentId }, contactIds)
  return segmentId
}

interface SegmentChange {
  name?: string | undefined
  contactIds?: string[] | undefined
}

/** Renames a segment, or replaces its contacts, in the caller's transaction. Throws notFound, or at the field to blame. */
export async function changeSegment(db: Db, key: queries.SegmentKey, change: SegmentChange, now: Date): Promise<void> {
  const segment = await queries.lockSegment(db, key)
  if (segment === undefined) throw new AppError('notFound')
  if (change.name !== undefined && !(await queries.renameSegment(db, key, change.name, now))) throw nameTaken()
  if (change.contactIds === undefined) return
  if (segment.kind !== 'static')
    throw invalidField('contact_uuids', 'The contacts of this segment follow from its rules.')
  if (await queries.isBeingFilled(db, key)) throw beingFilled()
  await queries.deleteMembers(db, key)
  await fill(db, key, change.contactIds)
  await queries.touchSegment(db, key, now)
}

/**
 * Deletes a segment, never its contacts, in the caller's transaction. Throws conflict, with the campaigns that still need it
 * in `data`.
 */
export async function removeSegment(db: Db, key: queries.SegmentKey): Promise<void> {
  if ((await queries.lockSegment(db, key)) === undefined) throw new AppError('notFound')
  if (await queries.isBeingFilled(db, key)) throw beingFilled()
  const campaigns = await queries.selectWaitingCampaigns(db, key)
  if (campaigns.length > 0) throw inUse(campaigns)
  await queries.deleteMembers(db, key)
  await queries.deleteSegmentRow(db, key)
}

/** Makes the kept count true again, after an import has written members past this feature. */
export async function recountSegment(db: Db, applicationId: string, segmentId: string): Promise<void> {
  await queries.recountMembers(db, { applicationId, segmentId })
}

async function fill(db: Db, key: queries.SegmentKey, contactIds: string[]): Promise<void> {
  const wanted = [...new Set(contactIds.map(id => id.toLowerCase()))]
  const known = await queries.selectKnownContacts(db, key.applicationId, wanted)
  if (known.length < wanted.length) throw invalidField('contact_uuids', 'Some of these contacts do not exist.')
  await queries.insertMembers(db, key, known)
  await queries.recountMembers(db, key)
}

function nameTaken(): AppError {
  return invalidField('segment_name', 'A segment with this name exists already.')
}

function beingFilled(): AppError {
  return new AppError('conflict', { message: 'An import is still adding contacts to this segment.' })
}

function inUse(rows: { campaign_id: string; name: string; channel: string }[]): AppError {
  const campaigns = rows.map(row => ({ uuid: row.campaign_id, name: row.name, platform: row.channel as Channel }))
  const data: SegmentUse = { campaigns, drafts: [], segments: [] }
  const names = campaigns.map(campaign => campaign.name).join(', ')
  return new AppError('conflict', { message: `Scheduled campaigns use this segment: ${names}.`, data })
}

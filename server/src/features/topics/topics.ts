/** Front door of topics: what campaigns are about, and what recipients can unsubscribe from individually. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { type Topic, TOPICS_MAX, type TopicUse } from '@notifly/contracts/topics/topics'
import { allowLongWrite, limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type AuditEntry, byCaller, recordAudit } from '../audit/audit.ts'
import * as queries from './queries.ts'

export { hasTopic } from './queries.ts'

interface TopicText {
  name: string
  description: string
}

export async function listTopics(db: Db, applicationId: string): Promise<Topic[]> {
  return (await queries.selectTopics(db, applicationId)).map(presentTopic)
}

/** Throws at `name` if it is taken, conflict beyond the number that a page can show. */
export function createTopic(deps: Deps, caller: ApplicationCaller, text: TopicText): Promise<Topic> {
  const { applicationId } = caller
  const key = { applicationId, topicId: uuidv7() }
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    if ((await queries.lockTopics(tx, applicationId)) >= TOPICS_MAX) {
      throw new AppError('conflict', sentence('consent.topicsFull', { count: TOPICS_MAX }))
    }
    if (!(await queries.insertTopic(tx, key, text, now))) throw nameTaken()
    await record(tx, caller, { action: 'topic.create', id: key.topicId, name: text.name, after: { ...text } }, now)
    return readTopic(tx, key)
  })
}

/** Throws notFound, and at `name` if it is taken. */
export function updateTopic(deps: Deps, caller: ApplicationCaller, topicId: string, text: TopicText): Promise<Topic> {
  const { applicationId } = caller
  const key = { applicationId, topicId: topicId.toLowerCase() }
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    await queries.lockTopics(tx, applicationId)
    const before = orNotFound(await queries.lockTopic(tx, key))
    if (!(await queries.updateTopicRow(tx, key, text, now))) throw nameTaken()
    await record(
      tx,
      caller,
      { action: 'topic.update', id: key.topicId, name: text.name, before, after: { ...text } },
      now,
    )
    return readTopic(tx, key)
  })
}

/** Throws notFound, and conflict with the unsent campaigns about it in `data`. */
export async function deleteTopic(deps: Deps, caller: ApplicationCaller, topicId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, topicId: topicId.toLowerCase() }
  const now = deps.clock.now()
  await limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    const before = orNotFound(await queries.lockTopic(tx, key))
    const campaigns = await queries.selectOpenCampaigns(tx, key)
    if (campaigns.length > 0) throw inUse(campaigns)
    // What contacts chose of it goes too.
    await allowLongWrite(tx)
    await queries.deleteTopicRow(tx, key)
    await record(tx, caller, { action: 'topic.delete', id: key.topicId, name: before.name, before, after: null }, now)
  })
}

async function readTopic(db: Db, { applicationId, topicId }: queries.TopicKey): Promise<Topic> {
  const [row] = await queries.selectTopics(db, applicationId, topicId)
  if (row === undefined) throw new AppError('notFound')
  return presentTopic(row)
}

function presentTopic({ topic_id, created_at, updated_at, ...row }: queries.TopicRow): Topic {
  return { uuid: topic_id, ...row, created_on: epochSeconds(created_at), updated_on: epochSeconds(updated_at) }
}

interface Written extends Pick<AuditEntry, 'action' | 'before' | 'after'> {
  id: string
  name: string
}

function record(tx: Db, caller: ApplicationCaller, { id, name, ...written }: Written, now: Date): Promise<void> {
  return recordAudit(tx, { ...byCaller(caller), ...written, object: { type: 'topic', id, name } }, now)
}

function nameTaken(): AppError {
  return invalidField('name', sentence('consent.topicTaken'))
}

function inUse(rows: { campaign_id: string; name: string; channel: string }[]): AppError {
  const campaigns = rows.map(row => ({ uuid: row.campaign_id, name: row.name, platform: row.channel as Channel }))
  const data: TopicUse = { campaigns }
  const names = campaigns.map(campaign => campaign.name).join(', ')
  return new AppError('conflict', { ...sentence('consent.topicInUse', { names }), data })
}

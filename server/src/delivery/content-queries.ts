/** SQL that reads what every recipient of a run gets. */
import type { Kysely } from 'kysely'
import type { Attachment } from '../channels/email/compose/compile-mail.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { FrozenContent } from './run-content.ts'

type Db = Kysely<Tables>

interface RunContentRow {
  content: FrozenContent
  /** Who left this topic is left out. */
  topicId: string | null
}

export async function selectRunContent(db: Db, applicationId: string, runId: string): Promise<RunContentRow> {
  const { content, topic_id: topicId } = await db
    .selectFrom('run')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .select(['content', 'topic_id'])
    .executeTakeFirstOrThrow()
  return { content: content as FrozenContent, topicId }
}

export function selectAttachments(db: Db, applicationId: string, runId: string): Promise<Attachment[]> {
  return db
    .selectFrom('run_attachment')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .select(['filename', 'media_type as contentType', 'content'])
    .orderBy('position')
    .execute()
}

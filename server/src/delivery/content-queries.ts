/** SQL that reads what every recipient of a run gets. */
import type { Kysely } from 'kysely'
import type { Attachment } from '../channels/email/compose/compile-mail.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { FrozenContent } from './run-content.ts'

type Db = Kysely<Tables>

export async function selectRunContent(db: Db, applicationId: string, runId: string): Promise<FrozenContent> {
  const { content } = await db
    .selectFrom('run')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .select('content')
    .executeTakeFirstOrThrow()
  return content as FrozenContent
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

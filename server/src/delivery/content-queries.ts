/** SQL that reads what every recipient of a run gets. */
import { sql, type Kysely } from 'kysely'
import type { Attachment } from '../channels/email/compose/compile-mail.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { FrozenContent } from './run-content.ts'

type Db = Kysely<Tables>

export async function selectRunContent(
  db: Db,
  applicationId: string,
  runId: string,
): Promise<{ content: FrozenContent; linkCount: number }> {
  const { content, linkCount } = await db
    .selectFrom('run')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .select(eb => [
      'content',
      eb
        .selectFrom('run_link')
        .whereRef('run_link.application_id', '=', 'run.application_id')
        .whereRef('run_link.run_id', '=', 'run.run_id')
        .select(sql<number>`count(*)::int`.as('n'))
        .as('linkCount'),
    ])
    .executeTakeFirstOrThrow()
  return { content: content as FrozenContent, linkCount: linkCount ?? 0 }
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

/** SQL that reads what every recipient of a run gets. */
import { sql, type RawBuilder } from 'kysely'
import type { RunSurroundings } from '../../channels/channel.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { RunClock } from '../snapshot/recipient-clock.ts'

interface RunContentRow {
  /** As the run's channel froze it. */
  content: object
  /** Who left this topic is left out. */
  topicId: string | null
  clock: RunClock | null
  expiresAt: Date | null
  /** What names it in short links, where it has some. */
  shortNo: number | null
  /** Null until the first of its messages is written. */
  reportsDelivery: boolean | null
}

/** With the parts in which a variant (0: none) differs. */
export async function selectRunContent(
  db: Db,
  { applicationId, runId, variant }: { applicationId: string; runId: string; variant: number },
): Promise<RunContentRow> {
  const row = await db
    .selectFrom('run')
    .leftJoin('run_variant as v', join =>
      join
        .onRef('v.application_id', '=', 'run.application_id')
        .onRef('v.run_id', '=', 'run.run_id')
        .on('v.no', '=', variant),
    )
    .where(eb => eb.and({ 'run.application_id': applicationId, 'run.run_id': runId }))
    .select([
      'run.content',
      'run.topic_id as topicId',
      'run.clock',
      'run.expires_at as expiresAt',
      'run.short_no as shortNo',
      'run.reports_delivery as reportsDelivery',
      'v.content as own',
    ])
    .executeTakeFirstOrThrow()
  const own = row.own as object | null
  const { topicId, expiresAt, shortNo, reportsDelivery } = row
  const clock = row.clock as RunClock | null
  return { content: { ...(row.content as object), ...own }, topicId, clock, expiresAt, shortNo, reportsDelivery }
}

/** What the provider that begins a run reports stays with it, whichever the channel has later. */
export async function keepReporting(
  db: Db,
  { applicationId, runId }: { applicationId: string; runId: string },
  reportsDelivery: boolean,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ reports_delivery: reportsDelivery })
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .where('reports_delivery', 'is', null)
    .execute()
}

/** What people know a message by: a mail's subject, a notification's title, the text itself, or a template's name. */
export function titleIn(table: 'r' | 'v'): RawBuilder<string | null> {
  const content = sql.ref(`${table}.content`)
  const fields = ['subject', 'title', 'smsBody', 'name'].map(field => sql`${content} ->> ${field}`)
  return sql`coalesce(${sql.join(fields)})`
}

export function selectAttachments(
  db: Db,
  applicationId: string,
  runId: string,
): Promise<[...RunSurroundings['attachments']]> {
  return db
    .selectFrom('run_attachment')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .select(['filename', 'media_type as contentType', 'content'])
    .orderBy('position')
    .execute()
}

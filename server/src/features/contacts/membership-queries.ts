/** SQL of segments, as the list of contacts asks for it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

export async function selectSegmentName(
  db: Kysely<Tables>,
  applicationId: string,
  segmentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('segment')
    .where('application_id', '=', applicationId)
    .where('segment_id', '=', segmentId)
    .select('name')
    .executeTakeFirst()
  return row?.name
}

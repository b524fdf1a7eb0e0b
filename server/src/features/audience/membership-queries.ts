/** SQL of membership of segments, as the list of contacts asks for it. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

/** Says whether contact `c` is in the segment. */
export function isMember(segmentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from segment_member m where m.application_id = c.application_id
    and m.segment_id = ${segmentId} and m.contact_id = c.contact_id)`
}

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

import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'

export function selectPrompts(db: Db, applicationId: string) {
  return db
    .selectFrom('prompt_preferences')
    .where('application_id', '=', applicationId)
    .select(['preferences', 'updated_at'])
    .executeTakeFirst()
}

export async function upsertPrompts(
  db: Db,
  applicationId: string,
  preferences: object,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const values = { preferences: JSON.stringify(preferences), updated_by: by, updated_at: now }
  await db
    .insertInto('prompt_preferences')
    .values({ application_id: applicationId, ...values })
    .onConflict(conflict => conflict.column('application_id').doUpdateSet(values))
    .execute()
}

/** Browsers that are subscribed now. */
export async function countSubscribers(db: Db, applicationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('channel', '=', 'webpush')
    .where('retired_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

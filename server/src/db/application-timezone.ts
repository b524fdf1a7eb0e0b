import type { Db } from './schema/tables.ts'

/** The application's own clock (IANA), on which days of ranges are meant. UTC for what happens outside of an application. */
export async function selectTimezone(db: Db, applicationId: string | null): Promise<string> {
  if (applicationId === null) return 'UTC'
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('timezone')
    .executeTakeFirst()
  return row?.timezone ?? 'UTC'
}

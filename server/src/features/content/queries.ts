/** SQL of who has read the changelog. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** The id of the newest entry that a person has seen; if none, the day on which their account was created. */
export async function selectReadTo(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .leftJoin('changelog_reader', 'changelog_reader.account_id', 'account.account_id')
    .where('account.account_id', '=', accountId)
    .select(
      sql<string>`coalesce(changelog_reader.read_to, to_char(account.created_at at time zone 'UTC', 'YYYY-MM-DD'))`.as(
        'read_to',
      ),
    )
    .executeTakeFirst()
  return row?.read_to
}

/** Never moves back: another language may have fewer entries. */
export async function upsertReadTo(db: Db, accountId: string, readTo: string): Promise<void> {
  await db
    .insertInto('changelog_reader')
    .values({ account_id: accountId, read_to: readTo })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet({ read_to: sql`greatest(changelog_reader.read_to, excluded.read_to)` }),
    )
    .execute()
}

export async function deleteReader(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('changelog_reader').where('account_id', '=', accountId).execute()
}

import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Keeps the later time: messages may arrive out of order. */
export async function storeSession(db: Db, applicationId: string, phone: string, at: Date): Promise<void> {
  await sql`
    insert into whatsapp_session as s (application_id, phone, last_inbound_at) values (${applicationId}, ${phone}, ${at})
    on conflict (application_id, phone) do update
      set last_inbound_at = greatest(s.last_inbound_at, excluded.last_inbound_at)`.execute(db)
}

export async function countSessions(db: Db, applicationId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('whatsapp_session')
    .where('application_id', '=', applicationId)
    .where('last_inbound_at', '>', since)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteSessionsBefore(db: Db, applicationId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('whatsapp_session')
    .where('application_id', '=', applicationId)
    .where('last_inbound_at', '<', before)
    .execute()
}

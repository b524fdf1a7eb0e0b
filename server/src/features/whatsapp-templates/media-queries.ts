import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Stores that a file has been uploaded. */
export async function insertMedia(db: Db, applicationId: string, mediaId: string, at: Date): Promise<void> {
  await db
    .insertInto('whatsapp_media')
    .values({ application_id: applicationId, media_id: mediaId, uploaded_at: at })
    .onConflict(conflict => conflict.columns(['application_id', 'media_id']).doUpdateSet({ uploaded_at: at }))
    .execute()
}

/** Undefined for a file that was not uploaded here. */
export function selectMedia(db: Db, applicationId: string, mediaId: string) {
  return db
    .selectFrom('whatsapp_media')
    .where(eb => eb.and({ application_id: applicationId, media_id: mediaId }))
    .select('uploaded_at')
    .executeTakeFirst()
}

/**
 * Deletes records of files that WhatsApp no longer has. A record that a campaign or a request names stays: such a campaign is refused
 * because of it, whereas an unknown file may be a new one.
 */
export async function deleteGoneMedia(db: Db, uploadedBefore: Date): Promise<void> {
  await sql`
    with gone as materialized (
      select distinct application_id from whatsapp_media where uploaded_at < ${uploadedBefore}
    ), named as materialized (
      select application_id, jsonb_path_query(content, '$.**.media') #>> '{}' as media from campaign
      where application_id in (select application_id from gone) and channel = 'whatsapp'
      union
      select application_id, jsonb_path_query(payload, '$.**.media') #>> '{}' from approval
      where application_id in (select application_id from gone) and object_type = 'campaign'
    )
    delete from whatsapp_media m
    where uploaded_at < ${uploadedBefore}
      and not exists (select from named n where n.application_id = m.application_id and btrim(n.media) = m.media_id)`.execute(
    db,
  )
}

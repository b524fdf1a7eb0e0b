import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

/** Notes that a file has been uploaded. */
export async function insertMedia(db: Db, applicationId: string, mediaId: string, at: Date): Promise<void> {
  await db
    .insertInto('whatsapp_media')
    .values({ application_id: applicationId, media_id: mediaId, uploaded_at: at })
    .onConflict(conflict => conflict.columns(['application_id', 'media_id']).doUpdateSet({ uploaded_at: at }))
    .execute()
}

/** Undefined for a file that was not uploaded from here. */
export function selectMedia(db: Db, applicationId: string, mediaId: string) {
  return db
    .selectFrom('whatsapp_media')
    .where('application_id', '=', applicationId)
    .where('media_id', '=', mediaId)
    .select('uploaded_at')
    .executeTakeFirst()
}

import type { Db } from '../../db/schema/tables.ts'

interface NewAsset {
  applicationId: string
  fileId: string
  name: string
  mediaType: string
  content: Buffer
  createdAt: Date
}

export async function insertFile(db: Db, asset: NewAsset): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      application_id: asset.applicationId,
      file_id: asset.fileId,
      name: asset.name,
      media_type: asset.mediaType,
      content: asset.content,
      created_at: asset.createdAt,
      is_public: true,
    })
    .execute()
}

/** Returns no private file of a team. */
export function selectAsset(db: Db, applicationId: string, fileId: string) {
  return db
    .selectFrom('stored_file')
    .where(eb => eb.and({ application_id: applicationId, file_id: fileId, is_public: true }))
    .select(['name', 'media_type', 'content'])
    .executeTakeFirst()
}

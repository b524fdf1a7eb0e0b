import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'

const ICONSET_NAME = 'icon.iconset.zip'

/** All pictures of one choice. Not for everybody's eyes: the largest has an address of its own. */
export async function insertIconset(
  db: Db,
  { applicationId, fileId }: { applicationId: string; fileId: string },
  content: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      application_id: applicationId,
      file_id: fileId,
      name: ICONSET_NAME,
      media_type: 'application/zip',
      content,
      created_at: now,
    })
    .execute()
}

export async function selectIconset(db: Db, applicationId: string, fileId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('stored_file')
    .where('application_id', '=', applicationId)
    .where('file_id', '=', fileId)
    .where('name', '=', ICONSET_NAME)
    .select('content')
    .executeTakeFirst()
  return row?.content ?? null
}

/** Safaris that are subscribed now. */
export async function countSafaris(db: Db, applicationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('channel', '=', 'webpush')
    .where('platform', '=', 'safari')
    .where('retired_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

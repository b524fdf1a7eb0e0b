/** SQL of the library's folders. */
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface FolderKey {
  applicationId: string
  folderId: string
}

export interface FolderRow {
  folder_id: string
  name: string
  images: number
}

/** Sorted by name; with `folderId` only that one. */
export async function selectFolders(db: Db, applicationId: string, folderId?: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select f.folder_id, f.name, (select count(*)::int from image i where i.application_id = f.application_id
      and i.folder_id = f.folder_id and i.deleted_at is null) as images
    from image_folder f
    where f.application_id = ${applicationId} and (${folderId ?? null}::uuid is null or f.folder_id = ${folderId ?? null})
    order by lower(f.name), f.folder_id`.execute(db)
  return rows
}

/** Locked against deletion until the transaction ends. */
export async function holdFolder(db: Db, { applicationId, folderId }: FolderKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from image_folder where application_id = ${applicationId} and folder_id = ${folderId} for key share`.execute(
    db,
  )
  return rows.length > 0
}

/** Lets one writer of an application's folders run at a time, so that their number stays within the limit. Returns how many there are. */
export async function lockFolders(db: Db, applicationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`image folders ${applicationId}`}, 0))`.execute(db)
  return countRows(db.selectFrom('image_folder').where('application_id', '=', applicationId))
}

/** Returns false if another folder has the name. */
export async function insertFolder(db: Db, key: FolderKey, name: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('image_folder')
    .values({ application_id: key.applicationId, folder_id: key.folderId, name, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('folder_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if another folder has the name. */
export async function renameFolder(db: Db, { applicationId, folderId }: FolderKey, name: string): Promise<boolean> {
  const { rows } = await sql`
    update image_folder set name = ${name}
    where application_id = ${applicationId} and folder_id = ${folderId}
      and not exists (select 1 from image_folder o where o.application_id = ${applicationId}
        and lower(o.name) = lower(${name}) and o.folder_id <> ${folderId})
    returning 1`.execute(db)
  return rows.length > 0
}

export async function deleteFolderRow(db: Db, { applicationId, folderId }: FolderKey): Promise<void> {
  await db
    .deleteFrom('image_folder')
    .where(eb => eb.and({ application_id: applicationId, folder_id: folderId }))
    .execute()
}

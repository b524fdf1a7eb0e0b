/** SQL of the image library. Triggers of the tables with contents record what shows an image. */
import type { ImageUses } from '@notifly/contracts/images/images'
import { sql } from 'kysely'
import type { Paging } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface ImageKey {
  applicationId: string
  imageId: string
}

export interface ImageRow {
  image_id: string
  folder_id: string | null
  name: string
  alt: string
  width: number
  height: number
  size_bytes: number
  is_animated: boolean
  created_at: Date
  created_by: string | null
  file_name: string
  has_thumbnail: boolean
}

const COLUMNS = sql`
  i.image_id, i.folder_id, i.name, i.alt, i.width, i.height, i.size_bytes, i.is_animated, i.created_at,
  a.name as created_by, f.name as file_name,
  exists (select from image_thumbnail t where t.application_id = i.application_id and t.image_id = i.image_id) as has_thumbnail`

const JOINED = sql`
  image i join stored_file f on f.application_id = i.application_id and f.file_id = i.image_id
  left join account a on a.account_id = i.created_by`

export interface ImageFilter extends Paging {
  applicationId: string
  search?: string | undefined
  folderId?: string | undefined
}

/** One page of the library, newest first. */
export async function selectImages(db: Db, filter: ImageFilter): Promise<{ rows: ImageRow[]; total: number }> {
  const { applicationId, search = '', folderId = null, page, perPage } = filter
  const matching = sql`
    i.application_id = ${applicationId} and i.deleted_at is null
    and (${folderId}::uuid is null or i.folder_id = ${folderId})
    and (${search} = '' or position(lower(${search}) in lower(i.name || ' ' || i.alt)) > 0)`
  const { rows } = await sql<ImageRow>`
    select ${COLUMNS} from ${JOINED} where ${matching}
    order by i.created_at desc, i.image_id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from image i where ${matching}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export async function selectImage(db: Db, { applicationId, imageId }: ImageKey): Promise<ImageRow | undefined> {
  const { rows } = await sql<ImageRow>`
    select ${COLUMNS} from ${JOINED}
    where i.application_id = ${applicationId} and i.image_id = ${imageId} and i.deleted_at is null`.execute(db)
  return rows[0]
}

/** The editable fields, locked until the transaction ends. */
export function lockImage(db: Db, { applicationId, imageId }: ImageKey) {
  return db
    .selectFrom('image')
    .where(eb => eb.and({ application_id: applicationId, image_id: imageId }))
    .where('deleted_at', 'is', null)
    .select(['name', 'alt', 'folder_id'])
    .forUpdate()
    .executeTakeFirst()
}

/** Those of these images that are not in that folder, locked until the transaction ends. */
export function lockImagesOutside(
  db: Db,
  applicationId: string,
  { imageIds, folderId }: { imageIds: readonly string[]; folderId: string | null },
) {
  return db
    .selectFrom('image')
    .where('application_id', '=', applicationId)
    .where('image_id', 'in', imageIds)
    .where('deleted_at', 'is', null)
    .where('folder_id', 'is distinct from', folderId)
    .select(['image_id', 'name', 'alt', 'folder_id'])
    .orderBy('image_id')
    .forUpdate()
    .execute()
}

/** Whether the image is in the library, where it is locked until the transaction ends. */
export async function isInLibrary(db: Db, { applicationId, imageId }: ImageKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from image
    where application_id = ${applicationId} and image_id = ${imageId} and deleted_at is null for share`.execute(db)
  return rows.length > 0
}

/** Undefined for an image without one. */
export async function selectThumbnail(db: Db, { applicationId, imageId }: ImageKey) {
  const { rows } = await sql<{ name: string; media_type: string; content: Buffer }>`
    select '' as name, 'image/webp' as media_type, content from image_thumbnail
    where application_id = ${applicationId} and image_id = ${imageId}`.execute(db)
  return rows[0]
}

interface NewImage extends ImageKey {
  folderId: string | null
  name: string
  width: number
  height: number
  sizeBytes: number
  isAnimated: boolean
  thumbnail: Buffer | null
  createdBy: string | null
}

export async function insertImage(db: Db, image: NewImage, now: Date): Promise<void> {
  const key = { application_id: image.applicationId, image_id: image.imageId }
  await db
    .insertInto('image')
    .values({
      ...key,
      folder_id: image.folderId,
      name: image.name,
      width: image.width,
      height: image.height,
      size_bytes: image.sizeBytes,
      is_animated: image.isAnimated,
      created_by: image.createdBy,
      created_at: now,
    })
    .execute()
  if (image.thumbnail === null) return
  await db
    .insertInto('image_thumbnail')
    .values({ ...key, content: image.thumbnail })
    .execute()
}

interface ImageText {
  name: string
  alt: string
  folder_id: string | null
}

export async function updateImageRow(db: Db, { applicationId, imageId }: ImageKey, text: ImageText): Promise<void> {
  await db
    .updateTable('image')
    .set(text)
    .where(eb => eb.and({ application_id: applicationId, image_id: imageId }))
    .execute()
}

/** Removes it from the library; its file is deleted once nothing shows it. */
export async function markImageDeleted(db: Db, { applicationId, imageId }: ImageKey, now: Date): Promise<void> {
  await db
    .updateTable('image')
    .set({ deleted_at: now })
    .where(eb => eb.and({ application_id: applicationId, image_id: imageId }))
    .execute()
}

/** Deletes them at once, with `applicationId` only that application's. Returns how many files were deleted. */
export async function deleteUnusedFiles(db: Db, limit: number, applicationId?: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from stored_file f using (
      select i.application_id, i.image_id from image i
      where i.deleted_at is not null and (${applicationId ?? null}::uuid is null or i.application_id = ${applicationId ?? null})
        and not exists (select from image_use u where u.application_id = i.application_id and u.image_id = i.image_id)
      order by i.deleted_at limit ${limit} for update of i skip locked) as gone
    where f.application_id = gone.application_id and f.file_id = gone.image_id`.execute(db)
  return Number(numAffectedRows)
}

export interface UseRow {
  kind: ImageUses['uses'][number]['kind']
  uuid: string
  name: string
  type: string
  is_former: boolean
}

/** The newest of each kind, `limit` of each. */
export async function selectUses(db: Db, { applicationId, imageId }: ImageKey, limit: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with used as materialized (
      select kind, object_id, max(part) as part from image_use
      where application_id = ${applicationId} and image_id = ${imageId} and kind <> 'run' group by kind, object_id)
    (select u.kind, t.template_id as uuid, t.name, t.type, u.part < t.version as is_former
      from used u join template t on t.application_id = ${applicationId} and t.template_id = u.object_id
      where u.kind = 'template' order by is_former, t.updated_at desc limit ${limit})
    union all
    (select u.kind, b.block_id, b.name, '', false
      from used u join template_block b on b.application_id = ${applicationId} and b.block_id = u.object_id
      where u.kind = 'block' order by b.updated_at desc limit ${limit})
    union all
    (select u.kind, c.campaign_id, c.name, c.channel, false
      from used u join campaign c on c.application_id = ${applicationId} and c.campaign_id = u.object_id
      where u.kind = 'campaign' order by c.updated_at desc limit ${limit})
    union all
    (select u.kind, s.form_id, s.name, '', false
      from used u join sign_up_form s on s.application_id = ${applicationId} and s.form_id = u.object_id
      where u.kind = 'form' order by s.updated_at desc limit ${limit})
    union all
    (select u.kind, a.approval_id, a.title, '', false
      from used u join approval a on a.application_id = ${applicationId} and a.approval_id = u.object_id
      where u.kind = 'request' order by a.created_at desc limit ${limit})
    union all
    (select u.kind, u.object_id, '', '', false from used u where u.kind in ('site', 'brand') limit ${limit})`.execute(
    db,
  )
  return rows
}

export async function countRuns(db: Db, { applicationId, imageId }: ImageKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct object_id)::int as n from image_use
    where application_id = ${applicationId} and image_id = ${imageId} and kind = 'run'`.execute(db)
  return rows[0]?.n ?? 0
}

export interface FileToAdopt {
  application_id: string
  file_id: string
  name: string
  content: Buffer
  created_at: Date
}

/** Pictures from before the library, of one application. */
export async function selectFilesToAdopt(db: Db, limit: number): Promise<FileToAdopt[]> {
  const { rows } = await sql<FileToAdopt>`
    select f.application_id, f.file_id, f.name, f.content, f.created_at
    from image_to_adopt a join stored_file f using (application_id, file_id)
    where application_id = (select application_id from image_to_adopt order by 1 limit 1)
    order by file_id limit ${limit}`.execute(db)
  return rows
}

/** Returns those that no other process has processed meanwhile. */
export async function takeFilesToAdopt(
  db: Db,
  applicationId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file_id: string }>`
    delete from image_to_adopt where application_id = ${applicationId} and file_id = any(${fileIds}::uuid[])
    returning file_id`.execute(db)
  return new Set(rows.map(row => row.file_id))
}

/** Finds what shows the images of an application in all of its contents. */
export async function recordAllUses(db: Db, applicationId: string): Promise<void> {
  await sql`select note_all_image_uses(${applicationId})`.execute(db)
}

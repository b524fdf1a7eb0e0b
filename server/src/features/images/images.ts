/**
 * Front door of the image library. An image that messages show is still served after it is deleted: links in sent messages never break
 * (docs/decisions/0049).
 */
import { type Image, type ImageUses, USES_MAX } from '@notifly/contracts/images/images'
import { createHash } from 'node:crypto'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import type { PreparedImage } from '../../lib/images/image-messages.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { addressOfFile, insertFile } from '../assets/assets.ts'
import { type AuditEntry, byCaller, recordAudit } from '../audit/audit.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { demandFolder } from './folders.ts'
import * as queries from './queries.ts'

export { isInLibrary, selectThumbnail as readThumbnail } from './queries.ts'
export { moveImagesOfEarlierReleases } from './adopt.ts'
export { prepareContent } from './receive-image.ts'

type ImageDeps = Pick<Deps, 'config' | 'database' | 'clock'>

interface NewImage {
  name: string
  /** As its address ends. */
  fileName: string
  folderId?: string | undefined
  image: PreparedImage
}

/** Adds an image to the library, with its file. Throws quotaReached, and at `folder_uuid`. */
export async function addImage(deps: ImageDeps, caller: ApplicationCaller, added: NewImage): Promise<Image> {
  const { config, database, clock } = deps
  const { name, fileName, folderId = null, image } = added
  const now = clock.now()
  const key = { applicationId: caller.applicationId, imageId: uuidv7(now) }
  await limitedWrite(database.kysely, key.applicationId, async tx => {
    const sizeBytes = image.content.length
    await assertRoom({ deps, db: tx, actor: caller }, 'bytes', sizeBytes + (image.thumbnail?.length ?? 0))
    if (folderId !== null) await demandFolder(tx, key.applicationId, folderId)
    await insertFile(tx, {
      applicationId: key.applicationId,
      fileId: key.imageId,
      name: fileName,
      mediaType: `image/${image.format}`,
      content: image.content,
      createdAt: now,
    })
    const { width, height, isAnimated, thumbnail } = image
    const createdBy = caller.accountId
    const row = { ...key, folderId, name, width, height, sizeBytes, isAnimated, thumbnail, createdBy }
    await queries.insertImage(tx, row, now)
    const after = { fullpath: addressOfFile(config, key.applicationId, key.imageId, fileName), bytes: sizeBytes }
    await record(tx, caller, { action: 'file.upload', id: key.imageId, name, after }, now)
  })
  return readImage(deps, key)
}

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif' } as const
const HASH_LENGTH = 16

/** Made of name and content: a URL identifies one content, which never changes. */
export function fileNameOf(name: string, { content, format }: PreparedImage): string {
  const stem = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-|-$/g, '')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH)
  return `${stem.slice(0, 60).toWellFormed() || 'image'}-${hash}.${EXTENSIONS[format]}`
}

/** One page of the library, newest first. */
export async function listImages(
  { config, database }: ImageDeps,
  filter: queries.ImageFilter,
): Promise<{ rows: Image[]; total: number }> {
  const { rows, total } = await queries.selectImages(database.kysely, filter)
  return { rows: rows.map(row => presentImage(config, filter.applicationId, row)), total }
}

interface ImageChange {
  name?: string | undefined
  alt?: string | undefined
  folder_uuid?: string | null | undefined
}

/** Fields that are left out stay unchanged. Throws notFound, and at `folder_uuid`. */
export async function updateImage(
  deps: ImageDeps,
  caller: ApplicationCaller,
  imageId: string,
  change: ImageChange,
): Promise<Image> {
  const key = { applicationId: caller.applicationId, imageId: imageId.toLowerCase() }
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    const before = orNotFound(await queries.lockImage(tx, key))
    const { name = before.name, alt = before.alt } = change
    const folder = change.folder_uuid === undefined ? before.folder_id : (change.folder_uuid?.toLowerCase() ?? null)
    if (folder !== null && folder !== before.folder_id) await demandFolder(tx, key.applicationId, folder)
    const after = { name, alt, folder_id: folder }
    await queries.updateImageRow(tx, key, after)
    await record(tx, caller, { action: 'image.update', id: key.imageId, name, before, after }, deps.clock.now())
  })
  return readImage(deps, key)
}

interface Move {
  uuids: readonly string[]
  folder_uuid: string | null
}

/** Moves images to a folder, or to none. Returns how many were somewhere else. Throws at `folder_uuid`. */
export function moveImages(deps: ImageDeps, caller: ApplicationCaller, { uuids, folder_uuid }: Move): Promise<number> {
  const { applicationId } = caller
  const imageIds = uuids.map(id => id.toLowerCase())
  const folderId = folder_uuid?.toLowerCase() ?? null
  return limitedWrite(deps.database.kysely, applicationId, async tx => {
    if (folderId !== null) await demandFolder(tx, applicationId, folderId)
    const moved = await queries.lockImagesOutside(tx, applicationId, { imageIds, folderId })
    for (const { image_id: imageId, ...before } of moved) {
      const after = { ...before, folder_id: folderId }
      await queries.updateImageRow(tx, { applicationId, imageId }, after)
      const { name } = before
      await record(tx, caller, { action: 'image.update', id: imageId, name, before, after }, deps.clock.now())
    }
    return moved.length
  })
}

/** Removes an image from the library; its file is deleted once nothing shows it. Throws notFound. */
export async function deleteImage(deps: ImageDeps, caller: ApplicationCaller, imageId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, imageId: imageId.toLowerCase() }
  const now = deps.clock.now()
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    const before = orNotFound(await queries.lockImage(tx, key))
    await queries.markImageDeleted(tx, key, now)
    const { name, alt } = before
    const written = { action: 'image.delete', id: key.imageId, name, before: { name, alt }, after: null } as const
    await record(tx, caller, written, now)
    await queries.deleteUnusedFiles(tx, DROPPED_AT_ONCE, key.applicationId)
  })
}

const DROPPED_AT_ONCE = 100

/** Deletes files of deleted images that nothing shows any more. */
export async function dropUnshownImages({ database }: Pick<Deps, 'database'>): Promise<void> {
  let dropped = DROPPED_AT_ONCE
  while (dropped === DROPPED_AT_ONCE) dropped = await queries.deleteUnusedFiles(database.kysely, DROPPED_AT_ONCE)
}

/** Returns what shows an image. Throws notFound. */
export async function listUses({ database }: ImageDeps, applicationId: string, imageId: string): Promise<ImageUses> {
  const key = { applicationId, imageId: imageId.toLowerCase() }
  const db = database.kysely
  if ((await queries.selectImage(db, key)) === undefined) throw new AppError('notFound')
  const [uses, runs] = await Promise.all([queries.selectUses(db, key, USES_MAX), queries.countRuns(db, key)])
  return { uses, runs }
}

/** Throws notFound. */
export async function readImage({ config, database }: ImageDeps, key: queries.ImageKey): Promise<Image> {
  const row = orNotFound(await queries.selectImage(database.kysely, key))
  return presentImage(config, key.applicationId, row)
}

function presentImage(config: Deps['config'], applicationId: string, row: queries.ImageRow): Image {
  const { image_id, folder_id, file_name, has_thumbnail, created_at, ...rest } = row
  const address = addressOfFile(config, applicationId, image_id, file_name)
  return {
    uuid: image_id,
    ...rest,
    address,
    thumbnail: has_thumbnail ? `${address}?size=small` : address,
    folder_uuid: folder_id,
    created_on: epochSeconds(created_at),
  }
}

interface Written extends Pick<AuditEntry, 'action' | 'before' | 'after'> {
  id: string
  name: string
}

function record(tx: Db, caller: ApplicationCaller, { id, name, ...written }: Written, now: Date): Promise<void> {
  return recordAudit(tx, { ...byCaller(caller), ...written, object: { type: 'image', id, name } }, now)
}

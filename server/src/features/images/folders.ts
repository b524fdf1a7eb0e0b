/** Folders of the library. An image is in one of them, or in none. */
import { FOLDERS_MAX, type ImageFolder } from '@notifly/contracts/images/images'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type AuditEntry, byCaller, recordAudit } from '../audit/audit.ts'
import * as queries from './folder-queries.ts'

type FolderDeps = Pick<Deps, 'database' | 'clock'>

export async function listFolders(db: Db, applicationId: string): Promise<ImageFolder[]> {
  return (await queries.selectFolders(db, applicationId)).map(presentFolder)
}

/** Throws at `name` if it is taken, conflict beyond the number that a page can show. */
export function createFolder(deps: FolderDeps, caller: ApplicationCaller, name: string): Promise<ImageFolder> {
  const key = { applicationId: caller.applicationId, folderId: uuidv7() }
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    if ((await queries.lockFolders(tx, key.applicationId)) >= FOLDERS_MAX) {
      throw new AppError('conflict', sentence('images.foldersFull', { count: FOLDERS_MAX }))
    }
    if (!(await queries.insertFolder(tx, key, name, now))) throw nameTaken()
    await record(tx, caller, { action: 'image-folder.create', id: key.folderId, name, after: { name } }, now)
    return readFolder(tx, key)
  })
}

/** Throws notFound, and at `name` if it is taken. */
export function renameFolder(
  deps: FolderDeps,
  caller: ApplicationCaller,
  folderId: string,
  name: string,
): Promise<ImageFolder> {
  const key = { applicationId: caller.applicationId, folderId: folderId.toLowerCase() }
  return limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    await queries.lockFolders(tx, key.applicationId)
    const before = await readFolder(tx, key)
    if (!(await queries.renameFolder(tx, key, name))) throw nameTaken()
    const values = { before: { name: before.name }, after: { name } }
    await record(tx, caller, { action: 'image-folder.update', id: key.folderId, name, ...values }, deps.clock.now())
    return readFolder(tx, key)
  })
}

/** Its images are in no folder afterwards. Throws notFound. */
export async function deleteFolder(deps: FolderDeps, caller: ApplicationCaller, folderId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, folderId: folderId.toLowerCase() }
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    await queries.lockFolders(tx, key.applicationId)
    const { name } = await readFolder(tx, key)
    await queries.deleteFolderRow(tx, key)
    const values = { before: { name }, after: null }
    await record(tx, caller, { action: 'image-folder.delete', id: key.folderId, name, ...values }, deps.clock.now())
  })
}

/** Throws at `folder_uuid` for an unknown folder. */
export async function demandFolder(tx: Db, applicationId: string, folderId: string): Promise<void> {
  if (!(await queries.holdFolder(tx, { applicationId, folderId }))) {
    throw invalidField('folder_uuid', sentence('images.folderGone'))
  }
}

async function readFolder(db: Db, { applicationId, folderId }: queries.FolderKey): Promise<ImageFolder> {
  const [row] = await queries.selectFolders(db, applicationId, folderId)
  if (row === undefined) throw new AppError('notFound')
  return presentFolder(row)
}

function presentFolder({ folder_id, name, images }: queries.FolderRow): ImageFolder {
  return { uuid: folder_id, name, images }
}

interface Written extends Pick<AuditEntry, 'action' | 'before' | 'after'> {
  id: string
  name: string
}

function record(tx: Db, caller: ApplicationCaller, { id, name, ...written }: Written, now: Date): Promise<void> {
  return recordAudit(tx, { ...byCaller(caller), ...written, object: { type: 'image-folder', id, name } }, now)
}

function nameTaken(): AppError {
  return invalidField('name', sentence('images.folderTaken'))
}

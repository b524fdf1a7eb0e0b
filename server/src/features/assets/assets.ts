/**
 * Public files that a team uploads. The content decides whether a file is a picture, not its name: anything else is served as a download,
 * so that no tenant's file ever runs under our address.
 */
import { ASSET_ACTIVITIES, ASSET_EXTENSIONS, ASSET_MAX_BYTES, ICON_EXTENSIONS } from '@notifly/contracts/assets/assets'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { LEVEL, type Level } from '@notifly/contracts/roles/activities'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Caller, hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { insertFile } from './queries.ts'

export { insertFile } from './queries.ts'

interface Upload {
  name: string
  extension: string
  content: Buffer
}

const FIELD = 'file'

/** Receives the form's file. Throws if there is none, for another type (415), or if it is too large (413). */
export async function readUpload(request: FastifyRequest, purpose: string | undefined): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('wrongType', sentence('errors.multipartFile'))
  const part = await request.file({ limits: { fileSize: ASSET_MAX_BYTES }, throwFileSizeLimit: false })
  if (part === undefined || part.fieldname !== FIELD) throw invalidField(FIELD, sentence('imports.noFile'))
  const content = await part.toBuffer()
  if (part.file.truncated) {
    const words = sentence('imports.updateSize', { size: ASSET_MAX_BYTES / 1_048_576 })
    throw new AppError('tooLarge', { ...words, errors: [{ field: FIELD, ...words }] })
  }
  if (content.length === 0) throw invalidField(FIELD, sentence('campaigns.fileEmpty'))
  return { content, ...nameOf(part, purpose === 'icon' ? ICON_EXTENSIONS : ASSET_EXTENSIONS) }
}

function nameOf({ filename }: MultipartFile, extensions: readonly string[]): Pick<Upload, 'name' | 'extension'> {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  const extension = /\.([^.]+)$/.exec(last)?.[1]?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) throw wrongFile(sentence('imports.wrongKind', { kinds: extensions.join(', ') }))
  const stem = last.slice(0, -extension.length - 1).replace(/[^\p{L}\p{N}_-]+/gu, '-')
  return { name: `${stem.slice(0, 80) || 'file'}.${extension}`, extension }
}

/** Stores an upload. Returns its public URL. Throws quotaReached. */
export async function storeAsset(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  applicationId: string,
  { name, extension, content }: Upload,
): Promise<string> {
  const { config, database, clock } = deps
  await assertRoom({ deps, db: database.kysely, actor: { applicationId } }, 'bytes', content.length)
  const createdAt = clock.now()
  const fileId = uuidv7(createdAt)
  await insertFile(database.kysely, {
    applicationId,
    fileId,
    name,
    mediaType: pictureType(content, extension) ?? 'application/octet-stream',
    content,
    createdAt,
  })
  return addressOfFile(config, applicationId, fileId, name)
}

/** The URL of a public file. */
export function addressOfFile(
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  applicationId: string,
  fileId: string,
  name: string,
): string {
  return `${publicUrl}/files/${applicationId}/${fileId}/${encodeURIComponent(name)}`
}

/** Passes members who may write something that shows a picture, or read it. Throws forbidden. */
export function demandWriter(caller: Caller, level: Level = LEVEL.create): void {
  if (ASSET_ACTIVITIES.some(activity => hasLevel(caller, activity, level))) return
  throw new AppError('forbidden', { data: { activity: ASSET_ACTIVITIES[0], level } })
}

/** Whether the first bytes of an upload are those of a picture. Throws if only its name is that of a picture. */
export function isPicture({ content, extension }: Upload): boolean {
  return pictureType(content, extension) !== null
}

/**
 * Recognizes PNG, JPEG and GIF by their first bytes. Throws for a file whose extension does not match; null for files other than pictures.
 */
function pictureType(content: Buffer, extension: string): string | null {
  const starts = content.toString('latin1', 0, 8)
  if (starts === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (starts.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(starts)) return 'image/gif'
  if (!['png', 'jpg', 'jpeg', 'gif'].includes(extension)) return null
  throw wrongFile(sentence('errors.notPicture'))
}

function wrongFile(reason: Sentence): AppError {
  const words = sentence('common.defaultIcon', { reason })
  return new AppError('wrongType', { ...words, errors: [{ field: FIELD, ...words }] })
}

/** Receives an uploaded picture, video or document for WhatsApp in a temporary file, so that it is never in memory as a whole. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { MEDIA_RULES, type MediaKind } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaFile } from '../../channels/whatsapp/cloud-api/media.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'

const FIELD = 'file'

/**
 * Receives the form's file and passes it to `use`; the temporary file is deleted afterwards. Throws if there is none, if WhatsApp does not
 * accept its type (415), or if it is too large (413).
 */
export async function withMedia<T>(
  request: FastifyRequest,
  kind: MediaKind,
  use: (file: MediaFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('wrongType', sentence('errors.multipartFile'))
  const folder = await mkdtemp(join(tmpdir(), 'notifly-media-'))
  try {
    return await use(await receive(request, kind, join(folder, 'media')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(request: FastifyRequest, kind: MediaKind, path: string): Promise<MediaFile> {
  const { maxBytes } = MEDIA_RULES[kind]
  let taken: Omit<MediaFile, 'sizeBytes'> | undefined
  let refusal: AppError | undefined
  // The rest of a file above the limit is read and thrown away, so that the answer arrives.
  const form = { limits: { fileSize: maxBytes }, throwFileSizeLimit: false }
  for await (const part of request.parts(form)) {
    if (part.type !== 'file') continue
    const type = typeOf(part, kind)
    if (type === undefined || taken !== undefined) {
      refusal ??= wrongKind(kind)
      part.file.resume()
      continue
    }
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated) refusal ??= tooLarge(maxBytes)
    taken = { path, type, name: plainName(part.filename) }
  }
  if (refusal !== undefined) throw refusal
  const sizeBytes = taken === undefined ? 0 : (await stat(path)).size
  if (taken === undefined || sizeBytes === 0) throw invalidField(FIELD, sentence('imports.noFile'))
  return { ...taken, sizeBytes }
}

/** WhatsApp's media type for a file extension; undefined if it is not accepted. */
function typeOf({ filename }: MultipartFile, kind: MediaKind): string | undefined {
  const types: Readonly<Record<string, string>> = MEDIA_RULES[kind].types
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

function wrongKind(kind: MediaKind): AppError {
  const words = sentence('imports.wrongKind', { kinds: Object.keys(MEDIA_RULES[kind].types).join(', ') })
  return new AppError('wrongType', { ...words, errors: [{ field: FIELD, ...words }] })
}

function tooLarge(maxBytes: number): AppError {
  const words = sentence('whatsappTemplates.tooLarge', { size: maxBytes / 1_048_576 })
  return new AppError('tooLarge', { ...words, errors: [{ field: FIELD, ...words }] })
}

function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/\p{C}/gu, '').slice(-200)
}

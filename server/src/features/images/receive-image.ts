/** Receives an image: writes it to a temporary file as it arrives; a separate process then decodes it and encodes it again. */
import { IMAGE_EXTENSIONS, IMAGE_MAX_BYTES } from '@notifly/contracts/images/images'
import { sentence, type SentenceKey } from '@notifly/contracts/sentences/sentence'
import type { FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, invalidField } from '../../lib/app-error.ts'
import type { ImageFault, PreparedImage } from '../../lib/images/image-messages.ts'
import { prepareImage } from '../../lib/images/prepare-image.ts'

export interface ReceivedImage extends PreparedImage {
  /** The file's, without folders and kind. */
  name: string
}

const FIELD = 'file'

/** Receives the form's file. Throws if there is none, if it is not an image that we accept (415), or if it is too large (413). */
export function receiveImage(applicationId: string, request: FastifyRequest): Promise<ReceivedImage> {
  if (!request.isMultipart()) throw new AppError('wrongType', sentence('errors.multipartFile'))
  return inFolder(async path => {
    const part = await request.file({ limits: { fileSize: IMAGE_MAX_BYTES }, throwFileSizeLimit: false })
    if (part === undefined || part.fieldname !== FIELD) throw invalidField(FIELD, sentence('imports.noFile'))
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated) {
      const words = sentence('imports.updateSize', { size: IMAGE_MAX_BYTES / 1_048_576 })
      throw new AppError('tooLarge', { ...words, errors: [{ field: FIELD, ...words }] })
    }
    if (part.file.bytesRead === 0) throw invalidField(FIELD, sentence('campaigns.fileEmpty'))
    const answer = await prepareImage(applicationId, path)
    if ('fault' in answer) throw refusal(answer.fault)
    return { name: stemOf(part.filename), ...answer.image }
  })
}

/** The same for a stored file; undefined if it is not an image that we accept. */
export function prepareContent(applicationId: string, content: Buffer): Promise<PreparedImage | undefined> {
  return inFolder(async path => {
    await writeFile(path, content)
    const answer = await prepareImage(applicationId, path)
    return 'image' in answer ? answer.image : undefined
  })
}

async function inFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-image-'))
  try {
    return await use(join(folder, 'image'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const FAULTS: Record<ImageFault, SentenceKey> = {
  kind: 'images.kind',
  svg: 'images.svg',
  frames: 'images.frames',
  pixels: 'images.pixels',
  broken: 'images.broken',
  slow: 'images.slow',
}

function refusal(fault: ImageFault): AppError {
  const words = { key: FAULTS[fault] }
  return new AppError('wrongType', { ...words, errors: [{ field: FIELD, ...words }] })
}

const KINDS = new RegExp(`\\.(?:${IMAGE_EXTENSIONS.join('|')})$`, 'i')
const STEM_MAX = 100

function stemOf(filename: string | undefined): string {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(KINDS, '').replace(/\p{C}/gu, '').trim()
  return plain.slice(0, STEM_MAX).toWellFormed() || 'image'
}

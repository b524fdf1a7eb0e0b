/** An uploaded file on its way in: written to a temporary file as it arrives, so that its size never sits in memory. */
import { IMPORT_EXTENSIONS, IMPORT_MAX_BYTES } from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { writeUpload } from './write-upload.ts'

export interface Upload {
  path: string
  /** As the person calls it, without folders. */
  name: string
  sizeBytes: number
  /** What else the form says, by name. */
  values: ReadonlyMap<string, string>
}

export interface UploadRules {
  /** The form's field that holds the file. */
  field: string
  extensions: readonly string[]
  maxBytes: number
}

export const AUDIENCE_RULES: UploadRules = { field: 'file', extensions: IMPORT_EXTENSIONS, maxBytes: IMPORT_MAX_BYTES }

const NAME_LENGTH_MAX = 255

/**
 * Takes the form's file in and hands it to `use`; the temporary file is gone afterwards. Throws when there is none, when
 * its extension is not accepted (415), or when it is too large (413).
 */
export async function withUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('wrongType', sentence('errors.multipartFile'))
  const folder = await mkdtemp(join(tmpdir(), 'notifly-upload-'))
  try {
    return await use(await receive(request, rules, join(folder, 'upload')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(request: FastifyRequest, rules: UploadRules, path: string): Promise<Upload> {
  let refusal: AppError | undefined
  let name: string | undefined
  const values = new Map<string, string>()
  // The rest of a file above the limit is read and thrown away, so that the answer arrives.
  const form = { limits: { fileSize: rules.maxBytes }, throwFileSizeLimit: false }
  try {
    for await (const part of request.parts(form)) {
      if (part.type !== 'file') {
        values.set(part.fieldname, String(part.value))
        continue
      }
      refusal ??= await take(part, rules, path)
      name = plainName(part.filename)
    }
  } catch (error) {
    throw readingFailure(error)
  }
  if (refusal !== undefined) throw refusal
  if (name === undefined) throw invalidField(rules.field, sentence('imports.noFile'))
  return { path, name, sizeBytes: (await stat(path)).size, values }
}

/** Resolves to why the file is not accepted. A body that is not read to its end cannot be answered. */
async function take(part: MultipartFile, rules: UploadRules, path: string): Promise<AppError | undefined> {
  const refusal = refusalOf(part, rules)
  if (refusal !== undefined) {
    part.file.resume()
    return refusal
  }
  await writeUpload(part.file, path)
  return part.file.truncated ? tooLargeAnswer(rules) : undefined
}

/** The refusal of a file above the limit. */
export function tooLargeAnswer({ field, maxBytes }: UploadRules): AppError {
  const bytes = maxBytes.toLocaleString('en')
  const reason = sentence('imports.tooLarge', { size: maxBytes / 1_048_576, bytes })
  const words = sentence('csvFile2mb', { reason })
  return new AppError('tooLarge', { ...words, errors: [{ field, ...words }] })
}

function refusalOf(part: MultipartFile, { field, extensions }: UploadRules): AppError | undefined {
  if (part.fieldname !== field) return invalidField(field, sentence('errors.fileField', { name: field }))
  const extension = /\.([^.]+)$/.exec(part.filename ?? '')?.[1]?.toLowerCase()
  if (extensions.some(each => each === extension)) return undefined
  const words = sentence('imports.wrongKind', { kinds: extensions.join(', ') })
  return new AppError('wrongType', { ...words, errors: [{ field, ...words }] })
}

/** Some browsers send folders along; control characters have no place in a header. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/\p{C}/gu, '').slice(-NAME_LENGTH_MAX)
}

/** A form that breaks off or is none is the sender's fault; a full disk is ours. */
function readingFailure(error: unknown): unknown {
  const isOurs = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined
  const isDisk = (error as NodeJS.ErrnoException).syscall !== undefined
  if (isOurs || isDisk) return error
  return new AppError('invalidInput', { ...sentence('imports.brokenUpload'), cause: error })
}

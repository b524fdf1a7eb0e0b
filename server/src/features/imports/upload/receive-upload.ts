/**
 * Receives an uploaded file: writes it to a temporary file as it arrives, so that it is never in memory as a whole, decides what it is
 * checked for, and queues it for its check.
 */
import { ColumnMapping, IMPORT_EXTENSIONS, IMPORT_MAX_BYTES } from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import type { ParseOptions } from '../read/parse-import.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { parseCountry } from '../read/parse-contact.ts'
import { Places } from '../../../lib/work-pool/places.ts'

export interface Upload {
  path: string
  /** The name on the person's machine, without folders. */
  name: string
  sizeBytes: number
  /** Other fields of the form, by name. */
  values: ReadonlyMap<string, string>
}

export interface UploadRules {
  /** The form's field with the file. */
  field: string
  extensions: readonly string[]
  maxBytes: number
}

export const AUDIENCE_RULES: UploadRules = { field: 'file', extensions: IMPORT_EXTENSIONS, maxBytes: IMPORT_MAX_BYTES }

const NAME_LENGTH_MAX = 255

/**
 * Receives the form's file and passes it to `use`; the temporary file is deleted afterwards. Throws if there is no file, if its extension
 * is not accepted (415), or if it is too large (413).
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
  // The rest of a file above the limit is read and discarded, so that the answer arrives.
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

/** Resolves to why the file is not accepted. A body must be read to its end before it can be answered. */
async function take(part: MultipartFile, rules: UploadRules, path: string): Promise<AppError | undefined> {
  const refusal = refusalOf(part, rules)
  if (refusal !== undefined) {
    part.file.resume()
    return refusal
  }
  await writeUpload(part.file, path)
  return part.file.truncated ? tooLargeAnswer(rules) : undefined
}

/** The error for a file above the limit. */
export function tooLargeAnswer({ field, maxBytes }: UploadRules): AppError {
  const reason = sentence('imports.tooLarge', { size: maxBytes / 1_048_576, bytes: maxBytes })
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

/** Some browsers send folders along; control characters must not get into a header. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/\p{C}/gu, '').slice(-NAME_LENGTH_MAX)
}

/** A malformed or aborted form is the sender's fault; a full disk is ours. */
function readingFailure(error: unknown): unknown {
  const isOurs = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined
  const isDisk = (error as NodeJS.ErrnoException).syscall !== undefined
  if (isOurs || isDisk) return error
  return new AppError('invalidInput', { ...sentence('imports.brokenUpload'), cause: error })
}

/** Smaller pieces may be slices of memory that others share. */
const FREED_FROM_BYTES = 16_384

/**
 * Writes a stream to a file and frees the memory of each written piece at once: network buffers do not count in the heap that triggers
 * garbage collection, so a whole upload could pile up. Throws the stream's errors, and if not every byte was written.
 */
export async function writeUpload(stream: MultipartFile['file'], path: string): Promise<void> {
  await using file = await open(path, 'w')
  let last: Buffer | undefined
  let sizeBytes = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // Several pieces may be slices of the same memory, which is kept while more of them come.
    if (last !== undefined && last.buffer !== piece.buffer) free(last)
    await file.writeFile(piece)
    sizeBytes += piece.length
    last = piece
  }
  // As counted by the parser.
  if (sizeBytes !== stream.bytesRead) throw new Error(`${sizeBytes} of ${stream.bytesRead} bytes were written`)
}

/** Frees the memory of a piece that occupies most of it. */
function free({ buffer, length }: Buffer): void {
  if (length >= FREED_FROM_BYTES && length > buffer.byteLength / 2) (buffer as ArrayBuffer).transfer(0)
}

/** What a file is checked for. */
export interface Purpose {
  kind: 'audience' | 'phonebook'
  options: ParseOptions
  rules: UploadRules
}

export const PHONEBOOK_RULES: UploadRules = { ...AUDIENCE_RULES, field: 'upload_csv_file' }

/** A file of contacts with email addresses. Throws invalidInput at `mapping` or `country`. */
export function audiencePurpose(upload: Upload): Purpose {
  return { kind: 'audience', options: { required: 'email', ...optionsOf(upload) }, rules: AUDIENCE_RULES }
}

/** A file of phone numbers. Throws invalidInput at `mapping` or `country`. */
export function phonebookPurpose(upload: Upload): Purpose {
  return { kind: 'phonebook', options: { required: 'phone_number', ...optionsOf(upload) }, rules: PHONEBOOK_RULES }
}

function optionsOf({ values }: Upload): Pick<Purpose['options'], 'country' | 'mapping'> {
  const mapping = values.get('mapping')
  const country = values.get('country')
  return {
    ...(mapping !== undefined && mapping !== '' && { mapping: readMapping(mapping) }),
    ...(country !== undefined && country !== '' && { country: readCountry(country) }),
  }
}

function readMapping(text: string): ColumnMapping {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalidField('mapping', sentence('imports.mappingJson'))
  }
  const { data, error } = ColumnMapping.safeParse(json)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw invalidField('mapping', issue ? sentenceOfIssue(issue) : sentence('imports.mapping'))
}

function readCountry(text: string): string {
  const country = parseCountry(text)
  if (country === undefined) throw invalidField('country', sentence('imports.country'))
  return country
}

// Slots for files that are being checked. A slot is taken before the database connection that the check holds, so that waiting files hold
// nothing, and an application that uploads much waits behind others.

const places = new Places({
  places: 3,
  // Whatever one application uploads, the others find a place.
  placesPerKey: 1,
  waitingPerKey: 8,
  waitingMax: 200,
  waitMs: 60_000,
})

/** Runs a check when its application has its turn. Throws tooManyRequests or unavailable when too much waits. */
export async function withUploadPlace<T>(applicationId: string, check: () => Promise<T>): Promise<T> {
  const leave = await places.take(applicationId)
  try {
    return await check()
  } finally {
    leave()
  }
}

/** The form of the settings: texts and files in one multipart body. */
import {
  CERTIFICATE_MAX_BYTES,
  iconField,
  SAFARI_ICON_MAX_BYTES,
  SAFARI_ICON_SIZES,
  safariFields,
  type SafariIconSize,
} from '@notifly/contracts/web-push/safari'
import type { FieldFailure } from '@notifly/contracts/errors'
import { uuid } from '@notifly/contracts/fields'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError, invalidField, invalidFields } from '../../../lib/app-error.ts'
import { isPng } from './icons.ts'

/** Files that were not sent are empty. */
export interface SafariForm {
  webpush_id: string
  website_name: string
  password: string
  certificate: { name: string; content: Buffer } | null
  intermediate: Buffer | null
  icons: ReadonlyMap<SafariIconSize, Buffer>
  /** Pictures that an earlier, rejected form brought. */
  kept: { icon: string; iconset: string } | null
}

const textsSchema = z.object({
  ...safariFields.shape,
  icon: z.optional(z.string().check(z.maxLength(2000))),
  iconset: z.optional(uuid),
})

/** Throws wrongType for a body that is no form, tooLarge, and invalidInput at each field. */
export async function readSafariForm(request: FastifyRequest): Promise<SafariForm> {
  const { texts, files } = await readParts(request)
  const read = textsSchema.safeParse(texts)
  if (!read.success) {
    throw invalidFields(read.error.issues.map(issue => ({ field: issue.path.join('.'), ...sentenceOfIssue(issue) })))
  }
  const { icon, iconset, ...fields } = read.data
  const certificate = files.get('certificate') ?? null
  if (certificate !== null && !certificate.name.toLowerCase().endsWith('.p12')) {
    throw invalidField('certificate', sentence('common.p12File', { reason: sentence('safari.p12') }))
  }
  return {
    ...fields,
    certificate,
    intermediate: files.get('intermediate')?.content ?? null,
    icons: iconsIn(files),
    kept: icon === undefined || iconset === undefined ? null : { icon, iconset },
  }
}

type Files = ReadonlyMap<string, { name: string; content: Buffer }>

async function readParts(request: FastifyRequest): Promise<{ texts: Record<string, unknown>; files: Files }> {
  if (!request.isMultipart()) throw new AppError('wrongType', sentence('errors.multipartForm'))
  const texts: Record<string, unknown> = {}
  const files = new Map<string, { name: string; content: Buffer }>()
  const known = new Set(['certificate', 'intermediate', ...SAFARI_ICON_SIZES.map(iconField)])
  const large: FieldFailure[] = []
  // What is above the limit is read and thrown away, so that the answer arrives.
  const reading = { limits: { files: known.size, fileSize: SAFARI_ICON_MAX_BYTES }, throwFileSizeLimit: false }
  for await (const part of request.parts(reading)) {
    if (part.type === 'field') {
      texts[part.fieldname] = part.value
      continue
    }
    const content = await part.toBuffer()
    const isLarge = part.file.truncated || (part.fieldname === 'certificate' && content.length > CERTIFICATE_MAX_BYTES)
    if (isLarge) large.push({ field: part.fieldname, ...sentence('safari.large') })
    // A browser sends a field without a file as one without content.
    if (known.has(part.fieldname) && content.length > 0)
      files.set(part.fieldname, { name: nameOf(part.filename), content })
  }
  if (large.length > 0) throw new AppError('tooLarge', { ...sentence('safari.large'), errors: large })
  return { texts, files }
}

function iconsIn(files: Files): SafariForm['icons'] {
  const icons = new Map<SafariIconSize, Buffer>()
  const faults: FieldFailure[] = []
  for (const size of SAFARI_ICON_SIZES) {
    const field = iconField(size)
    const content = files.get(field)?.content
    if (content === undefined) continue
    if (isPng(content, size)) icons.set(size, content)
    else faults.push({ field, ...noPicture(size) })
  }
  if (icons.size > 0 && !icons.has(256))
    faults.push({ field: 'icon', ...sentence('safari.picture', { edge: 256, same: 256 }) })
  if (faults.length > 0) throw invalidFields(faults)
  return icons
}

/** The error for a picture of the wrong size. */
export function noPicture(size: SafariIconSize): Sentence {
  return sentence('common.defaultIcon', { reason: sentence('safari.picture', { edge: size, same: size }) })
}

function nameOf(filename: string): string {
  return (filename.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(-100)
}

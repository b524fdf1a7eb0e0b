/** What the form of the settings sends: texts and files in one multipart body. */
import {
  CERTIFICATE_MAX_BYTES,
  iconField,
  SAFARI_ICON_MAX_BYTES,
  SAFARI_ICON_SIZES,
  safariFields,
  type SafariIconSize,
} from '@notifly/contracts/safari'
import type { FieldError } from '@notifly/contracts/errors'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { uuid } from '@notifly/contracts/fields'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { isPng } from './icons.ts'

/** Files are empty where none came. */
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

/** Throws wrongType for no form, tooLarge, and invalidInput at each field. */
export async function readSafariForm(request: FastifyRequest): Promise<SafariForm> {
  const { texts, files } = await readParts(request)
  const read = textsSchema.safeParse(texts)
  if (!read.success) {
    throw refused(read.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })))
  }
  const { icon, iconset, ...fields } = read.data
  const certificate = files.get('certificate') ?? null
  if (certificate !== null && !certificate.name.toLowerCase().endsWith('.p12')) {
    throw invalidField('certificate', 'This is not a .p12 file.', 'common.p12File')
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
  if (!request.isMultipart()) throw new AppError('wrongType', { message: 'Send the form as multipart/form-data.' })
  const texts: Record<string, unknown> = {}
  const files = new Map<string, { name: string; content: Buffer }>()
  const known = new Set(['certificate', 'intermediate', ...SAFARI_ICON_SIZES.map(iconField)])
  const large: FieldError[] = []
  // What is above the limit is read and thrown away, so that the answer arrives.
  const reading = { limits: { files: known.size, fileSize: SAFARI_ICON_MAX_BYTES }, throwFileSizeLimit: false }
  for await (const part of request.parts(reading)) {
    if (part.type === 'field') {
      texts[part.fieldname] = part.value
      continue
    }
    const content = await part.toBuffer()
    const isLarge = part.file.truncated || (part.fieldname === 'certificate' && content.length > CERTIFICATE_MAX_BYTES)
    if (isLarge) large.push({ field: part.fieldname, message: 'This file is too large.' })
    // A browser sends a field without a file as one without content.
    if (known.has(part.fieldname) && content.length > 0)
      files.set(part.fieldname, { name: nameOf(part.filename), content })
  }
  if (large.length > 0) throw new AppError('tooLarge', { message: large[0]?.message ?? '', errors: large })
  return { texts, files }
}

function iconsIn(files: Files): SafariForm['icons'] {
  const icons = new Map<SafariIconSize, Buffer>()
  const faults: FieldError[] = []
  for (const size of SAFARI_ICON_SIZES) {
    const field = iconField(size)
    const content = files.get(field)?.content
    if (content === undefined) continue
    if (isPng(content, size)) icons.set(size, content)
    else faults.push({ field, message: `Choose a PNG picture of ${size} × ${size} pixels.`, key: 'common.defaultIcon' })
  }
  if (icons.size > 0 && !icons.has(256))
    faults.push({ field: 'icon', message: 'Choose a PNG picture of 256 × 256 pixels.' })
  if (faults.length > 0) throw refused(faults)
  return icons
}

function refused(errors: FieldError[]): AppError {
  return new AppError('invalidInput', { ...(errors[0] && { message: errors[0].message }), errors })
}

function nameOf(filename: string): string {
  return (filename.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(-100)
}

/** The rules for files that a campaign carries, and their bytes. */
import type { Attachment } from '@notifly/contracts/campaign-content'
import { ATTACHMENT_MAX_BYTES, type Campaign, UPLOAD_EXTENSIONS } from '@notifly/contracts/campaigns'
import type { FieldError } from '@notifly/contracts/errors'
import type * as z from 'zod/mini'
import { AppError } from '../../lib/app-error.ts'

export interface StoredAttachment {
  filename: string
  mediaType: string
  content: Buffer
}

/** Decodes what came over the wire. Throws invalidInput with every file that breaks a rule, at `attachments.{index}`. */
export function readAttachments(given: readonly z.infer<typeof Attachment>[]): StoredAttachment[] {
  const names = new Set<string>()
  const errors: FieldError[] = []
  const files = given.map((attachment, index) => {
    const content = decode(attachment.content)
    const name = attachment.filename.trim()
    const message = faultOf(name, content) ?? (names.has(name.toLowerCase()) ? SAME_NAME : null)
    if (message !== null) errors.push({ field: `attachments.${index}`, message })
    names.add(name.toLowerCase())
    return { filename: name, mediaType: mediaTypeOf(attachment.type), content: content ?? Buffer.alloc(0) }
  })
  const [first] = errors
  if (first !== undefined) throw new AppError('invalidInput', { message: first.message, errors })
  return files
}

/** As the wire has them. */
export function presentAttachment({ filename, mediaType, content }: StoredAttachment): Campaign['attachments'][number] {
  return { filename, type: mediaType, content: content.toString('base64'), disposition: 'attachment' }
}

const SAME_NAME = 'There is a file of this name already.'
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Null for what is not base64. Line breaks as mail programs put them are allowed. */
function decode(text: string): Buffer | null {
  const packed = text.replace(/[\r\n]/g, '')
  return BASE64.test(packed) && packed.replace(/={1,2}$/, '').length % 4 !== 1 ? Buffer.from(packed, 'base64') : null
}

function faultOf(name: string, content: Buffer | null): string | null {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  // It becomes a header of every mail, and a file on somebody's disk.
  if (name === '' || /[\p{Cc}\u2028\u2029/\\]/u.test(name)) return 'This is no name of a file.'
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return 'Files of this kind cannot be attached.'
  if (content === null) return 'The content has to be base64, without a data-URL prefix.'
  if (content.length === 0) return 'This file is empty.'
  return content.length > ATTACHMENT_MAX_BYTES ? 'A file may have at most 2 MB.' : null
}

/** RFC 2045: anything else would not survive in a header. */
function mediaTypeOf(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream'
}

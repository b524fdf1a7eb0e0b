/** Attachments of a campaign, and their rules. */
import { ATTACHMENT_MAX_BYTES, type Campaign, UPLOAD_EXTENSIONS } from '@notifly/contracts/campaigns/campaigns'
import type { Attachment } from '@notifly/contracts/campaigns/content'
import type { FieldFailure } from '@notifly/contracts/errors'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type * as z from 'zod/mini'
import { invalidFields } from '../../../lib/app-error.ts'
import type { StoredAttachment } from '../queries.ts'

/** Decodes attachments of a request. Throws invalidInput with every file that breaks a rule, at `attachments.{index}`. */
export function readAttachments(given: readonly z.infer<typeof Attachment>[]): StoredAttachment[] {
  const names = new Set<string>()
  const errors: FieldFailure[] = []
  const files = given.map((attachment, index) => {
    const content = decode(attachment.content)
    const name = attachment.filename.trim()
    const fault = faultOf(name, content) ?? (names.has(name.toLowerCase()) ? sentence('campaigns.fileTwice') : null)
    if (fault !== null) errors.push({ field: `attachments.${index}`, ...fault })
    names.add(name.toLowerCase())
    return { filename: name, mediaType: mediaTypeOf(attachment.type), content: content ?? Buffer.alloc(0) }
  })
  if (errors.length > 0) throw invalidFields(errors)
  return files
}

/** As the API returns them. */
export function presentAttachment({ filename, mediaType, content }: StoredAttachment): Campaign['attachments'][number] {
  return { filename, type: mediaType, content: content.toString('base64'), disposition: 'attachment' }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Null if it is not base64. Line breaks, as mail programs insert them, are allowed. */
function decode(text: string): Buffer | null {
  const packed = text.replace(/[\r\n]/g, '')
  return BASE64.test(packed) && packed.replace(/={1,2}$/, '').length % 4 !== 1 ? Buffer.from(packed, 'base64') : null
}

function faultOf(name: string, content: Buffer | null): Sentence | null {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  // The name becomes a header of every email, and a file on the recipient's disk.
  if (name === '' || /[\p{Cc}\u2028\u2029/\\]/u.test(name)) return sentence('campaigns.fileName')
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return sentence('campaigns.fileKind')
  if (content === null) return sentence('campaigns.fileBase64')
  if (content.length === 0) return sentence('campaigns.fileEmpty')
  return content.length > ATTACHMENT_MAX_BYTES ? sentence('campaigns.fileLarge') : null
}

/** RFC 2045: anything else would not survive in a header. */
function mediaTypeOf(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream'
}

import PostalMime, { addressParser, decodeWords, type Attachment, type Email } from 'postal-mime'
import { readHtml, readTextLinks } from './html-content.ts'

// Mails are stored as received and parsed only when they are viewed, because receiving 60,000 mails must not cost
// 60,000 MIME parses.

export interface MailAddress {
  name: string
  address: string
}

export interface MailAttachment {
  filename: string
  contentType: string
  contentId?: string
  /** Part of the HTML (an embedded picture), so not listed as an attachment. */
  inline: boolean
  content: Buffer
}

export interface MailView {
  /** Names are in lower case; values of a repeated header are on separate lines. */
  headers: Record<string, string>
  /** All headers in their original order and spelling, unfolded. */
  headerLines: { name: string; value: string }[]
  html: string
  /** The plain-text part, or the text of the HTML. */
  text: string
  attachments: MailAttachment[]
  /** Addresses that a reader can follow, without duplicates. */
  links: string[]
}

const HEADER_PEEK_BYTES = 64 << 10

/** Parses a mail. Invalid MIME is shown as plain text, never refused. */
export async function viewMail(raw: Buffer): Promise<MailView> {
  const email = await parse(raw)
  const content = email.html ? readHtml(email.html) : undefined
  const text = email.text?.trim() || content?.text || ''
  const links = content ? content.links.map(link => link.href) : readTextLinks(text)
  return {
    headers: headersByName(email),
    headerLines: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    html: email.html ?? '',
    text,
    attachments: email.attachments.map(toAttachment),
    links: [...new Set(links.filter(link => /^(https?|mailto):/i.test(link)))],
  }
}

/** Author and subject, read from the first bytes without parsing the mail. */
export function peekHeaders(raw: Buffer): { from: string; subject: string } {
  const head = headerBlock(raw).subarray(0, HEADER_PEEK_BYTES).toString()
  return { from: headerIn(head, 'from'), subject: headerIn(head, 'subject') }
}

/** The headers of a mail as received, without the empty line after them. */
export function headerBlock(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? raw : raw.subarray(0, end)
}

/** The first mailbox of a From header. */
export function readMailbox(from: string): MailAddress {
  const [mailbox] = addressParser(from, { flatten: true })
  return { name: mailbox?.name ?? '', address: mailbox?.address ?? '' }
}

/** A document that shows the mail on its own, with embedded pictures in place and links that open a new tab. */
export function standaloneHtml(view: MailView): string {
  const html = view.html.replace(/(["'(])cid:([^"')]+)/gi, (whole, before, id) => {
    const picture = view.attachments.find(({ contentId }) => contentId === decodeURIComponent(id))
    return picture ? `${before}data:${picture.contentType};base64,${picture.content.toString('base64')}` : whole
  })
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html.replace(/^\s*<!doctype[^>]*>/i, '')}`
}

async function parse(raw: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(raw)
  } catch {
    return { headers: [], headerLines: [], text: raw.toString(), attachments: [] }
  }
}

function headerIn(head: string, name: string): string {
  const match = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)
  const value = (match?.[1] ?? '').replace(/\r?\n[ \t]+/g, ' ').trim()
  return value.includes('=?') ? decodeWords(value) : value
}

function headersByName(email: Email): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const { key, value } of email.headers) {
    const decoded = value.includes('=?') ? decodeWords(value) : value
    headers[key] = key in headers ? `${headers[key]}\n${decoded}` : decoded
  }
  return headers
}

function toAttachment(attachment: Attachment, index: number): MailAttachment {
  const { content } = attachment
  const contentId = attachment.contentId?.replace(/^<|>$/g, '')
  return {
    filename: attachment.filename ?? `attachment-${index + 1}`,
    contentType: attachment.mimeType,
    ...(contentId ? { contentId } : {}),
    inline: attachment.related ?? false,
    content: typeof content === 'string' ? Buffer.from(content) : toBuffer(content),
  }
}

function toBuffer(content: ArrayBuffer | Uint8Array): Buffer {
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content)
}

/**
 * Compiles a campaign's content into constant bytes with slots, once per run. Each slot is on its own lines between soft line breaks, so
 * that its value does not change the bytes around it.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { randomBytes } from 'node:crypto'
import { relaxed } from './dkim.ts'
import { ComposeError, mailboxField, parameter, rawField, textField } from './headers.ts'
import type { Mailbox } from './headers.ts'
import { encodePiece, encodeText, SOFT_BREAK } from './quoted-printable.ts'

/** Fixed text, or the index of a value that each message brings. */
export type Segment = { static: string } | { slot: number }

/** Segments if the template is simple; otherwise each message brings the whole text. */
export type Part = readonly Segment[] | 'per-message'

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Everything that is the same for all messages of a run. At least one of `html` and `text`. */
export interface MailTemplate {
  from: Mailbox
  replyTo?: Mailbox
  subject: Part
  html?: Part
  text?: Part
  /** At most five. */
  attachments?: readonly Attachment[]
  /** Further fields that are the same in every message, such as Feedback-ID. */
  headers?: Readonly<Record<string, string>>
}

/** A piece of the body: constant bytes, a slot's index, or a part that each message brings. */
export type BodyPiece = Buffer | number | 'html' | 'text'

export interface CompiledMail {
  /** Finished field when the subject is the same for all. */
  subject: Part | { field: string }
  /** From, Reply-To and the template's own fields. */
  senderFields: string
  /** MIME-Version and the content's type, with the empty line after them. */
  contentFields: string
  body: CompiledBody
  /** The same in the relaxed form that DKIM hashes. */
  relaxedBody: CompiledBody
}

export interface CompiledBody {
  pieces: readonly BodyPiece[]
  /** Of the pieces that are constant. */
  constantBytes: number
}

const ATTACHMENTS_LIMIT = 5
const BASE64_LINE = 76

/** Compiles a template. Throws `ComposeError` for content that an email cannot hold. */
export function compileMail(template: MailTemplate): CompiledMail {
  const { from, replyTo, attachments = [], headers = {} } = template
  if (attachments.length > ATTACHMENTS_LIMIT)
    throw new ComposeError('attachments', sentence('mail.attachments', { maximum: ATTACHMENTS_LIMIT }))
  const content = new Assembly()
  if (attachments.length === 0) addTexts(content, template)
  else addMixed(content, template, attachments)
  const { fields, pieces } = content.finish()
  const further = Object.entries(headers).map(([name, value]) => rawField(name, value))
  return {
    subject: compileSubject(template.subject),
    senderFields:
      mailboxField('From', from) + (replyTo === undefined ? '' : mailboxField('Reply-To', replyTo)) + further.join(''),
    contentFields: `MIME-Version: 1.0\r\n${fields}\r\n`,
    body: bodyOf(pieces),
    // A piece begins and ends at a line end or beside a soft break, so that each has its relaxed form by itself.
    relaxedBody: bodyOf(pieces.map(piece => (Buffer.isBuffer(piece) ? relaxed(piece) : piece))),
  }
}

function bodyOf(pieces: readonly BodyPiece[]): CompiledBody {
  const constantBytes = pieces.reduce<number>((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 0), 0)
  return { pieces, constantBytes }
}

/** Collects body pieces and joins adjacent texts into one buffer. The first `fields` go into the message's own header. */
class Assembly {
  readonly #pieces: BodyPiece[] = []
  #constant: (string | Buffer)[] = []
  #fields: string | undefined

  /** Begins an entity: its header goes to the message if it is the outermost, else into the body. */
  begin(fields: string): void {
    if (this.#fields === undefined) this.#fields = fields
    else this.add(`${fields}\r\n`)
  }

  add(constant: string | Buffer): void {
    this.#constant.push(constant)
  }

  addVariable(piece: number | 'html' | 'text'): void {
    this.#flush()
    this.#pieces.push(piece)
  }

  finish(): { fields: string; pieces: BodyPiece[] } {
    this.#flush()
    return { fields: this.#fields ?? '', pieces: this.#pieces }
  }

  #flush(): void {
    if (this.#constant.length === 0) return
    // Everything here is ASCII by construction.
    this.#pieces.push(
      Buffer.concat(this.#constant.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
    )
    this.#constant = []
  }
}

function addMixed(content: Assembly, template: MailTemplate, attachments: readonly Attachment[]): void {
  const boundary = newBoundary('m')
  content.begin(`Content-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n`)
  content.add(`--${boundary}\r\n`)
  addTexts(content, template)
  for (const attachment of attachments) {
    content.add(`--${boundary}\r\n`)
    content.begin(attachmentFields(attachment))
    content.add(Buffer.from(base64Lines(attachment.content), 'latin1'))
  }
  content.add(`--${boundary}--\r\n`)
}

function addTexts(content: Assembly, { html, text }: MailTemplate): void {
  if (html !== undefined && text !== undefined) {
    const boundary = newBoundary('a')
    content.begin(`Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`)
    content.add(`--${boundary}\r\n`)
    addText(content, 'text', text)
    content.add(`--${boundary}\r\n`)
    addText(content, 'html', html)
    content.add(`--${boundary}--\r\n`)
  } else if (html !== undefined) {
    addText(content, 'html', html)
  } else if (text !== undefined) {
    addText(content, 'text', text)
  } else {
    throw new ComposeError('content', sentence('mail.noContent'))
  }
}

function addText(content: Assembly, kind: 'html' | 'text', part: Part): void {
  const type = kind === 'html' ? 'text/html' : 'text/plain'
  content.begin(`Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n`)
  if (part === 'per-message') content.addVariable(kind)
  else addSegments(content, joinStatics(part))
  content.add('\r\n')
}

function addSegments(content: Assembly, segments: readonly Segment[]): void {
  for (const [index, segment] of segments.entries()) {
    if ('slot' in segment) {
      content.addVariable(segment.slot)
      content.add(SOFT_BREAK)
      continue
    }
    const isLast = index === segments.length - 1
    const encoded = isLast ? encodeText(segment.static) : encodePiece(segment.static)
    const atLineStart = encoded === '' || encoded.endsWith('\r\n')
    content.add(isLast || atLineStart ? encoded : encoded + SOFT_BREAK)
  }
}

function joinStatics(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    if (last !== undefined && 'static' in last && 'static' in segment) {
      joined[joined.length - 1] = { static: last.static + segment.static }
    } else {
      joined.push(segment)
    }
  }
  return joined
}

function compileSubject(subject: Part): CompiledMail['subject'] {
  if (subject === 'per-message' || subject.some(segment => 'slot' in segment)) return subject
  return { field: textField('Subject', subject.map(segment => ('static' in segment ? segment.static : '')).join('')) }
}

function attachmentFields({ filename, contentType }: Attachment): string {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
    throw new ComposeError('attachments', sentence('mail.attachmentType', { type: contentType }))
  const name = filename.replace(/^.*[/\\]/, '')
  return (
    `Content-Type: ${contentType}${parameter('name', name)}\r\n` +
    'Content-Transfer-Encoding: base64\r\n' +
    `Content-Disposition: attachment${parameter('filename', name)}\r\n`
  )
}

function base64Lines(content: Buffer): string {
  return content.toString('base64').replace(new RegExp(`.{1,${BASE64_LINE}}`, 'g'), '$&\r\n')
}

// "=_" is in no quoted-printable or base64 text, so the boundary cannot turn up in a content.
function newBoundary(kind: string): string {
  return `=_${kind}${randomBytes(12).toString('hex')}`
}

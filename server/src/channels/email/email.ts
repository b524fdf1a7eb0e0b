/** The email channel. */
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { FieldFailure } from '@notifly/contracts/errors'
import { isEmail } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { MAIL_FIELDS } from '@notifly/contracts/templates/sender-fields'
import {
  addOpenPixel,
  endOfBody,
  hasUnsubscribeLink,
  LINK_FIELD_PREFIX,
  OPEN_PIXEL_FIELD,
  type TrackedLink,
  trackLinks,
} from '../../lib/email-html/links.ts'
import { compileTemplate, type CompiledTemplate, renderSlots } from '../../lib/liquid/compile.ts'
import {
  browserAddress,
  type Channel,
  type MailParts,
  type Outline,
  type Source,
  type MessageRecipient,
  TOKEN_FIELD,
  unsubscribeAddress,
} from '../channel.ts'
import type { TemplateKind } from '../../lib/liquid/places.ts'
import { tagTextLinks } from '../../lib/links/text-links.ts'
import { ComposeError } from './compose/headers.ts'
import type { EmailMessage } from './message.ts'
import type { Provider } from '../provider.ts'
import { sesProvider } from './providers/ses.ts'
import type { SesConfiguration } from './providers/ses-request.ts'
import { type SmtpConfiguration, smtpProvider } from './providers/smtp.ts'
import { reasonSentence } from './reasons.ts'
import { bounceLocalPart, clickToken, TRAP_LINK_NO } from '../../lib/delivery-token.ts'
import { type Attachment, compileMail, type Segment } from './compose/compile-mail.ts'
import { composeMail, composeSignedMail, type MailHeaders, type MailValues } from './compose/compose-mail.ts'
import { createDkimSigner } from './compose/dkim.ts'
import { maskConstructs, readConstructs } from '../../lib/liquid/constructs.ts'
import { toText } from '../../lib/email-html/to-text.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import { readHtmlLayout } from '../../lib/liquid/html-layout.ts'

type EmailConfiguration = (SmtpConfiguration | SesConfiguration) & SenderIdentity

// A provider opens what its own name stands on, so that it is never given another's settings.
const providers = { smtp: smtpProvider, aws_ses: sesProvider } as unknown as Readonly<
  Record<string, Provider<EmailConfiguration, EmailMessage>>
>

export const emailChannel: Channel<EmailContent, FrozenEmail, EmailConfiguration, EmailMessage> = {
  name: 'email',
  addressedBy: 'email',
  providers,
  sources: ({ subject, preheader = '', html, text = '' }): Source[] => [
    { field: 'subject', source: subject, kind: 'subject' },
    { field: 'preheader', source: preheader, kind: 'text' },
    { field: 'html', source: html, kind: 'html' },
    { field: 'text', source: text, kind: 'text' },
  ],
  faults,
  outline,
  freeze: (content, { messageIdDomain, firstLinkNo, tags, isTransactional }) =>
    isTransactional
      ? freezeTransactional(content, messageIdDomain, firstLinkNo)
      : freezeContent(content, messageIdDomain, firstLinkNo, tags),
  fieldsOf: ({ subject, html, text }) =>
    [compileTemplate(subject, 'subject'), compileTemplate(html, 'html'), compileTemplate(text, 'text')]
      .flatMap(({ fields }) => fields)
      .filter(isContactField),
  compile: (content, sender, { publicUrl, bounceDomain, attachments }) =>
    compileCampaignMail(content.isWritten ? content : writeAddresses(content, publicUrl), sender, attachments, {
      messageIdDomain: content.messageIdDomain,
      bounceDomain,
      isTransactional: content.isTransactional === true,
    }),
  isContentFault: error => error instanceof ComposeError,
  reasonSentence,
}

function faults({ subject, html, replyTo = '', isFromTemplate = false }: EmailContent): FieldFailure[] {
  const found: FieldFailure[] = []
  if (subject.trim() === '') found.push({ field: 'subject', ...sentence('fields.required') })
  if (html.trim() === '') {
    found.push({
      field: 'html',
      ...(isFromTemplate ? sentence('campaigns.emptyTemplate') : sentence('campaigns.body')),
    })
  }
  if (replyTo !== '' && !isEmail(replyTo)) found.push({ field: 'replyTo', ...sentence('fields.email') })
  return found
}

function outline({ fromName = '', replyTo = '', html }: EmailContent, sender: Partial<SenderIdentity> = {}): Outline {
  const { sender_email: address = null, from_name = '' } = sender
  const name = fromName || from_name
  return {
    sender: address === null || name === '' ? address : `${name} <${address}>`,
    replyTo: replyTo || address,
    linkIn: { source: html, kind: 'html' },
  }
}

/** Fields that the sender supplies are neither columns nor merge fields. */
function isContactField(field: string): boolean {
  return !field.startsWith('notifly_') && !MAIL_FIELDS.some(name => name === field)
}

// The mail of a run. What the campaign said is completed once with everything that no recipient changes: footer, tracked links, pixel and
// text part, so that workers only fill in fields. It is compiled once for a run and a sender, then filled in for each recipient.

/** Liquid sources and sender of an email campaign. */
export interface EmailContent {
  subject: string
  preheader?: string
  html: string
  /** Written from the HTML when absent. */
  text?: string
  /** The configuration's name when absent. */
  fromName?: string
  replyTo?: string
  /** The body is a template's: what is missing has to be mended there. */
  isFromTemplate?: boolean
}

/** What `run.content` holds: sources that already have links, footer and pixel. */
export interface FrozenEmail {
  subject: string
  html: string
  text: string
  fromName?: string
  replyTo?: string
  /** Behind the @ of each Message-ID, the same for every attempt. */
  messageIdDomain: string
  /** Transactional: it has no List-Unsubscribe. */
  isTransactional?: true
  /** Its texts are those of one mail: what looks like a merge field is none. */
  isWritten?: true
}

export const TRAP_FIELD = 'notifly_trap'

/** Completes and checks a content. Throws TemplateInvalid. `firstLinkNo`: all contents of a run number their links from one sequence. */
export function freezeContent(
  content: EmailContent,
  messageIdDomain: string,
  firstLinkNo = 0,
  tags: LinkTags | null = null,
): { content: FrozenEmail; links: TrackedLink[] } {
  // Checked first: the edits below expect a source without errors.
  compileTemplate(content.subject, 'subject')
  compileTemplate(content.html, 'html')
  return freezeComplete(content, withUnsubscribe(content.html), {
    text: textPart(content),
    messageIdDomain,
    firstLinkNo,
    tags,
  })
}

/** The same for a transactional mail, which needs no unsubscribe link. */
export function freezeTransactional(
  content: EmailContent,
  messageIdDomain: string,
  firstLinkNo = 0,
): { content: FrozenEmail; links: TrackedLink[] } {
  compileTemplate(content.subject, 'subject')
  compileTemplate(content.html, 'html')
  const text = content.text?.trim() ? content.text : toText(content.html)
  const frozen = freezeComplete(content, content.html, { text, messageIdDomain, firstLinkNo, tags: null })
  return { ...frozen, content: { ...frozen.content, isTransactional: true } }
}

interface Completing {
  text: string
  messageIdDomain: string
  firstLinkNo: number
  tags: LinkTags | null
}

function freezeComplete(
  content: EmailContent,
  html: string,
  { text, messageIdDomain, firstLinkNo, tags }: Completing,
): { content: FrozenEmail; links: TrackedLink[] } {
  const complete = withPreheader(html, content.preheader ?? '')
  const tracked = trackLinks(complete, firstLinkNo)
  const frozen: FrozenEmail = {
    subject: content.subject,
    html: addOpenPixel(tracked.html, HIDDEN_LINK),
    text: tags === null ? text : tagTextLinks(text, tags),
    messageIdDomain,
    ...(content.fromName !== undefined && content.fromName !== '' && { fromName: content.fromName }),
    ...(content.replyTo !== undefined && content.replyTo !== '' && { replyTo: content.replyTo }),
  }
  compileTemplate(frozen.html, 'html')
  compileTemplate(frozen.text, 'text')
  return { content: frozen, links: tracked.links.filter(link => link.index < TRAP_LINK_NO) }
}

// Hidden from readers and screen readers; only machines that open every link follow it.
const HIDDEN_LINK = `<a href="{{ ${TRAP_FIELD} }}" style="display:none" tabindex="-1" aria-hidden="true" rel="nofollow"></a>`

/** Recipients of a campaign can always unsubscribe, as RFC 8058 and the large mailbox providers require: a mail without a link gets one. */
function withUnsubscribe(html: string): string {
  if (hasUnsubscribeLink(html)) return html
  const style = 'margin:24px 0 0;font:12px/1.5 sans-serif;color:#5f6368;text-align:center'
  const line = `<p style="${style}"><a href="{{ unsubscribe_url }}" style="color:#5f6368">Unsubscribe</a></p>`
  return insertAt(html, endOfBody(html, readHtmlLayout(maskConstructs(html, readConstructs(html)))), line)
}

/** Adds the preheader, which mail clients show after the subject: the first text of the body, hidden in the mail itself. */
function withPreheader(html: string, preheader: string): string {
  if (preheader.trim() === '') return html
  const layout = readHtmlLayout(maskConstructs(html, readConstructs(html)))
  const body = layout.tags.find(({ element, closing }) => element === 'body' && !closing)
  const style = 'display:none;max-height:0;overflow:hidden;mso-hide:all'
  return insertAt(html, body?.end ?? 0, `<div style="${style}">${escapeAround(preheader)}</div>`)
}

function textPart(content: EmailContent): string {
  const text = content.text?.trim() ? content.text : toText(content.html)
  return /\bunsubscribe_url\b/.test(text) ? text : `${text}\n\n--\nUnsubscribe: {{ unsubscribe_url }}\n`
}

/** Escapes plain text with merge fields, and leaves its Liquid constructs as they are. */
function escapeAround(source: string): string {
  let escaped = ''
  let at = 0
  for (const { begin, end } of readConstructs(source)) {
    escaped += escapeHtml(source.slice(at, begin)) + source.slice(begin, end)
    at = end
  }
  return escaped + escapeHtml(source.slice(at))
}

function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}

// Compiled once, then filled in for each recipient.

/** The parts of a stored configuration that appear in the email itself, with their names in the API. */
export interface SenderIdentity {
  sender_email: string
  from_name?: string
  dkim_domain?: string
  dkim_selector?: string
  dkim_private_key?: string
}

/** Liquid sources, and a sender's name that overrides the configuration's. */
interface CampaignSources {
  subject: string
  html: string
  text: string
  fromName?: string
  replyTo?: string
  isWritten?: true
}

/** The parts of a recipient that a mail is written from. */
type MailRecipient = Pick<
  MessageRecipient,
  'address' | 'fields' | 'messageId' | 'date' | 'unsubscribeUrl' | 'token' | 'mail'
>

/** The sender of mails, and the address of their bounces. */
interface MailOrigin {
  /** Behind the @ of each Message-ID. */
  messageIdDomain: string
  /** Null: bounces go to the sender. */
  bounceDomain: string | null
  isTransactional?: boolean
}

/**
 * Writes mails one by one, and signs them if there is a key. What it returns throws RenderError or ComposeError for a single recipient; it
 * throws TemplateInvalid, ComposeError or DkimKeyError itself if no mail of the run can be written.
 */
export function compileCampaignMail(
  sources: CampaignSources,
  sender: SenderIdentity,
  attachments: readonly Attachment[],
  { messageIdDomain, bounceDomain, isTransactional = false }: MailOrigin,
): (recipient: MailRecipient) => EmailMessage {
  const read = sources.isWritten ? literally : compileTemplate
  const subject = read(sources.subject, 'subject')
  const text = read(sources.text, 'text')
  const html = read(sources.html, 'html')
  const name = sources.fromName ?? sender.from_name ?? ''
  const mail = compileMail({
    from: { address: sender.sender_email, ...(name !== '' && { name }) },
    ...(sources.replyTo !== undefined && { replyTo: { address: sources.replyTo } }),
    subject: segmentsOf(subject, 0),
    text: segmentsOf(text, subject.slots.length),
    ...(sources.html !== '' && { html: segmentsOf(html, subject.slots.length + text.slots.length) }),
    attachments,
  })
  const write = (recipient: MailRecipient): [MailValues, MailHeaders] => {
    const { address, fields, date, unsubscribeUrl, mail: parts } = recipient
    const messageId = `${recipient.messageId}@${messageIdDomain}`
    const slots = renderSlots(subject, fields).concat(renderSlots(text, fields), renderSlots(html, fields))
    const headers: MailHeaders = { to: { address: parts?.to ?? address }, messageId, date }
    if (!isTransactional) headers.unsubscribe = { url: unsubscribeUrl }
    if (parts !== undefined) headers.further = furtherHeaders(parts)
    return [{ slots }, headers]
  }
  const signer = signerOf(sender)
  const compose =
    signer === null
      ? (recipient: MailRecipient) => composeMail(mail, ...write(recipient))
      : (recipient: MailRecipient) => composeSignedMail(mail, ...write(recipient), signer)
  return recipient => {
    const { address, token } = recipient
    const envelopeFrom =
      bounceDomain === null || token === '' ? sender.sender_email : `${bounceLocalPart(token)}@${bounceDomain}`
    return { recipient: address, token, envelopeFrom, content: compose(recipient) }
  }
}

function literally(text: string, kind: TemplateKind): CompiledTemplate {
  return { kind, statics: [text], slots: [], fields: [], plain: true }
}

function furtherHeaders({ cc, replyTo, headers }: MailParts): Record<string, string> {
  return {
    ...(cc.length > 0 && { Cc: cc.join(', ') }),
    ...(replyTo !== undefined && { 'Reply-To': replyTo }),
    ...headers,
  }
}

function segmentsOf({ statics, slots }: CompiledTemplate, firstSlot: number): Segment[] {
  return statics.flatMap((text, index): Segment[] =>
    index < slots.length ? [{ static: text }, { slot: firstSlot + index }] : [{ static: text }],
  )
}

function signerOf({ dkim_domain, dkim_selector, dkim_private_key }: SenderIdentity) {
  if (!dkim_domain || !dkim_selector || !dkim_private_key) return null
  return createDkimSigner({ domain: dkim_domain, selector: dkim_selector, privateKey: dkim_private_key })
}

// Our own addresses in a run's sources: tracked links, pixel, unsubscribe page. Between recipients they differ in the delivery's
// token alone. Written out before the sources are compiled, everything around the token is constant text that no mail has
// to build, check and encode again (measured: a quarter of the time that writing a mail takes).

const TOKEN = `{{ ${TOKEN_FIELD} }}`

/** Returns the same content with our addresses in place of their fields. */
export function writeAddresses(content: FrozenEmail, publicUrl: string): FrozenEmail {
  const addressOf = (field: string): string | undefined => {
    if (field === 'unsubscribe_url' || field === 'preferences_url') return unsubscribeAddress(publicUrl, TOKEN)
    if (field === 'view_in_browser_url') return browserAddress(publicUrl, TOKEN)
    if (field === OPEN_PIXEL_FIELD) return `${publicUrl}/t/o/${TOKEN}`
    const linkNo = field === TRAP_FIELD ? TRAP_LINK_NO : linkNoOf(field)
    return linkNo === undefined ? undefined : `${publicUrl}/t/c/${clickToken(TOKEN, linkNo)}`
  }
  return { ...content, html: replaceOutputs(content.html, addressOf), text: replaceOutputs(content.text, addressOf) }
}

function linkNoOf(field: string): number | undefined {
  const digits = field.startsWith(LINK_FIELD_PREFIX) ? field.slice(LINK_FIELD_PREFIX.length) : ''
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/** Leaves outputs with filters, and fields inside tags, as they are: the recipient's fields contain the addresses as well. */
function replaceOutputs(source: string, replacementOf: (field: string) => string | undefined): string {
  let replaced = ''
  let at = 0
  for (const { kind, content, begin, end } of readConstructs(source)) {
    const replacement = kind === 'output' ? replacementOf(content) : undefined
    if (replacement === undefined) continue
    replaced += source.slice(at, begin) + replacement
    at = end
  }
  return replaced + source.slice(at)
}

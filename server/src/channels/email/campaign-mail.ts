/** The mail of a run: compiled once, then filled in for each recipient. */
import { bounceLocalPart } from '../../lib/delivery-token.ts'
import type { CompiledTemplate } from '../../lib/liquid/compile.ts'
import { compileTemplate, renderSlots } from '../../lib/liquid/compile.ts'
import type { MessageRecipient } from '../channel.ts'
import { compileMail } from './compose/compile-mail.ts'
import type { Attachment, Segment } from './compose/compile-mail.ts'
import { composeMail, composeSignedMail } from './compose/compose-mail.ts'
import type { MailHeaders, MailValues } from './compose/compose-mail.ts'
import { createDkimSigner } from './compose/dkim.ts'
import type { EmailMessage } from './message.ts'

/** The parts of a stored configuration that stand in the mail itself, under their names on the wire. */
export interface SenderIdentity {
  sender_email: string
  from_name?: string
  dkim_domain?: string
  dkim_selector?: string
  dkim_private_key?: string
}

/** Liquid sources, and a sender's name that goes before the configuration's. */
export interface CampaignSources {
  subject: string
  html: string
  text: string
  fromName?: string
  replyTo?: string
}

/** What of a recipient a mail is made of. */
type MailRecipient = Pick<MessageRecipient, 'address' | 'fields' | 'messageId' | 'date' | 'unsubscribeUrl' | 'token'>

/** Where mails come from and bounces go to. */
export interface MailOrigin {
  /** Behind the @ of each Message-ID. */
  messageIdDomain: string
  /** Null: bounces go to the sender. */
  bounceDomain: string | null
}

/**
 * Writes mails one by one, signed where there is a key; throws RenderError or ComposeError for a recipient alone. Itself throws
 * TemplateInvalid, ComposeError or DkimKeyError for what makes every mail of the run impossible.
 */
export function compileCampaignMail(
  sources: CampaignSources,
  sender: SenderIdentity,
  attachments: readonly Attachment[],
  { messageIdDomain, bounceDomain }: MailOrigin,
): (recipient: MailRecipient) => EmailMessage {
  const subject = compileTemplate(sources.subject, 'subject')
  const text = compileTemplate(sources.text, 'text')
  const html = compileTemplate(sources.html, 'html')
  const name = sources.fromName ?? sender.from_name ?? ''
  const mail = compileMail({
    from: { address: sender.sender_email, ...(name !== '' && { name }) },
    ...(sources.replyTo !== undefined && { replyTo: { address: sources.replyTo } }),
    subject: segmentsOf(subject, 0),
    text: segmentsOf(text, subject.slots.length),
    html: segmentsOf(html, subject.slots.length + text.slots.length),
    attachments,
  })
  const write = (recipient: MailRecipient): [MailValues, MailHeaders] => {
    const { address, fields, date, unsubscribeUrl } = recipient
    const messageId = `${recipient.messageId}@${messageIdDomain}`
    const slots = renderSlots(subject, fields).concat(renderSlots(text, fields), renderSlots(html, fields))
    return [{ slots }, { to: { address }, messageId, date, unsubscribe: { url: unsubscribeUrl } }]
  }
  const signer = signerOf(sender)
  const compose =
    signer === null
      ? (recipient: MailRecipient) => composeMail(mail, ...write(recipient))
      : (recipient: MailRecipient) => composeSignedMail(mail, ...write(recipient), signer)
  return recipient => {
    const { address, token } = recipient
    const envelopeFrom = bounceDomain === null ? sender.sender_email : `${bounceLocalPart(token)}@${bounceDomain}`
    return { recipient: address, token, envelopeFrom, content: compose(recipient) }
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

/** Puts one recipient's values and headers into a compiled mail. */
// Imported since the global is a getter, which each mail would ask many times.
import { Buffer } from 'node:buffer'
import type { CompiledMail, Part } from './compile-mail.ts'
import { ComposedMail } from './composed-mail.ts'
import { relaxedBodyHash } from './dkim.ts'
import type { DkimSigner } from './dkim.ts'
import { ComposeError, dateField, mailboxField, rawField, textField } from './headers.ts'
import type { Mailbox } from './headers.ts'
import { encodePiece, encodeText } from './quoted-printable.ts'

/** Values of the slots by index, and the parts that the template leaves to each message. */
export interface MailValues {
  slots: readonly string[]
  subject?: string
  html?: string
  text?: string
}

/** The header fields of one message. */
export interface MailHeaders {
  to: Mailbox
  /** Without angle brackets. The same again when the message is sent again. */
  messageId: string
  date: Date
  /** Where one click ends the subscription (RFC 8058), and an address that does the same. */
  unsubscribe?: { url: string; address?: string }
  /** Further fields, such as tags that a provider echoes in its reports. */
  further?: Readonly<Record<string, string>>
}

/** Composes one mail. Throws `ComposeError` for values that an email cannot hold. */
export function composeMail(mail: CompiledMail, values: MailValues, headers: MailHeaders): ComposedMail {
  return new ComposedMail(headerFields(mail, values, headers), mail.body, encodeVariables(mail, values))
}

/** Composes one mail and signs it. Cheaper than signing a finished mail, whose whole body would have to be read again. */
export function composeSignedMail(
  mail: CompiledMail,
  values: MailValues,
  headers: MailHeaders,
  signer: DkimSigner,
): ComposedMail {
  const fields = headerFields(mail, values, headers)
  const variables = encodeVariables(mail, values)
  const relaxedBody = new ComposedMail('', mail.relaxedBody, variables.map(relaxedText))
  const bytes = scratch(relaxedBody.length)
  relaxedBody.copy(bytes)
  const signature = signer.signatureField(fields, relaxedBodyHash(bytes))
  return new ComposedMail(signature + fields, mail.body, variables)
}

/** The encoded values in the order of the body's variable pieces. */
function encodeVariables(mail: CompiledMail, values: MailValues): string[] {
  const variables: string[] = []
  // The longest value of most mails, the token of their links, is also the one that is used in many places.
  let long = ''
  let longEncoded = ''
  for (const piece of mail.body.pieces) {
    if (typeof piece === 'number') {
      const value = slotValue(values, piece)
      if (value.length >= LONG && value !== long) {
        long = value
        longEncoded = encodePiece(value)
      }
      variables.push(value.length >= LONG ? longEncoded : encodePiece(value))
    } else if (typeof piece === 'string') {
      variables.push(encodeText(partValue(values, piece)))
    }
  }
  return variables
}

const LONG = 40

let scratchMemory = Buffer.allocUnsafeSlow(65_536)

/** Returns memory that later calls overwrite: its bytes must be used before anything else runs. */
function scratch(sizeBytes: number): Buffer {
  if (scratchMemory.length < sizeBytes) scratchMemory = Buffer.allocUnsafeSlow(sizeBytes * 2)
  return scratchMemory.subarray(0, sizeBytes)
}

// Encoded text has no space before a line end, so only its runs are left to shorten.
function relaxedText(text: string): string {
  return /\t| {2}/.test(text) ? text.replace(/[ \t]+/g, ' ') : text
}

function headerFields(mail: CompiledMail, values: MailValues, headers: MailHeaders): string {
  return (
    mail.senderFields +
    mailboxField('To', headers.to) +
    subjectField(mail.subject, values) +
    dateField(headers.date) +
    messageIdField(headers.messageId) +
    unsubscribeFields(headers.unsubscribe) +
    furtherFields(headers.further) +
    mail.contentFields
  )
}

function subjectField(subject: CompiledMail['subject'], values: MailValues): string {
  if (typeof subject === 'object' && 'field' in subject) return subject.field
  return textField('Subject', subjectText(subject, values))
}

function subjectText(subject: Part, values: MailValues): string {
  if (subject === 'per-message') return partValue(values, 'subject')
  let text = ''
  for (const segment of subject) text += 'static' in segment ? segment.static : slotValue(values, segment.slot)
  return text
}

function messageIdField(messageId: string): string {
  if (!/^[!-;=?-~]+$/.test(messageId) || !messageId.slice(1, -1).includes('@'))
    throw new ComposeError('Message-ID', `${JSON.stringify(messageId)} is none`)
  return `Message-ID: <${messageId}>\r\n`
}

function unsubscribeFields(unsubscribe: MailHeaders['unsubscribe']): string {
  if (unsubscribe === undefined) return ''
  const { url, address } = unsubscribe
  if (!/^https?:\/\/[!-;=?-~]{1,900}$/.test(url)) throw new ComposeError('List-Unsubscribe', 'is not a web address')
  // Without a second address there is nowhere to fold, and nothing left to check.
  if (address === undefined) return `List-Unsubscribe: <${url}>\r\n${ONE_CLICK}`
  return rawField('List-Unsubscribe', `<${url}>, <mailto:${address}>`) + ONE_CLICK
}

const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n'

function furtherFields(further: MailHeaders['further']): string {
  if (further === undefined) return ''
  return Object.entries(further)
    .map(([name, value]) => rawField(name, value))
    .join('')
}

function slotValue(values: MailValues, slot: number): string {
  const value = values.slots[slot]
  if (value === undefined) throw new ComposeError('content', `slot ${slot} has no value`)
  return value
}

function partValue(values: MailValues, part: 'subject' | 'html' | 'text'): string {
  const value = values[part]
  if (value === undefined) throw new ComposeError(part, 'is missing')
  return value
}

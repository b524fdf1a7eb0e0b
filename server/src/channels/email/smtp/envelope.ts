/** The commands before a message (MAIL, RCPT) and the wire form of its content. */
import { Buffer, isAscii } from 'node:buffer'
import { domainToASCII } from 'node:url'
import type { Outcome } from '../../provider.ts'
import type { ComposedMail } from '../compose/composed-mail.ts'
import type { EmailMessage } from '../message.ts'
import type { Capabilities } from './handshake.ts'
import { invalidAddress, notThisMessage } from './outcomes.ts'

/** What is sent for one message. Commands are byte strings: written as latin1, they are UTF-8 on the wire. */
export interface Envelope {
  mail: string
  rcpt: string
  /** With dots doubled at line starts, without the final dot. */
  content: Buffer | ComposedMail
}

// The usual case, checked in one go.
const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}$/
const FORBIDDEN = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}<>(),;:\\"@[\]]/u

/** Writes the envelope for a server, or returns why this message cannot go through it. */
export function envelopeFor(message: EmailMessage, server: Capabilities): Envelope | Outcome {
  const { content } = message
  if (content.length > server.maxSizeBytes) {
    return notThisMessage('message_too_large', '', `${content.length} bytes; the server takes ${server.maxSizeBytes}`)
  }
  const eightBit = Buffer.isBuffer(content) && !isAscii(content)
  if (eightBit && !server.eightBit) return notThisMessage('eight_bit_unsupported')
  const sender = message.envelopeFrom === '' ? '' : envelopeAddress(message.envelopeFrom)
  const recipient = envelopeAddress(message.recipient)
  if (sender === undefined)
    return { ...notThisMessage('sender_refused', '', message.envelopeFrom), wholeConfiguration: true }
  if (recipient === undefined) return invalidAddress('bad_address', message.recipient)
  const utf8 = !isPlainText(sender) || !isPlainText(recipient)
  if (utf8 && !server.utf8) return invalidAddress('address_unsupported', message.recipient)
  const size = server.size ? ` SIZE=${content.length}` : ''
  const body = eightBit ? ' BODY=8BITMIME' : ''
  const encode = utf8 ? bytesOf : (command: string) => command
  return {
    mail: encode(`MAIL FROM:<${sender}>${size}${body}${utf8 ? ' SMTPUTF8' : ''}\r\n`),
    rcpt: encode(`RCPT TO:<${recipient}>\r\n`),
    content: Buffer.isBuffer(content) ? wireContent(content) : content,
  }
}

function isPlainText(address: string): boolean {
  for (let index = 0; index < address.length; index++) if (address.charCodeAt(index) > 127) return false
  return true
}

function wireContent(content: Buffer): Buffer {
  const dotted = content[0] === DOT || content.includes(LF_DOT) || content.includes(CR_DOT)
  return dotted ? dotStuff(content) : content
}

/** Returns what ends a content: the final dot on its own line. */
export function finalDot(content: Buffer | ComposedMail): string {
  return Buffer.isBuffer(content) && content.at(-1) !== LF ? '\r\n.\r\n' : '.\r\n'
}

const DOT = 46
// As buffers: a third faster to search for than strings.
const LF_DOT = Buffer.from('\n.')
const CR_DOT = Buffer.from('\r.')
const LF = 10

function bytesOf(command: string): string {
  return Buffer.from(command, 'utf8').toString('latin1')
}

// Bare CR and LF become CRLF here: next to a dot they are how a second message is smuggled past one of two servers.
function dotStuff(content: Buffer): Buffer {
  const lines = content.toString('latin1').split(/\r\n|\r|\n/)
  return Buffer.from(lines.map(line => (line.startsWith('.') ? `.${line}` : line)).join('\r\n'), 'latin1')
}

/** The address with its domain in ASCII, or undefined if it could break out of the envelope. */
export function envelopeAddress(address: string): string | undefined {
  if (PLAIN_ADDRESS.test(address)) return address
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  // Checked as it was given too: turning it into ASCII silently drops line breaks.
  const domain = domainToASCII(address.slice(at + 1))
  const isValid = at > 0 && domain !== '' && Buffer.byteLength(local) <= 64 && domain.length <= 253
  return isValid && !FORBIDDEN.test(local) && !FORBIDDEN.test(address.slice(at + 1)) ? `${local}@${domain}` : undefined
}

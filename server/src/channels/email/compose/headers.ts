/**
 * Header fields: encoded words for characters beyond ASCII (RFC 2047), parameters (RFC 2231), folding (RFC 5322). A value with a line break
 * or another control character is refused, never cleaned: it would be an attempt to inject a field.
 */

import { domainToASCII } from 'node:url'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'

/** A mail cannot be built from the given values; `part` names the one at fault. */
export class ComposeError extends Error {
  readonly part: string
  readonly sentence: Sentence

  constructor(part: string, problem: Words) {
    const words = sentence('mail.part', { part, problem })
    super(english(words))
    this.name = 'ComposeError'
    this.part = part
    this.sentence = words
  }
}

export interface Mailbox {
  address: string
  name?: string
}

const LINE_LENGTH = 76
// A line must not exceed 998 characters (RFC 5322); a word that cannot be folded must leave room for its field's name.
const WORD_LIMIT = 900
// RFC 2047: an encoded word has at most 75 characters, of which "=?utf-8?B?" and "?=" take 12.
const ENCODED_WORD_ROOM = 63

/** Writes a field with free text, such as Subject. */
export function textField(name: string, value: string): string {
  assertOneLine(name, value)
  const text = value.trim()
  if (needsEncoding(text)) return `${name}: ${encodedWords(text, name.length + 2)}\r\n`
  return fold(`${name}: ${text}`)
}

/** Writes a field whose value already has its final syntax, such as List-Unsubscribe. Long values are folded at spaces. */
export function rawField(name: string, value: string): string {
  assertOneLine(name, value)
  if (!/^[\x20-\x7e]*$/.test(value)) throw new ComposeError(name, sentence('mail.ascii'))
  if (!/^[\w-]+$/.test(name)) throw new ComposeError(name, 'is not the name of a field')
  return fold(`${name}: ${value}`)
}

/** Writes a field with one mailbox. */
export function mailboxField(name: string, mailbox: Mailbox): string {
  const address = headerAddress(name, mailbox.address)
  if (mailbox.name === undefined) return `${name}: ${address}\r\n`
  assertOneLine(name, mailbox.name)
  const display = mailbox.name.trim()
  if (display === '') return `${name}: ${address}\r\n`
  const phrase = needsEncoding(display) ? encodedWords(display, name.length + 2) : quoted(display)
  const lastLine = phrase.length - phrase.lastIndexOf('\n')
  const separator = name.length + lastLine + address.length > LINE_LENGTH - 5 ? '\r\n ' : ' '
  return `${name}: ${phrase}${separator}<${address}>\r\n`
}

/** Writes a parameter of a structured field on its own line, in the plain form if possible. */
export function parameter(name: string, value: string): string {
  assertOneLine(name, value)
  if (/^[\x20-\x7e]{0,60}$/.test(value) && !value.includes('=?')) return `;\r\n ${name}=${quoted(value)}`
  const sections = percentSections(value)
  if (sections.length === 1) return `;\r\n ${name}*=utf-8''${sections[0] ?? ''}`
  return sections.map((section, index) => `;\r\n ${name}*${index}*=${index === 0 ? "utf-8''" : ''}${section}`).join('')
}

/** RFC 5322 date in UTC. */
export function dateField(date: Date): string {
  const second = Math.floor(date.getTime() / 1000)
  // Thousands of mails leave within one second.
  if (second !== lastDate.second) {
    lastDate = { second, field: `Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n` }
  }
  return lastDate.field
}

let lastDate = { second: NaN, field: '' }

// oxlint-disable-next-line no-control-regex -- control characters are what must not be here
const ADDRESS = /^[^\x00-\x20\x7f-\uffff<>(),;:\\"@[\]]+@[^\x00-\x20\x7f-\uffff<>(),;:\\"@[\]]+$/

/** Returns the address with its domain in ASCII. Refuses an address that could end the line or break out of its angle brackets. */
function headerAddress(field: string, address: string): string {
  if (ADDRESS.test(address)) return address
  assertOneLine(field, address)
  const at = address.lastIndexOf('@')
  const ascii = `${address.slice(0, Math.max(at, 0))}@${domainToASCII(address.slice(at + 1))}`
  if (!ADDRESS.test(ascii))
    throw new ComposeError(field, sentence('mail.noAddress', { address: JSON.stringify(address) }))
  return ascii
}

function assertOneLine(part: string, value: string): void {
  if (/(?!\t)\p{Cc}|[\u2028\u2029]/u.test(value)) throw new ComposeError(part, sentence('mail.control'))
}

function needsEncoding(text: string): boolean {
  if (!/^[\t -~]*$/.test(text) || text.includes('=?')) return true
  return text.length > WORD_LIMIT && text.split(/[ \t]/).some(word => word.length > WORD_LIMIT)
}

function quoted(text: string): string {
  return /^[\w!#$%&'*+/=?^`{|}~-]+( [\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text)
    ? text
    : `"${text.replace(/["\\]/g, letter => `\\${letter}`)}"`
}

/** Encodes text as base64 words, split between characters. The first word is shorter, so that it fits beside the field's name. */
function encodedWords(text: string, used: number): string {
  const words: string[] = []
  let word = ''
  for (const letter of text) {
    const room = ENCODED_WORD_ROOM - (words.length === 0 ? Math.min(used, 30) : 0)
    if (base64Length(Buffer.byteLength(word + letter)) > room) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  words.push(word)
  return words.map(part => `=?utf-8?B?${Buffer.from(part.toWellFormed()).toString('base64')}?=`).join('\r\n ')
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

/** Folds a line before single spaces. Never leaves a line with only spaces, which RFC 5322 forbids. */
function fold(line: string): string {
  let folded = ''
  let rest = line
  while (rest.length > LINE_LENGTH) {
    const at = foldPoint(rest)
    if (at === -1) break
    folded += `${rest.slice(0, at)}\r\n`
    rest = rest.slice(at)
  }
  if (rest.length > 998) throw new ComposeError(line.slice(0, line.indexOf(':')), sentence('mail.longWord'))
  return `${folded}${rest}\r\n`
}

function foldPoint(line: string): number {
  // Neither the space after "Name:" nor the one that begins a folded line.
  const first = line.startsWith(' ') ? 0 : line.indexOf(': ') + 1
  const isPoint = (at: number) => line[at] === ' ' && !/[ \t]/.test(`${line[at - 1]}${line[at + 1]}`)
  for (let at = LINE_LENGTH; at > first; at--) if (isPoint(at)) return at
  for (let at = LINE_LENGTH + 1; at < line.length - 1; at++) if (isPoint(at)) return at
  return -1
}

function percentSections(value: string): string[] {
  const sections = ['']
  for (const letter of value.toWellFormed()) {
    const encoded = /^[\w.-]$/.test(letter) ? letter : encodeURIComponent(letter).replace(/['()*!~]/g, hexOf)
    if ((sections.at(-1)?.length ?? 0) + encoded.length > 55) sections.push('')
    sections[sections.length - 1] += encoded
  }
  return sections
}

function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

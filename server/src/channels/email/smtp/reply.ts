/**
 * Reads SMTP replies (RFC 5321 section 4.2) from the pieces that the network delivers. Bounded: a server that never ends a line or a reply
 * is cut off. Lenient where real servers are sloppy: bare line feeds, missing text, changing codes.
 */

export interface Reply {
  code: number
  /** RFC 3463 status such as 5.1.1, or empty. */
  enhanced: string
  /** Text of all lines without the codes. */
  lines: readonly string[]
}

/** The server sent something that is not SMTP. */
export class SmtpProtocolError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SmtpProtocolError'
  }
}

// RFC 5321 allows 512 octets a line; servers exceed it in EHLO answers and policy texts, never by that much.
const LINE_LIMIT = 4096
const LINES_LIMIT = 200
/** Limit for all lines together: a response to EHLO has a kilobyte or two. */
const LETTERS_LIMIT = 32_768
/** Only the first words of a refusal are judged. */
const WORDS_READ = 1000
const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/

export class ReplyParser {
  #rest = ''
  #lines: string[] = []
  #letters = 0
  /** The last plain line: three of four are like the one before. */
  #known: { line: string; reply: Reply } | undefined
  readonly #onReply: (reply: Reply) => void

  constructor(onReply: (reply: Reply) => void) {
    this.#onReply = onReply
  }

  /** Bytes that arrived but do not make a whole reply yet. */
  get hasPartial(): boolean {
    return this.#rest !== '' || this.#lines.length > 0
  }

  /** Takes what arrived and calls back for each complete reply. Throws `SmtpProtocolError` on garbage. */
  push(chunk: Buffer): void {
    // latin1 keeps every byte whole even if a letter is cut in two; texts are turned into UTF-8 line by line.
    const text = this.#rest + chunk.toString('latin1')
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#line(text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end))
      start = end + 1
    }
    this.#rest = text.slice(start)
    if (this.#rest.length > LINE_LIMIT) throw new SmtpProtocolError('the server sent a line without an end')
  }

  #line(line: string): void {
    if (line === this.#known?.line && this.#lines.length === 0) return this.#onReply(this.#known.reply)
    if (isPlainReply(line) && this.#lines.length === 0) {
      const reply = { code: Number(line.slice(0, 3)), enhanced: '', lines: [line.slice(4)] }
      this.#known = { line, reply }
      return this.#onReply(reply)
    }
    const match = line.length > LINE_LIMIT ? null : LINE.exec(line)
    if (match === null) throw new SmtpProtocolError(`the server answered "${line.slice(0, 60)}", which is not SMTP`)
    this.#lines.push(readable(match[3] ?? ''))
    this.#letters += line.length
    if (this.#lines.length > LINES_LIMIT || this.#letters > LETTERS_LIMIT)
      throw new SmtpProtocolError('the server sent an answer without an end')
    if (match[2] === '-') return
    const lines = this.#lines
    this.#lines = []
    this.#letters = 0
    this.#onReply({ code: Number(match[1]), enhanced: ENHANCED.exec(lines[0] ?? '')?.[1] ?? '', lines })
  }
}

/**
 * Whether a line is the usual reply, such as "250 ok" or "354 go": one short line of ASCII characters without an enhanced status. Five of
 * six replies of a campaign are; checking characters takes a third of the time of the patterns.
 */
function isPlainReply(line: string): boolean {
  if (line.length < 5 || line.length > 40) return false
  const first = line.charCodeAt(0) - ZERO
  if (first < 2 || first > 5 || !isDigit(line, 1) || !isDigit(line, 2) || line.charCodeAt(3) !== SPACE) return false
  // A status begins with its class and a dot.
  if (line.charCodeAt(5) === DOT) return false
  for (let index = 4; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code < SPACE || code > 126) return false
  }
  return true
}

const ZERO = 48
const SPACE = 32
const DOT = 46

function isDigit(line: string, index: number): boolean {
  const digit = line.charCodeAt(index) - ZERO
  return digit >= 0 && digit <= 9
}

/** Returns code and text in one line of at most 300 characters, for people and logs. */
export function replyText(reply: Reply): string {
  return `${reply.code} ${reply.lines.join(' ')}`.trim().slice(0, 300)
}

/** Returns the words by which a refusal is judged. */
export function replyWords(reply: Reply): string {
  return reply.lines.join(' ').slice(0, WORDS_READ)
}

/** Returns the code with its enhanced status, such as `550 5.1.1`. */
export function replyCode(reply: Reply): string {
  return reply.enhanced === '' ? String(reply.code) : `${reply.code} ${reply.enhanced}`
}

function readable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  const clean = text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '')
  // oxlint-disable-next-line no-control-regex -- nothing beyond ASCII: the usual case, and the cheap one
  return /^[\x00-\x7f]*$/.test(clean) ? clean : Buffer.from(clean, 'latin1').toString('utf8')
}

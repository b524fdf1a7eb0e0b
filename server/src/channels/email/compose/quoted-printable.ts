/**
 * Quoted-printable (RFC 2045 section 6.7) for texts. The output is 7-bit, has lines of at most 76 characters, never begins a line with a
 * dot (so SMTP has nothing to stuff) and contains no line that a server might alter in transit.
 */

const LINE_LENGTH = 76
// Ends a line of the encoding where the text has none.
export const SOFT_BREAK = '=\r\n'

/** Encodes a piece of text that starts at the beginning of a line and is followed by a soft break. */
export function encodePiece(text: string): string {
  if (!isPlain(text)) return encodeLines(text, true)
  return text.length < LINE_LENGTH && guardOf(text) === '' ? text : wrapPlain(text)
}

/** Encodes a text that ends its part. */
export function encodeText(text: string): string {
  return encodeLines(text, false)
}

function encodeLines(text: string, isOpen: boolean): string {
  const lines = (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n')
  const last = lines.length - 1
  let encoded = ''
  for (let index = 0; index < last; index++) encoded += `${encodeLine(lines[index] ?? '', false)}\r\n`
  return encoded + encodeLine(lines[last] ?? '', isOpen)
}

/** `isOpen`: the line continues after a soft break, so that a space at its end needs no protection. */
function encodeLine(line: string, isOpen: boolean): string {
  const escaped = escapeLine(line)
  const guarded = isOpen ? escaped : guardEnd(escaped)
  const whole = guardStart(guarded)
  return whole.length < LINE_LENGTH ? whole : wrap(guarded)
}

function escapeLine(line: string): string {
  if (/^[\t -~]*$/.test(line)) return line.includes('=') ? line.replaceAll('=', '=3D') : line
  let escaped = ''
  for (const byte of Buffer.from(line, 'utf8')) {
    escaped += (byte >= 32 && byte < 127 && byte !== 61) || byte === 9 ? String.fromCharCode(byte) : HEX[byte]
  }
  return escaped
}

const HEX = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/**
 * Whether a line needs no escape: only characters from space to tilde, without the equals sign. Comparing codes takes half the time of a
 * regular expression.
 */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 || code > 126 || code === 61) return false
  }
  return true
}

/** For the most common long value, the address of a link. */
function wrapPlain(text: string): string {
  let wrapped = ''
  for (let start = 0; start < text.length;) {
    const guard = guardOf(text, start)
    const first = start
    start += LINE_LENGTH - 1 - (guard === '' ? 0 : guard.length - 1)
    const line = guard === '' ? text.slice(first, start) : guard + text.slice(first + 1, start)
    wrapped += start < text.length ? line + SOFT_BREAK : line
  }
  return wrapped
}

function wrap(line: string): string {
  const pieces: string[] = []
  for (let start = 0; start < line.length;) {
    const widest = line.slice(start, start + LINE_LENGTH - 1)
    const overhead = guardStart(widest).length - widest.length
    const end = start + wholeEscapes(line, start, Math.min(line.length, start + LINE_LENGTH - 1 - overhead))
    pieces.push(guardStart(line.slice(start, end)))
    start = end
  }
  return pieces.join(SOFT_BREAK)
}

/** Returns how much of line[start, end) can be taken without splitting an =XX. */
function wholeEscapes(line: string, start: number, end: number): number {
  if (end === line.length) return end - start
  if (line[end - 1] === '=') return end - 1 - start
  return (line[end - 2] === '=' ? end - 2 : end) - start
}

// Spaces at the end of a line are lost on the way.
function guardEnd(line: string): string {
  if (line.endsWith(' ')) return `${line.slice(0, -1)}=20`
  return line.endsWith('\t') ? `${line.slice(0, -1)}=09` : line
}

function guardStart(line: string): string {
  const guard = guardOf(line)
  return guard === '' ? line : guard + line.slice(1)
}

/**
 * Escapes the first character of a line if needed. SMTP would double a dot, and some mailboxes put ">" before "From ": both break
 * signatures.
 */
function guardOf(text: string, start = 0): string {
  if (text.charCodeAt(start) === 46) return '=2E'
  return text.charCodeAt(start) === 70 && text.startsWith('From ', start) ? '=46' : ''
}

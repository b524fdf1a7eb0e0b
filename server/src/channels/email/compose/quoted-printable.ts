/**
 * Quoted-printable (RFC 2045 section 6.7) for texts. What comes out is 7-bit, has lines of at most 76 characters, never
 * begins a line with a dot (so SMTP has nothing to stuff) and contains no line that anybody on the way would alter.
 */

const LINE_LENGTH = 76
// Ends a line of the encoding where the text has none.
export const SOFT_BREAK = '=\r\n'

// Most merge fields: short, plain, and nothing to take care of at the beginning of the line.
const SIMPLE = /^(?!\.|From )[ -<>-~]{0,75}$/

/** Encodes a piece of text that starts at the beginning of a line and is followed by a soft break. */
export function encodePiece(text: string): string {
  return SIMPLE.test(text) ? text : encodeLines(text, true)
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

/** `isOpen`: the line goes on after a soft break, so that a space at its end needs no protection. */
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

/** How much of line[start, end) can be taken without cutting an =XX in two. */
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

// A dot would be doubled by SMTP, and "From " gets a ">" in some mailboxes, which breaks signatures.
function guardStart(line: string): string {
  if (line.startsWith('.')) return `=2E${line.slice(1)}`
  return line.startsWith('From ') ? `=46${line.slice(1)}` : line
}

/** Parses a mail as it was received, with separate code: none of the code that composed it is used. */

export interface RawMail {
  /** All values of a header, unfolded; encoded words as they are. */
  header(name: string): string[]
  /** The parts that are no containers, in order, decoded. */
  parts: Part[]
}

export interface Part {
  /** Such as text/plain. */
  type: string
  filename: string | undefined
  content: Buffer
  text: string
}

/** Parses a mail. Throws if its structure violates RFC 5322 or 2046. */
export function readMail(raw: string): RawMail {
  const { headers, body } = split(raw)
  return { header: name => valuesOf(headers, name), parts: partsOf(headers, body) }
}

/** The text of a header, its encoded words (RFC 2047) decoded. */
export function decodeWords(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, _charset: string, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : unquote(text.replaceAll('_', ' ')).toString('utf8'),
  )
}

type Headers = [name: string, value: string][]

function split(raw: string): { headers: Headers; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1) throw new Error('The header has no end')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(line.slice(0, colon))) throw new Error(`No header: ${line}`)
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers, body: raw.slice(end + 4) }
}

function valuesOf(headers: Headers, name: string): string[] {
  return headers.filter(([each]) => each === name.toLowerCase()).map(([, value]) => value)
}

function partsOf(headers: Headers, body: string): Part[] {
  const kind = valuesOf(headers, 'Content-Type')[0] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(kind)?.[1]
  if (boundary !== undefined) {
    const pieces = `\r\n${body}`.split(`\r\n--${boundary}`)
    if (pieces.at(-1)?.startsWith('--') !== true) throw new Error('A multipart has no end')
    return pieces.slice(1, -1).flatMap(piece => {
      const part = split(piece.replace(/^[ \t]*\r\n/, ''))
      return partsOf(part.headers, part.body)
    })
  }
  const content = decode(body, valuesOf(headers, 'Content-Transfer-Encoding')[0] ?? '7bit')
  const disposition = valuesOf(headers, 'Content-Disposition')[0] ?? ''
  return [
    {
      type: (kind.split(';')[0] ?? '').trim().toLowerCase(),
      filename: /filename="?([^";]+)"?/i.exec(disposition)?.[1],
      content,
      text: content.toString('utf8'),
    },
  ]
}

function decode(body: string, encoding: string): Buffer {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64')
  if (encoding.toLowerCase() === 'quoted-printable') return unquote(body.replace(/=\r\n/g, ''))
  return Buffer.from(body, 'latin1')
}

function unquote(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

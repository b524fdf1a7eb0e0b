/** D-Bus messages (dbus.freedesktop.org/doc/dbus-specification.html), little-endian, as far as a desktop needs them. */

export const TYPE = { call: 1, answer: 2, error: 3, signal: 4 } as const

export interface Message {
  type: number
  serial: number
  path?: string | undefined
  interface?: string | undefined
  member?: string | undefined
  errorName?: string | undefined
  replySerial?: number | undefined
  destination?: string | undefined
  sender?: string | undefined
  signature: string
  body: unknown[]
}

const FIELDS = [
  ['path', 1, 'o'],
  ['interface', 2, 's'],
  ['member', 3, 's'],
  ['errorName', 4, 's'],
  ['replySerial', 5, 'u'],
  ['destination', 6, 's'],
  ['sender', 7, 's'],
  ['signature', 8, 'g'],
] as const

/** The complete message at the beginning of `bytes` with its length; undefined if bytes are missing. */
export function readMessage(bytes: Buffer): { message: Message; length: number } | undefined {
  if (bytes.length < 16) return undefined
  if (bytes[0] !== 0x6c) throw new Error('only little-endian messages are understood')
  const bodyLength = bytes.readUInt32LE(4)
  const fieldsLength = bytes.readUInt32LE(12)
  const bodyAt = aligned(16 + fieldsLength, 8)
  if (bytes.length < bodyAt + bodyLength) return undefined
  const [fields] = new Reader(bytes, 12).all('a(yv)') as [[number, unknown][]]
  const named = Object.fromEntries(
    fields.map(([code, value]) => [FIELDS.find(([, known]) => known === code)?.[0], value]),
  )
  const signature = String(named['signature'] ?? '')
  const body = new Reader(bytes, bodyAt).all(signature)
  const message = { ...named, type: bytes[1] ?? 0, serial: bytes.readUInt32LE(8), signature, body } as Message
  return { message, length: bodyAt + bodyLength }
}

export function writeMessage(message: Message): Buffer {
  const body = new Writer().all(message.signature, message.body)
  const fields = FIELDS.flatMap(([name, code, type]) => {
    const value = message[name]
    return value === undefined || value === '' ? [] : [[code, [type, value]]]
  })
  // The first 12 bytes, then the fields, which are aligned with them in front.
  const writer = new Writer()
  writer.all('yyyyuu', [0x6c, message.type, 1, 1, body.length, message.serial])
  const head = writer.all('a(yv)', [fields])
  return Buffer.concat([head, Buffer.alloc(aligned(head.length, 8) - head.length), body])
}

function aligned(at: number, by: number): number {
  return Math.ceil(at / by) * by
}

const ALIGNMENT: Record<string, number> = { y: 1, g: 1, v: 1, n: 2, q: 2, x: 8, t: 8, d: 8, '(': 8, '{': 8 }

/** Readers of numbers by type code; the size of each is also its alignment. */
const NUMBERS: Readonly<Record<string, (bytes: Buffer, at: number) => unknown>> = {
  y: (bytes, at) => bytes.readUInt8(at),
  n: (bytes, at) => bytes.readInt16LE(at),
  q: (bytes, at) => bytes.readUInt16LE(at),
  b: (bytes, at) => bytes.readUInt32LE(at) === 1,
  u: (bytes, at) => bytes.readUInt32LE(at),
  h: (bytes, at) => bytes.readUInt32LE(at),
  i: (bytes, at) => bytes.readInt32LE(at),
  x: (bytes, at) => bytes.readBigInt64LE(at),
  t: (bytes, at) => bytes.readBigUInt64LE(at),
  d: (bytes, at) => bytes.readDoubleLE(at),
}

const alignmentOf = (type: string): number => ALIGNMENT[type.charAt(0)] ?? 4

/** The complete types in a signature. */
function typesOf(signature: string): string[] {
  const types: string[] = []
  for (let at = 0; at < signature.length;) {
    const length = lengthOfType(signature, at)
    types.push(signature.slice(at, at + length))
    at += length
  }
  return types
}

function lengthOfType(signature: string, at: number): number {
  const letter = signature.charAt(at)
  if (letter === 'a') return 1 + lengthOfType(signature, at + 1)
  if (letter !== '(' && letter !== '{') return 1
  let end = at + 1
  while (!')}'.includes(signature.charAt(end))) end += lengthOfType(signature, end)
  return end + 1 - at
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  all(signature: string): unknown[] {
    return typesOf(signature).map(type => this.#one(type))
  }

  #one(type: string): unknown {
    this.#at = aligned(this.#at, alignmentOf(type))
    const letter = type.charAt(0)
    const read = NUMBERS[letter]
    if (read !== undefined) return read(this.#bytes, this.#take(alignmentOf(type)))
    switch (letter) {
      case 'g':
        return this.#text(this.#bytes.readUInt8(this.#take(1)))
      case 'v':
        return this.all(String(this.#one('g')))[0]
      case 'a':
        return this.#array(type.slice(1))
      case '(':
      case '{':
        return this.all(type.slice(1, -1))
      default:
        return this.#text(this.#bytes.readUInt32LE(this.#take(4)))
    }
  }

  #array(type: string): unknown[] {
    const length = this.#bytes.readUInt32LE(this.#take(4))
    this.#at = aligned(this.#at, alignmentOf(type))
    const end = this.#at + length
    const values: unknown[] = []
    while (this.#at < end) values.push(this.#one(type))
    return values
  }

  #text(length: number): string {
    const from = this.#take(length + 1)
    return this.#bytes.toString('utf8', from, from + length)
  }

  #take(length: number): number {
    const from = this.#at
    this.#at += length
    return from
  }
}

class Writer {
  readonly #parts: Buffer[] = []
  #length = 0

  /** Appends; answers everything so far. */
  all(signature: string, values: readonly unknown[]): Buffer {
    for (const [index, type] of typesOf(signature).entries()) this.#one(type, values[index])
    return Buffer.concat(this.#parts)
  }

  #one(type: string, value: unknown): void {
    this.#pad(alignmentOf(type))
    switch (type.charAt(0)) {
      case 'y':
        return this.#add(Buffer.of(Number(value)))
      case 'b':
      case 'u':
        return this.#number(Number(value))
      case 'g':
        return this.#add(Buffer.from(`${String.fromCharCode(String(value).length)}${String(value)}\0`, 'latin1'))
      case 'v': {
        const [inner, content] = value as [string, unknown]
        this.#one('g', inner)
        return this.#one(inner, content)
      }
      case 'a':
        return this.#array(type.slice(1), value as unknown[])
      case '(':
        for (const [index, each] of typesOf(type.slice(1, -1)).entries()) this.#one(each, (value as unknown[])[index])
        return
      default: {
        const text = Buffer.from(String(value))
        this.#number(text.length)
        this.#add(Buffer.concat([text, Buffer.of(0)]))
      }
    }
  }

  #array(type: string, values: readonly unknown[]): void {
    const place = this.#parts.length
    this.#number(0)
    this.#pad(alignmentOf(type))
    const from = this.#length
    for (const value of values) this.#one(type, value)
    this.#parts[place]?.writeUInt32LE(this.#length - from)
  }

  #number(value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    this.#add(bytes)
  }

  #pad(by: number): void {
    this.#add(Buffer.alloc(aligned(this.#length, by) - this.#length))
  }

  #add(bytes: Buffer): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
  }
}

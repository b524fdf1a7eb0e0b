// The content of a mail in transit: lines up to a single dot, with a dot doubled at the start of a line (RFC 5321,
// 4.5.2). Only CRLF . CRLF ends a mail; a dot between bare line feeds is content.

const END = Buffer.from('\r\n.\r\n')
const STUFFED = Buffer.from('\r\n..')
const CRLF = Buffer.from('\r\n')

/** Collects one mail from the chunks of a connection. */
export class DataReader {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #bytes = 0
  /** The last bytes before the next chunk; initially a line break, as if the mail followed one. */
  #tail: Buffer = CRLF

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The mail exceeds the limit, so its content is dropped. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes
  }

  /** Takes a chunk. Returns how many of its bytes belong to this mail, or -1 if all do and the mail has not ended. */
  take(chunk: Buffer): number {
    const end = this.#findEnd(chunk)
    const part = end < 0 ? chunk : chunk.subarray(0, end)
    this.#bytes += part.length
    if (this.isTooLarge) this.#chunks = []
    else this.#chunks.push(part)
    this.#tail = Buffer.concat([this.#tail, part.subarray(-END.length)]).subarray(1 - END.length)
    return end
  }

  /** The complete mail, without the final dot and with doubled dots restored; empty if it was too large. */
  finish(): Buffer {
    if (this.isTooLarge) return Buffer.alloc(0)
    const [only] = this.#chunks
    const wire = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)
    return unstuff(wire.subarray(0, Math.max(0, wire.length - END.length + CRLF.length)))
  }

  #findEnd(chunk: Buffer): number {
    // The end may be split across two chunks.
    const border = Buffer.concat([this.#tail, chunk.subarray(0, END.length - 1)])
    const atBorder = border.indexOf(END)
    if (atBorder >= 0) return atBorder + END.length - this.#tail.length
    const within = chunk.indexOf(END)
    return within < 0 ? -1 : within + END.length
  }
}

function unstuff(wire: Buffer): Buffer {
  const startsStuffed = wire[0] === 0x2e
  let at = wire.indexOf(STUFFED)
  if (at < 0) return startsStuffed ? wire.subarray(1) : wire
  const parts: Buffer[] = []
  let from = startsStuffed ? 1 : 0
  while (at >= 0) {
    parts.push(wire.subarray(from, at + CRLF.length))
    from = at + CRLF.length + 1
    at = wire.indexOf(STUFFED, from)
  }
  parts.push(wire.subarray(from))
  return Buffer.concat(parts)
}

/** Reads the answer to one request (RFC 9112 sections 4 to 7) from the bytes that have come so far. */
import { Buffer } from 'node:buffer'
import type { HttpAnswer } from '../http-exchange.ts'

export interface WholeAnswer extends HttpAnswer {
  /** Of all its bytes, with those of interim answers before it. */
  lengthBytes: number
  /** Another request may follow on the same connection. */
  keepsAlive: boolean
}

/** What came is no answer that we read. */
export class UnreadableAnswer extends Error {}

export const HEAD_MAX_BYTES = 16_384
export const BODY_MAX_BYTES = 262_144

/**
 * Undefined while a part of it is missing; with `isEnd` nothing more comes, which ends an answer of no stated length. Looks at all of
 * it each time: nearly every answer comes in one piece. Throws UnreadableAnswer.
 */
export function readAnswer(bytes: Buffer, isEnd: boolean): WholeAnswer | undefined {
  let head = readHead(bytes, 0)
  // 100 and 103 go before the answer itself; 101 was not asked for.
  while (head !== undefined && head.status < 200) {
    if (head.status === 101) throw new UnreadableAnswer('the server changed the protocol without being asked')
    head = readHead(bytes, head.end)
  }
  if (head === undefined) return isEnd ? cutShort() : undefined
  const content = readContent(bytes, head, isEnd)
  if (content === undefined) return isEnd ? cutShort() : undefined
  const { status, headers } = head
  return {
    status,
    headers,
    body: content.text,
    lengthBytes: content.end,
    keepsAlive: head.isPersistent && content.isDelimited,
  }
}

function cutShort(): never {
  throw new UnreadableAnswer('the connection broke within the answer')
}

interface Head {
  status: number
  headers: HttpAnswer['headers']
  /** HTTP/1.1 and not told otherwise. */
  isPersistent: boolean
  /** Behind its empty line. */
  end: number
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/

function readHead(bytes: Buffer, from: number): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n', from, 'latin1')
  if ((end === -1 ? bytes.length : end) - from > HEAD_MAX_BYTES) throw new UnreadableAnswer('the head is too long')
  if (end === -1) return undefined
  const text = bytes.toString('latin1', from, end)
  const lineEnd = text.indexOf('\r\n')
  const line = STATUS_LINE.exec(lineEnd === -1 ? text : text.slice(0, lineEnd))
  if (line === null) throw new UnreadableAnswer('this is no answer of HTTP/1.1')
  const headers = lineEnd === -1 ? {} : readHeaders(text, lineEnd + 2)
  const isPersistent = line[1] === '1' && !/\bclose\b/i.test(headers.connection ?? '')
  return { status: Number(line[2]), headers, isPersistent, end: end + 4 }
}

function readHeaders(text: string, start: number): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let from = start; from < text.length;) {
    const next = text.indexOf('\r\n', from)
    const to = next === -1 ? text.length : next
    const colon = text.indexOf(':', from)
    // A line that goes on from the one before it would begin with a space (section 5.2): senders may not, we do not.
    if (colon <= from || colon > to || text.charCodeAt(from) <= SPACE) throw new UnreadableAnswer('a header is none')
    const name = text.slice(from, colon).toLowerCase()
    const value = text.slice(colon + 1, to).trim()
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
    from = to + 2
  }
  return headers
}

const SPACE = 32

interface Content {
  text: string
  end: number
  /** It says itself where it ends. */
  isDelimited: boolean
}

/** RFC 9112 section 6.3. Undefined while something is missing. */
function readContent(bytes: Buffer, { status, headers, end: from }: Head, isEnd: boolean): Content | undefined {
  if (status === 204 || status === 304) return { text: '', end: from, isDelimited: true }
  const coding = headers['transfer-encoding']
  const length = headers['content-length']
  if (coding !== undefined) {
    if (!/(?:^|,)\s*chunked$/i.test(coding)) return untilTheEnd(bytes, from, isEnd)
    const chunks = readChunks(bytes, from)
    // Both at once are a sign of somebody in between who reads it in another way.
    return chunks && { ...chunks, isDelimited: length === undefined }
  }
  if (length === undefined) return untilTheEnd(bytes, from, isEnd)
  if (!/^\d{1,15}$/.test(length)) throw new UnreadableAnswer('the length of the answer is no number')
  const end = from + Number(length)
  checkSize(end - from)
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', from, end), end, isDelimited: true }
}

function untilTheEnd(bytes: Buffer, from: number, isEnd: boolean): Content | undefined {
  checkSize(bytes.length - from)
  return isEnd ? { text: bytes.toString('utf8', from), end: bytes.length, isDelimited: false } : undefined
}

const CHUNK_SIZE = /^([\da-f]{1,8})[ \t]*(?:;|$)/i

/** RFC 9112 section 7.1; extensions and trailers are passed over. */
function readChunks(bytes: Buffer, from: number): { text: string; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = from; ;) {
    checkSize(at - from)
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    if (lineEnd === -1) return undefined
    const size = CHUNK_SIZE.exec(bytes.toString('latin1', at, lineEnd))?.[1]
    if (size === undefined) throw new UnreadableAnswer('a chunk has no size')
    const start = lineEnd + 2
    const end = start + Number.parseInt(size, 16)
    if (end === start) {
      // The empty line, with trailers before it or none.
      const last = bytes.indexOf('\r\n\r\n', lineEnd, 'latin1')
      return last === -1 ? undefined : { text: Buffer.concat(parts).toString(), end: last + 4 }
    }
    checkSize(end - from)
    if (bytes.length < end + 2) return undefined
    parts.push(bytes.subarray(start, end))
    at = end + 2
  }
}

function checkSize(sizeBytes: number): void {
  if (sizeBytes > BODY_MAX_BYTES) throw new UnreadableAnswer('the answer is too large')
}

/**
 * From the bytes of an uploaded file to text. Content decides what a file is, never its name or the type sent with it: strict UTF-8 first,
 * then UTF-16, then the most likely older encoding. Files are read in pieces, twice: once to find out, once to decode.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import chardet from 'chardet'
import { readFilePieces } from '../../../lib/file-pieces.ts'
import { ImportFileError } from './parse-errors.ts'

/** An uploaded file: where it is stored, or its bytes. */
export type FileSource = { path: string } | { bytes: Uint8Array }

/** How records end. `mixed`: LF, some with CR before it. */
export type LineEnd = '\n' | '\r' | '\r\n' | 'mixed'

export interface TextPiece {
  text: string
  /** Bytes of the file read so far. */
  bytesDone: number
}

export interface DecodedFile {
  /** WHATWG name of the encoding. */
  encoding: string
  sizeBytes: number
  lineEnd: LineEnd
  /** The text without its byte order mark. Can be read again. */
  pieces: () => AsyncGenerator<TextPiece>
}

/** What a batch of rows comes from: four times as much at once takes no less time and 14 MB more. */
const PIECE_BYTES = 64 * 1024
const SAMPLE_BYTES = 64 * 1024

/** Finds out what a file holds. Throws ImportFileError: too large, empty, or not text. */
export async function decodeFile(source: FileSource, maxBytes: number): Promise<DecodedFile> {
  const scan = await scanFile(source, maxBytes)
  if (scan.sizeBytes === 0) throw new ImportFileError('emptyFile', sentence('imports.emptyFile'))
  const encoding = encodingOf(scan)
  return {
    encoding,
    sizeBytes: scan.sizeBytes,
    lineEnd: lineEndOf(scan),
    pieces: () => decodePieces(source, encoding),
  }
}

interface Scan {
  sizeBytes: number
  head: Buffer
  isUtf8: boolean
  /** Words with bytes above 127, which tell an older encoding. */
  highWords: Buffer
  crlf: number
  lf: number
  cr: number
}

async function scanFile(source: FileSource, maxBytes: number): Promise<Scan> {
  const scan: Scan = {
    sizeBytes: 0,
    head: Buffer.alloc(0),
    isUtf8: true,
    highWords: Buffer.alloc(0),
    crlf: 0,
    lf: 0,
    cr: 0,
  }
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lines = { quoted: false, last: 0 }
  for await (const piece of readPieces(source)) {
    scan.sizeBytes += piece.length
    if (scan.sizeBytes > maxBytes) {
      throw fileTooLarge(maxBytes)
    }
    if (scan.head.length < SAMPLE_BYTES) {
      scan.head = Buffer.concat([scan.head, piece.subarray(0, SAMPLE_BYTES - scan.head.length)])
      refuseBinary(scan.head)
    }
    if (scan.isUtf8) scan.isUtf8 = decodes(strict, piece)
    if (!scan.isUtf8) collectHighWords(scan, piece)
    countLineEnds(scan, lines, piece)
  }
  if (scan.isUtf8) scan.isUtf8 = decodes(strict, undefined)
  if (lines.last === CR) scan.cr += 1
  return scan
}

function decodes(decoder: TextDecoder, piece: Buffer | undefined): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}

/** First bytes of what people upload by mistake. Spreadsheets never come here (see records.ts). */
const SIGNATURES = ['25504446', '89504e47', 'ffd8ff', '474946383', '1f8b', '377abcaf', '52617221']

function refuseBinary(head: Buffer): void {
  const start = head.toString('hex', 0, 8)
  const isKnown = SIGNATURES.some(signature => start.startsWith(signature))
  if (!isKnown && (!head.includes(0) || utf16Of(head))) return
  throw new ImportFileError('unreadable', sentence('imports.notText'))
}

/** The refusal of a file above its limit in bytes. */
export function fileTooLarge(maxBytes: number): ImportFileError {
  return new ImportFileError('csvFile2mb', sentence('imports.updateSize', { size: Math.floor(maxBytes / 1_048_576) }))
}

/** By byte order mark, else by where the zero bytes of ASCII characters are. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let index = 0; index < head.length; index++) {
    if (head[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const enough = head.length / 8
  if (odd > enough && even * 20 < odd) return 'utf-16le'
  if (even > enough && odd * 20 < even) return 'utf-16be'
  return undefined
}

function encodingOf(scan: Scan): string {
  const utf16 = utf16Of(scan.head)
  if (utf16) return utf16
  return scan.isUtf8 ? 'utf-8' : olderEncoding(scan.highWords)
}

/** In percent. What fits by accident comes with 10. */
const GUESS_MIN = 20

/**
 * Windows-1252 unless another encoding is clearly more likely: short lists of names say little, and a Western file is by far the most
 * common among those that are not UTF-8. ISO-8859-1 is read as Windows-1252, its superset, as browsers do.
 */
function olderEncoding(words: Buffer): string {
  const guesses = chardet.analyse(words).filter(({ name }) => name !== 'ASCII' && name !== 'UTF-8' && isSupported(name))
  const western = guesses.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252')?.confidence ?? 0
  const best = guesses[0]
  return best && best.confidence >= GUESS_MIN && best.confidence > western + 5
    ? new TextDecoder(best.name).encoding
    : 'windows-1252'
}

function isSupported(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    return false
  }
}

/** Begins where a word begins: a long word without such a letter is looked through once. */
const HIGH_WORD = /(?<![A-Za-z\x80-\xff])[A-Za-z\x80-\xff]*[\x80-\xff][@-~\x80-\xff]*/g

function collectHighWords(scan: Scan, piece: Buffer): void {
  if (scan.highWords.length >= SAMPLE_BYTES) return
  // latin1 maps each byte to one character, so the pattern works on bytes.
  const words = piece.toString('latin1').match(HIGH_WORD) ?? []
  const collected = Buffer.from(`${words.join(' ')} `, 'latin1')
  scan.highWords = Buffer.concat([scan.highWords, collected.subarray(0, SAMPLE_BYTES - scan.highWords.length)])
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** Counts line ends outside quotes. UTF-16's zero bytes are skipped; what its other bytes may imitate does not weigh. */
function countLineEnds(scan: Scan, lines: { quoted: boolean; last: number }, piece: Buffer): void {
  for (let index = 0; index < piece.length; index++) {
    const byte = piece[index] as number
    if (byte > QUOTE || byte === 0) {
      if (byte !== 0 && lines.last === CR) scan.cr += 1
      if (byte !== 0) lines.last = 0
      continue
    }
    if (byte === QUOTE) lines.quoted = !lines.quoted
    if (byte === LF && !lines.quoted) scan[lines.last === CR ? 'crlf' : 'lf'] += 1
    else if (lines.last === CR) scan.cr += 1
    lines.last = byte === CR && !lines.quoted ? CR : 0
  }
}

function lineEndOf({ crlf, lf, cr }: Scan): LineEnd {
  if (crlf > 0 && lf === 0) return '\r\n'
  if (lf > 0) return crlf > 0 ? 'mixed' : '\n'
  return cr > 0 ? '\r' : '\n'
}

async function* decodePieces(source: FileSource, encoding: string): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding)
  let bytesDone = 0
  for await (const piece of readPieces(source)) {
    bytesDone += piece.length
    yield { text: decoder.decode(piece, { stream: true }), bytesDone }
  }
  yield { text: decoder.decode(), bytesDone }
}

/** A piece is good until the next one is asked for. */
async function* readPieces(source: FileSource): AsyncGenerator<Buffer> {
  if ('path' in source) {
    yield* readFilePieces(source.path, PIECE_BYTES)
    return
  }
  const { buffer, byteOffset, byteLength } = source.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

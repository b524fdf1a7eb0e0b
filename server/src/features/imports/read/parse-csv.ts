/**
 * Records of a delimited text file, unchanged: every cell as it was written, and the line on which each record begins. Works in
 * bounded memory whatever the file's size.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import Papa from 'papaparse'
import { ImportFileError } from './parse-errors.ts'
import chardet from 'chardet'
import { readFilePieces } from '../../../lib/bulk/file-pieces.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export interface CsvRecord {
  /** 1-based line of the file on which the record begins. */
  line: number
  cells: string[]
  /** A quote in it is never closed: the record runs to the end of the file. */
  unclosed?: true
}

export interface CsvBatch {
  records: CsvRecord[]
  bytesDone: number
}

export interface CsvReader {
  separator: Separator
  /** Records in batches, blank ones left out; the first record of the first batch is the header. */
  batches: AsyncGenerator<CsvBatch>
}

/** Enough text to judge the separator by. */
const HEAD_LENGTH = 64 * 1024
/** A longer record is a quote that was never closed. */
const RECORD_LENGTH_MAX = 1_048_576

/** Finds the separator (unless given) and prepares to read. Throws ImportFileError while reading, at a record without end. */
export async function readCsv(file: DecodedFile, given?: Separator): Promise<CsvReader> {
  const pieces = file.pieces()
  let head = ''
  let bytesDone = 0
  let isWhole = false
  while (head.length < HEAD_LENGTH && !isWhole) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else {
      head += next.value.text
      bytesDone = next.value.bytesDone
    }
  }
  const announced = /^sep=([,;\t|])\r?\n/i.exec(head)
  const separator = given ?? (announced?.[1] as Separator | undefined) ?? findSeparator(head, file.lineEnd, isWhole)
  const state: ReaderState = { parser: createParser(separator, file.lineEnd), lineEnd: file.lineEnd, rest: '', line: 1 }
  if (announced) {
    head = head.slice(announced[0].length)
    state.line = 2
  }
  return { separator, batches: readBatches(state, { text: head, bytesDone }, pieces) }
}

interface ReaderState {
  parser: Papa.Parser
  lineEnd: LineEnd
  /** Text of the record that is not complete yet. */
  rest: string
  line: number
}

async function* readBatches(
  state: ReaderState,
  head: { text: string; bytesDone: number },
  pieces: ReturnType<DecodedFile['pieces']>,
): AsyncGenerator<CsvBatch> {
  let { bytesDone } = head
  yield { records: takeRecords(state, head.text, false), bytesDone }
  for await (const piece of pieces) {
    bytesDone = piece.bytesDone
    yield { records: takeRecords(state, piece.text, false), bytesDone }
  }
  yield { records: takeRecords(state, '', true), bytesDone }
}

interface Parsed {
  data: string[][]
  errors: { code: string }[]
  meta: { cursor: number }
}

function takeRecords(state: ReaderState, text: string, isLast: boolean): CsvRecord[] {
  const input = state.rest + text
  const { data, errors, meta } = state.parser.parse(input, 0, !isLast) as Parsed
  state.rest = isLast ? '' : input.slice(meta.cursor)
  const records: CsvRecord[] = []
  for (const cells of data) {
    const line = state.line
    state.line += linesOf(cells, state.lineEnd)
    if (state.lineEnd === 'mixed') dropCarriageReturn(cells)
    if (cells.some(cell => cell.trim() !== '')) records.push({ line, cells })
  }
  const last = records.at(-1)
  if (isLast && last && errors.some(({ code }) => code === 'MissingQuotes')) last.unclosed = true
  if (state.rest.length > RECORD_LENGTH_MAX) {
    const reason = sentence('imports.endlessRecord', { line: state.line })
    throw new ImportFileError('unreadable', reason, { line: state.line })
  }
  return records
}

/** A record takes one line and one more for each line break inside its quotes. */
function linesOf(cells: readonly string[], lineEnd: LineEnd): number {
  const lineBreak = lineEnd === '\r' ? '\r' : '\n'
  let lines = 1
  for (const cell of cells) {
    for (let at = cell.indexOf(lineBreak); at !== -1; at = cell.indexOf(lineBreak, at + 1)) lines += 1
  }
  return lines
}

/** Where some lines end in CRLF and others in LF, the CR stays with the last cell. */
function dropCarriageReturn(cells: string[]): void {
  const last = cells.length - 1
  const cell = cells[last]
  if (cell?.endsWith('\r')) cells[last] = cell.slice(0, -1)
}

function createParser(separator: Separator, lineEnd: LineEnd): Papa.Parser {
  return new Papa.Parser({ delimiter: separator, newline: lineEnd === 'mixed' ? '\n' : lineEnd, quoteChar: '"' })
}

/**
 * Finds the separator that gives the most regular table. One that yields a column called email, uuid or phone_number wins at once; ties go
 * to the comma.
 */
function findSeparator(head: string, lineEnd: LineEnd, isWhole: boolean): Separator {
  let best: Separator = ','
  let bestScore = 0
  for (const separator of SEPARATORS) {
    const { data } = createParser(separator, lineEnd).parse(head, 0, !isWhole) as Parsed
    const rows = data.filter(cells => cells.some(cell => cell.trim() !== '')).slice(0, 100)
    const width = rows[0]?.length ?? 0
    const even = rows.filter(cells => cells.length === width).length / (rows.length || 1)
    const names = rows[0]?.map(cell => cell.trim().toLowerCase()) ?? []
    const hasKey = ['email', 'uuid', 'phone_number'].some(name => names.includes(name))
    const score = width > 1 ? even * Math.min(width, 50) + (hasKey ? 1000 : 0) : 0
    if (score > bestScore) {
      best = separator
      bestScore = score
    }
  }
  return best
}

// From the bytes of an uploaded file to text. Content decides what a file is, never its name or the type sent with it: strict UTF-8 first,
// then UTF-16, then the most likely older encoding. Files are read in pieces, twice: once to find out, once to decode.

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

/** Size of the pieces that rows are parsed from: four times as much takes as long, and 14 MB more. */
const PIECE_BYTES = 64 * 1024
const SAMPLE_BYTES = 64 * 1024

/** Detects the encoding of a file. Throws ImportFileError: too large, empty, or not text. */
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

/** First bytes of other files that people upload by mistake. Spreadsheets are handled before (see records.ts). */
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

/** In percent. Encodings that match by accident score 10. */
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

/** Starts where a word starts, so that a long word without such a letter is scanned once. */
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

/** Counts line ends outside quotes. Skips UTF-16's zero bytes; other bytes that look like line ends are rare enough. */
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

/** A piece is valid until the next one is requested. */
async function* readPieces(source: FileSource): AsyncGenerator<Buffer> {
  if ('path' in source) {
    yield* readFilePieces(source.path, PIECE_BYTES)
    return
  }
  const { buffer, byteOffset, byteLength } = source.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

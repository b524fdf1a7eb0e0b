/**
 * Records of a delimited text file, unchanged: every cell as it was written, and the line on which each record begins. Works in
 * bounded memory whatever the file's size.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import Papa from 'papaparse'
import type { DecodedFile, LineEnd } from './decode.ts'
import { ImportFileError } from './parse-errors.ts'

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
 * The separator that gives the most regular table. One that makes a column called email, uuid or phone_number wins at once; ties go to the
 * comma.
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

/**
 * Rows of an xlsx, xlsm, xltx or xltm workbook, read while they are unpacked: the sheet is never in memory as a whole, only the table of
 * strings that cells share is. Format: ECMA-376-1, parts 18.3, 18.4 and 18.8.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { CsvBatch } from '../parse-csv.ts'
import { TextList } from '../../../../lib/bulk/key-table.ts'
import { builtInDisplay, type Display, displayOf, isoText, numberText, PLAIN } from './cell-text.ts'
import { emptyWorkbook, SheetRows } from './sheet-rows.ts'
import { attribute, unescapeText, XmlScanner } from './xml.ts'
import { type Budget, damaged, tooLarge, unpack, unpackText, type Zip } from './zip.ts'
import { ImportFileError } from '../parse-errors.ts'

/** Finds the first visible sheet that has rows, and reads them. Throws ImportFileError, also while reading. */
export async function* readXlsx(zip: Zip, workbookPath: string, budget: Budget): AsyncGenerator<CsvBatch> {
  const workbook = await readWorkbook(zip, workbookPath, budget)
  const { strings, displays } = workbook
  const about = { strings: await strings(), displays: await displays(), is1904: workbook.is1904 }
  for (const path of workbook.sheetPaths) {
    let hasRows = false
    for await (const batch of readSheet(zip, path, about, budget)) {
      hasRows ||= batch.records.length > 0
      if (hasRows) yield batch
    }
    if (hasRows) return
  }
  throw emptyWorkbook()
}

const readId = attribute('id')
const readTarget = attribute('Target')
const readType = attribute('Type')

interface Relation {
  type: string
  path: string
}

/** The relations of a part by id, with paths from the root in lower case. */
export async function readRelations(zip: Zip, part: string, budget: Budget): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const relations = new Map<string, Relation>()
  const entry = zip.entries.get(`${folder}_rels/${part.slice(slash)}.rels`)
  if (entry === undefined) return relations
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const path = new URL(readTarget(attributes) ?? '', `file:///${folder}`).pathname.slice(1)
      const type = readType(attributes)?.split('/').at(-1) ?? ''
      relations.set(readRelationId(attributes) ?? '', { type, path: decodeURIComponent(path).toLowerCase() })
    },
    close: () => undefined,
  })
  scanner.write(await unpackText(zip, entry, budget))
  scanner.end()
  return relations
}

const readRelationId = attribute('Id')

interface Workbook {
  is1904: boolean
  /** Visible sheets in their order. */
  sheetPaths: string[]
  strings: () => Promise<TextList>
  /** By the style of a cell. */
  displays: () => Promise<Display[]>
}

const readState = attribute('state')
const readDate1904 = attribute('date1904')

async function readWorkbook(zip: Zip, path: string, budget: Budget): Promise<Workbook> {
  const relations = await readRelations(zip, path, budget)
  const workbook: Pick<Workbook, 'is1904' | 'sheetPaths'> = { is1904: false, sheetPaths: [] }
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      if (name === 'workbookPr') workbook.is1904 = /^(?:1|true)$/.test(readDate1904(attributes) ?? '')
      if (name !== 'sheet' || /hidden/i.test(readState(attributes) ?? '')) return
      const relation = relations.get(readId(attributes) ?? '')
      if (relation?.type === 'worksheet') workbook.sheetPaths.push(relation.path)
    },
    close: () => undefined,
  })
  const entry = zip.entries.get(path)
  if (entry === undefined) throw damaged()
  scanner.write(await unpackText(zip, entry, budget))
  scanner.end()
  const partOf = (type: string) => {
    const relation = [...relations.values()].find(each => each.type === type)
    return relation && zip.entries.get(relation.path)
  }
  return {
    ...workbook,
    strings: async () => {
      const part = partOf('sharedStrings')
      return part === undefined ? new TextList() : readStrings(unpack(zip, part, budget))
    },
    displays: async () => {
      const part = partOf('styles')
      return part === undefined ? [] : readDisplays(await unpackText(zip, part, budget))
    },
  }
}

const readFormatId = attribute('numFmtId')
const readFormat = attribute('formatCode')

/** Limit of spreadsheet programs. */
const STYLES_MAX = 65_536

function readDisplays(xml: string): Display[] {
  const formats = new Map<number, Display>()
  const displays: Display[] = []
  let isCellFormats = false
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellFormats = true
      const id = Number(readFormatId(attributes) ?? 0)
      if (name === 'numFmt') formats.set(id, displayOf(readFormat(attributes) ?? ''))
      if (name !== 'xf' || !isCellFormats) return
      if (displays.length >= STYLES_MAX) throw tooLarge()
      displays.push(formats.get(id) ?? builtInDisplay(id))
    },
    close: name => {
      if (name === 'cellXfs') isCellFormats = false
    },
  })
  scanner.write(xml)
  scanner.end()
  return displays
}

interface SheetContext {
  strings: TextList
  displays: readonly Display[]
  is1904: boolean
}

async function* readSheet(zip: Zip, path: string, context: SheetContext, budget: Budget): AsyncGenerator<CsvBatch> {
  const entry = zip.entries.get(path)
  if (entry === undefined) throw damaged()
  const rows = new SheetRows()
  const scanner = new XmlScanner(sheetHandler(rows, context))
  const decoder = new TextDecoder()
  for await (const { bytes, packed } of unpack(zip, entry, budget)) {
    scanner.write(decoder.decode(bytes, { stream: true }))
    yield { records: rows.take(), bytesDone: packed }
  }
  scanner.write(decoder.decode())
  scanner.end()
  yield { records: rows.take(), bytesDone: zip.bytes.length }
}

const readReference = attribute('r')
const readCellType = attribute('t')
const readStyle = attribute('s')

function sheetHandler(rows: SheetRows, { strings, displays, is1904 }: SheetContext) {
  const cell = { type: '', display: PLAIN, text: '', isIn: false, takes: false, isPhonetic: false }
  const value = (): string => {
    const { type, text, display } = cell
    switch (type) {
      case 's':
        return strings.get(Number(text))
      case 'str':
      case 'inlineStr':
        return unescapeText(text)
      case 'b':
        return text === '1' || text === 'true' ? 'TRUE' : text === '' ? '' : 'FALSE'
      case 'e':
        return ''
      case 'd':
        return isoText(text, display)
      default:
        return text === '' || Number.isNaN(Number(text))
          ? text
          : numberText(Number(text), display, { raw: text, is1904 })
    }
  }
  return {
    open: (name: string, attributes: string) => {
      if (name === 'c') {
        const style = readStyle(attributes)
        rows.openCell(readReference(attributes))
        cell.isIn = true
        cell.text = ''
        cell.type = readCellType(attributes) ?? 'n'
        cell.display = style === undefined ? PLAIN : (displays[Number(style)] ?? PLAIN)
      } else if (name === 'row') rows.openRow(readReference(attributes))
      else if (name === 'rPh') cell.isPhonetic = true
      else if (name === 'v' || name === 't') cell.takes = cell.isIn && !cell.isPhonetic
    },
    close: (name: string) => {
      if (name === 'c') {
        rows.closeCell(value())
        cell.isIn = false
      } else if (name === 'row') rows.closeRow()
      else if (name === 'rPh') cell.isPhonetic = false
      else if (name === 'v' || name === 't') cell.takes = false
    },
    text: (text: string) => {
      if (!cell.takes) return
      cell.text += text
      if (cell.text.length > CELL_LENGTH_MAX) throw tooLarge()
    },
  }
}

// The table of strings that cells refer to by number.

/** Limit of the table, which stays in memory while its sheet is read, outside of the heap that the thread's limit applies to. */
const SIZE_MAX_BYTES = 100 * 1_048_576

/** Spreadsheet programs allow 32,767 characters. */
const CELL_LENGTH_MAX = 1_048_576

/** Reads the table without phonetic readings (rPh). Throws ImportFileError if it is too large. */
async function readStrings(pieces: AsyncIterable<{ bytes: Buffer }>): Promise<TextList> {
  const strings = new TextList()
  let text = ''
  let takes = false
  let isPhonetic = false
  const scanner = new XmlScanner({
    open: name => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') takes = !isPhonetic
    },
    close: name => {
      if (name === 't') takes = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        strings.push(unescapeText(text))
      }
    },
    text: piece => {
      if (!takes) return
      text += piece
      if (text.length > CELL_LENGTH_MAX) throw tooLarge()
    },
  })
  const decoder = new TextDecoder()
  for await (const { bytes } of pieces) {
    scanner.write(decoder.decode(bytes, { stream: true }))
    if (strings.sizeBytes > SIZE_MAX_BYTES) {
      throw new ImportFileError('needsMemory', sentence('imports.tooMuchMemory'))
    }
  }
  scanner.write(decoder.decode())
  scanner.end()
  return strings
}

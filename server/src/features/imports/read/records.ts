/** The records of an uploaded list, text or spreadsheet. The contents decide what a file is, never its name. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { open, readFile, stat } from 'node:fs/promises'
import { decodeFile, type FileSource, fileTooLarge, type CsvBatch, readCsv, type Separator } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'
import { notWorkbook, readOldWorkbook, refuseOtherThanWorkbook } from './sheets/old-workbook.ts'
import { readRelations, readXlsx } from './sheets/xlsx.ts'
import { type Budget, damaged, encrypted, readZip, unpack, unpackText, type Zip } from './sheets/zip.ts'
import { attribute, XmlScanner } from './sheets/xml.ts'

export interface RecordFile {
  /** For text: its encoding (a WHATWG name) and its separator. */
  encoding: string | null
  separator: Separator | null
  sizeBytes: number
  /** Without blank records; the first one is the header. Can be iterated once. */
  batches: AsyncGenerator<CsvBatch>
}

/** Detects what a file is. Throws ImportFileError, also while its records are read. */
export async function openRecords(source: FileSource, maxBytes: number): Promise<RecordFile> {
  const { head, sizeBytes } = await look(source)
  if (!isContainer(head)) {
    const file = await decodeFile(source, maxBytes)
    const { separator, batches } = await readCsv(file)
    return { encoding: file.encoding, separator, sizeBytes: file.sizeBytes, batches: refusePages(batches) }
  }
  if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes)
  const bytes = 'path' in source ? await readFile(source.path) : Buffer.from(source.bytes)
  return { encoding: null, separator: null, sizeBytes, batches: readSheets(bytes) }
}

const HEAD_BYTES = 8

async function look(source: FileSource): Promise<{ head: Buffer; sizeBytes: number }> {
  if ('bytes' in source) {
    return { head: Buffer.from(source.bytes.subarray(0, HEAD_BYTES)), sizeBytes: source.bytes.length }
  }
  const { size } = await stat(source.path)
  await using file = await open(source.path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return { head: buffer.subarray(0, bytesRead), sizeBytes: size }
}

/** Some programs save a web page, or XML of their own, as a spreadsheet. */
async function* refusePages(batches: AsyncGenerator<CsvBatch>): AsyncGenerator<CsvBatch> {
  let isFirst = true
  for await (const batch of batches) {
    const start = batch.records[0]?.cells[0]
    if (isFirst && start !== undefined && /^\s*<(?:!doctype|html|table|\?xml|\?mso)/i.test(start)) {
      throw new ImportFileError('unreadable', sentence('imports.webPage'))
    }
    isFirst &&= start === undefined
    yield batch
  }
}

// Which spreadsheet a file is, by its contents: xlsx and its variants, xlsb, ods (all zip archives) or xls (an OLE container).

/** Sheets compress to about a tenth: this is twice what the largest file expands to. */
const UNPACKED_MAX_BYTES = 512 * 1_048_576
/** An xlsb and an ods are in memory as a whole, several times over. */
const UNPACKED_BINARY_MAX_BYTES = 128 * 1_048_576

const ZIP = ['504b0304', '504b0506']
const OLE = 'd0cf11e0a1b11ae1'

/** Whether the first bytes of a file are those of a container of spreadsheets. */
function isContainer(head: Buffer): boolean {
  const start = head.toString('hex', 0, 8)
  return start === OLE || ZIP.some(signature => start.startsWith(signature))
}

/** Yields the rows of the first visible sheet that is not empty. Throws ImportFileError. */
export async function* readSheets(bytes: Buffer, unpackedMaxBytes = UNPACKED_MAX_BYTES): AsyncGenerator<CsvBatch> {
  if (bytes.toString('hex', 0, 8) === OLE) {
    await refuseOtherThanWorkbook(bytes)
    yield* readOldWorkbook(bytes)
    return
  }
  const zip = readZip(bytes)
  const budget: Budget = { leftBytes: unpackedMaxBytes }
  if (await isOpenDocument(zip, budget)) {
    await measure(zip, Math.min(unpackedMaxBytes, UNPACKED_BINARY_MAX_BYTES))
    yield* readOldWorkbook(bytes, await readHiddenTables(zip, { leftBytes: unpackedMaxBytes }))
    return
  }
  const path = await workbookPath(zip, budget)
  if (path.endsWith('.bin')) {
    await measure(zip, Math.min(unpackedMaxBytes, UNPACKED_BINARY_MAX_BYTES))
    yield* readOldWorkbook(bytes)
  } else yield* readXlsx(zip, path, budget)
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet'

/** OpenDocument 1.3, part 2, 3.3: the archive declares its type. Throws for one with a password. */
async function isOpenDocument(zip: Zip, budget: Budget): Promise<boolean> {
  const type = zip.entries.get('mimetype')
  if (type === undefined || !(await unpackText(zip, type, budget)).startsWith(OPEN_DOCUMENT)) return false
  const manifest = zip.entries.get('meta-inf/manifest.xml')
  if (manifest !== undefined && (await unpackText(zip, manifest, budget)).includes('encryption-data')) throw encrypted()
  return true
}

/** Text documents and presentations are archives of the same kind. */
async function workbookPath(zip: Zip, budget: Budget): Promise<string> {
  const relations = await readRelations(zip, '', budget)
  const document = [...relations.values()].find(({ type }) => type === 'officeDocument')
  if (document === undefined || !/(?:^|\/)workbook\d*\.(?:xml|bin)$/.test(document.path)) throw notWorkbook()
  return document.path
}

/** An archive may lie about its sizes: they are measured by unpacking. */
async function measure(zip: Zip, leftBytes: number): Promise<void> {
  const budget: Budget = { leftBytes }
  for (const entry of zip.entries.values()) for await (const _ of unpack(zip, entry, budget));
}

const readName = attribute('name')
const readStyle = attribute('style-name')
const readDisplay = attribute('display')

/**
 * Returns the indexes of hidden sheets of an ods among all sheets, from 0. OpenDocument stores this in the sheet's style, which the reader
 * of the cells ignores. Throws ImportFileError.
 */
async function readHiddenTables(zip: Zip, budget: Budget): Promise<Set<number>> {
  const entry = zip.entries.get('content.xml')
  if (entry === undefined) throw damaged()
  const hiddenStyles = new Set<string | undefined>()
  const hidden = new Set<number>()
  let style: string | undefined
  let tables = 0
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      if (name === 'style') style = readName(attributes)
      if (name === 'table-properties' && readDisplay(attributes) === 'false') hiddenStyles.add(style)
      if (name !== 'table') return
      if (hiddenStyles.has(readStyle(attributes))) hidden.add(tables)
      tables++
    },
    close: () => undefined,
  })
  const decoder = new TextDecoder()
  for await (const { bytes } of unpack(zip, entry, budget)) scanner.write(decoder.decode(bytes, { stream: true }))
  scanner.end()
  return hidden
}

/** The records of an uploaded list, text or spreadsheet. What the file holds decides, never its name. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { open, readFile, stat } from 'node:fs/promises'
import { decodeFile, type FileSource, fileTooLarge } from './decode.ts'
import { type CsvBatch, readCsv, type Separator } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'
import { isContainer, readSheets } from './sheets/open-sheets.ts'

export interface RecordFile {
  /** Of text: its encoding, as WHATWG names it, and its separator. */
  encoding: string | null
  separator: Separator | null
  sizeBytes: number
  /** Blank records are left out; the first record of all is the header. To be read once. */
  batches: AsyncGenerator<CsvBatch>
}

/** Finds out what a file is. Throws ImportFileError, also while its records are read. */
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
  const file = await open(source.path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), sizeBytes: size }
  } finally {
    await file.close()
  }
}

/** Some programs save a web page, or XML of their own, and call it a spreadsheet. */
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

/** The rows of a CSV file, to show the first and check all of them before it is sent. The server reads it again, and decides. */

const SEPARATORS = [',', ';', '\t', '|']
export interface CsvPreview {
  header: string[]
  rows: string[][]
}

export interface CsvRecord {
  cells: string[]
  /** The line that it begins on, from 1. */
  line: number
}

/** Resolves to the header and all rows, blank lines left out. Throws when the file cannot be read. */
export async function readCsv(file: File): Promise<CsvRecord[]> {
  const bytes = await file.arrayBuffer()
  const text = new TextDecoder(encodingOf(new Uint8Array(bytes))).decode(bytes)
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const count = (separator: string): number => firstLine.split(separator).length
  const separator = SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best), ',')
  return recordsOf(text, separator)
}

/** By its first two bytes; without such a mark the server finds out, and here it is read as UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function recordsOf(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let firstLine = 1
  const endRecord = () => {
    cells.push(cell)
    if (cells.some(each => each.trim() !== '')) records.push({ cells, line: firstLine })
    cells = []
    cell = ''
    firstLine = line
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\n') line += 1
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (!isQuoted && sign === '\n') endRecord()
    else if (isQuoted || sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}

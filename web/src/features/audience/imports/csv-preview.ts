/** The first rows of a CSV file, to show them before it is sent. The server reads it again, and decides. */

const SEPARATORS = [',', ';', '\t', '|']
/** Enough for some rows; the rest of the file is not read. */
const HEAD_BYTES = 65_536

export interface CsvPreview {
  header: string[]
  rows: string[][]
}

/** Resolves to the header and at most `most` rows; null where there is no row at all. Throws when the file cannot be read. */
export async function previewCsv(file: File, most: number): Promise<CsvPreview | null> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer()
  const text = new TextDecoder(isUtf16(new Uint8Array(bytes)) ? 'utf-16le' : 'utf-8').decode(bytes)
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const count = (separator: string): number => firstLine.split(separator).length
  const separator = SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best), ',')
  const records = recordsOf(text, separator, most + 1)
  const [header, ...rows] = records
  return header === undefined || rows.length === 0 ? null : { header, rows }
}

function isUtf16(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe
}

function recordsOf(text: string, separator: string, most: number): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  const endRecord = () => {
    cells.push(cell)
    if (cells.some(each => each.trim() !== '')) records.push(cells)
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length && records.length < most; at++) {
    const sign = text.charAt(at)
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
  if (records.length < most && (cell !== '' || cells.length > 0)) endRecord()
  return records
}

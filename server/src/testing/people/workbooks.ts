/** Workbooks made by hand, with whatever in them, for tests of what reads them. */
import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive with these parts. */
export function zipOf(parts: Record<string, string | Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, place, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(parts).length, 4)
  end.writeUInt16LE(Object.keys(parts).length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

export interface WorkbookParts {
  /** The sheetData of each sheet, in their order. */
  sheets: readonly { rows: string; state?: 'hidden' | 'veryHidden' }[]
  /** Number formats of styles 1, 2, ... : a code, or the number of a built-in one. */
  formats?: readonly (string | number)[]
  /** The table of strings. */
  strings?: string
  is1904?: boolean
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of an xlsx workbook. */
export function workbookParts({
  sheets,
  formats = [],
  strings,
  is1904 = false,
}: WorkbookParts): Record<string, string> {
  const escape = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const ids = formats.map((format, index) => (typeof format === 'number' ? format : 170 + index))
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const tabs = sheets.map(
    ({ state = 'visible' }, index) =>
      `<sheet name="Sheet ${index}" sheetId="${index + 1}" state="${state}" r:id="rId${index}"/>`,
  )
  const numFmts = formats.map((format, index) =>
    typeof format === 'number' ? '' : `<numFmt numFmtId="${170 + index}" formatCode="${escape(format)}"/>`,
  )
  return {
    '[Content_Types].xml': `${HEAD}<Types/>`,
    '_rels/.rels': `${HEAD}<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook><workbookPr date1904="${Number(is1904)}"/><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${sheets
      .map((_, index) => relation(`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`))
      .join(
        '',
      )}${relation('s', 'styles', '/xl/styles.xml')}${strings === undefined ? '' : relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet><numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids
      .map(id => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `${HEAD}<sst>${strings}</sst>` }),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  }
}

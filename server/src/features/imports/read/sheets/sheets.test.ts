import { CFB, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printCsvCopy } from '@notifly/contracts/csv'
import { type WorkbookParts, workbookParts, zipOf } from '../../../../testing/people/workbooks.ts'
import type { CsvRecord } from '../parse-csv.ts'
import { readRecordsInWorker } from '../parse-in-worker.ts'
import { openRecords, readSheets } from '../records.ts'

const LIMIT = 20_971_520

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

async function recordsOf(bytes: Uint8Array): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const batch of (await openRecords({ bytes }, LIMIT)).batches) records.push(...batch.records)
  return records
}

const cellsOf = async (bytes: Uint8Array) => (await recordsOf(bytes)).map(({ cells }) => cells)
const workbook = (parts: WorkbookParts) => zipOf(workbookParts(parts))
const text = (cell: string) => `<c t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const LIST = row(text('email'), text('name')) + row(text('a@example.com'), text('Ana'))

/** An ods as LibreOffice writes it: `content` is in the sheet. */
function openDocument(content: string, manifest = '', before = ''): Buffer {
  const styles =
    '<number:date-style style:name="N37"><number:day number:style="long"/><number:text>.</number:text>' +
    '<number:month number:style="long"/><number:text>.</number:text><number:year/></number:date-style>' +
    '<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N37"/>' +
    '<number:number-style style:name="N120"><number:number number:decimal-places="0" number:min-integer-digits="5"/>' +
    '</number:number-style><style:style style:name="ce2" style:family="table-cell" style:data-style-name="N120"/>' +
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const xml = (name: string, inner: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><office:${name}>${inner}</office:${name}>`
  const sheet = `<office:body><office:spreadsheet>${before}<table:table table:name="Sheet1" table:style-name="ta1">${content}</table:table></office:spreadsheet></office:body>`
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': xml('document-content', `<office:automatic-styles>${styles}</office:automatic-styles>${sheet}`),
    'styles.xml': xml('document-styles', ''),
    'META-INF/manifest.xml': `<manifest:manifest>${manifest}</manifest:manifest>`,
  })
}

const odsCell = (value: string, about = 'office:value-type="string"') =>
  `<table:table-cell ${about}><text:p>${value}</text:p></table:table-cell>`
const odsRow = (cells: string[], about = '') => `<table:table-row ${about}>${cells.join('')}</table:table-row>`

describe('an ods', () => {
  test('is read by its values: days, numbers with zeros in front, texts of several lines', async () => {
    const rows = [
      odsRow(['email', 'day', 'zip', 'share', 'note', 'time', 'flag'].map(name => odsCell(name))),
      odsRow(['<table:table-cell table:number-columns-repeated="16384"/>'], 'table:number-rows-repeated="2"'),
      odsRow([
        odsCell('a@example.com'),
        odsCell('05.01.24', 'table:style-name="ce1" office:value-type="date" office:date-value="2024-01-05"'),
        odsCell('01234', 'table:style-name="ce2" office:value-type="float" office:value="1234"'),
        odsCell('12.5%', 'office:value-type="percentage" office:value="0.125"'),
        odsCell('one</text:p><text:p>two &amp; three'),
        odsCell('12:30', 'office:value-type="time" office:time-value="PT12H30M00S"'),
        odsCell('TRUE', 'office:value-type="boolean" office:boolean-value="true"'),
      ]),
      odsRow(['<table:table-cell table:number-columns-repeated="16384"/>'], 'table:number-rows-repeated="1048570"'),
    ]
    expect(await recordsOf(openDocument(rows.join('')))).toEqual([
      { line: 1, cells: ['email', 'day', 'zip', 'share', 'note', 'time', 'flag'] },
      { line: 4, cells: ['a@example.com', '2024-01-05', '01234', '0.125', 'one\ntwo & three', '12:30:00', 'TRUE'] },
    ])
  })

  test('is read from the first sheet that is not hidden', async () => {
    const table = (style: string, rows: string) =>
      `<table:table table:name="A &amp; B" table:style-name="${style}">${rows}</table:table>`
    const list = (name: string) => odsRow([odsCell('email')]) + odsRow([odsCell(name)])
    const before = table('ta2', list('hidden@example.com')) + table('ta1', '')
    expect(await cellsOf(openDocument(list('seen@example.com'), '', before))).toEqual([['email'], ['seen@example.com']])
    await expect(recordsOf(openDocument('', '', table('ta2', list('hidden@example.com'))))).rejects.toMatchObject({
      key: 'emptyWorkbook',
    })
  })

  test('with a password says so', async () => {
    await expect(recordsOf(openDocument('', '<manifest:encryption-data/>'))).rejects.toMatchObject({
      key: 'encryptedWorkbook',
    })
  })

  test('that repeats a cell over a whole sheet is stopped in its thread', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'notifly-test-'))
    const path = join(folder, 'upload')
    const cell = odsCell('1', 'table:number-columns-repeated="16384" office:value-type="float" office:value="1"')
    await writeFile(path, openDocument(odsRow([cell], 'table:number-rows-repeated="1048576"')))
    const job = { source: { path }, maxBytes: LIMIT }
    await expect(drain(readRecordsInWorker({ applicationId: 'any', timeMs: 2000 }, job))).rejects.toMatchObject({
      name: 'ImportFileError',
      key: expect.stringMatching(/^needs(Time|Memory)$/),
    })
    await rm(folder, { recursive: true })
  })
})

describe('cells', () => {
  test.each<[string, string, string | number, string]>([
    ['a day', '<v>45292</v>', 14, '2024-01-01'],
    ['a day in any language', '<v>45292</v>', '[$-40A]dd" de "mmmm" de "yyyy;@', '2024-01-01'],
    ['a moment', '<v>45292.520833333336</v>', 22, '2024-01-01T12:30:00'],
    ['a moment shown as a day', '<v>45292.75</v>', 'dd/mm/yyyy', '2024-01-01'],
    ['a time', '<v>0.520833333333333</v>', 'hh:mm', '12:30:00'],
    ['a duration', '<v>1.5</v>', '[h]:mm:ss', '36:00:00'],
    ['minutes', '<v>0.0104166666666667</v>', '[mm]:ss', '00:15:00'],
    ['a day before March 1900', '<v>59</v>', 14, '1900-02-28'],
    ['a day that is none', '<v>-1</v>', 14, ''],
    ['zeros in front', '<v>1234</v>', '00000', '01234'],
    ['a number in groups', '<v>123456789</v>', '000-00-0000', '123-45-6789'],
    ['a long number', '<v>12345678901234567890</v>', 0, '12345678901234567890'],
    ['a number that programs show as 1.2E+11', '<v>123456789012</v>', 0, '123456789012'],
    ['a large number', '<v>1E+21</v>', 0, '1000000000000000000000'],
    ['a small number', '<v>1.5E-7</v>', 0, '0.00000015'],
    ['what is left of a sum', '<v>0.30000000000000004</v>', 0, '0.3'],
    ['a share', '<v>0.125</v>', '0%', '0.125'],
    ['an amount', '<v>1234.5</v>', '"€ "#,##0.00;[Red]-#,##0.00', '1234.5'],
    ['a number in red', '<v>7</v>', '[Red]0', '7'],
    ['nothing', '', 0, ''],
  ])('%s', async (_, value, format, shown) => {
    const rows = LIST + row(text('b@example.com'), `<c s="1">${value}</c>`)
    expect((await cellsOf(workbook({ sheets: [{ rows }], formats: [format] })))[2]?.[1]).toBe(shown)
  })

  test('strings of the table, rich, escaped, without how they are pronounced', async () => {
    const strings =
      '<si><t>email</t></si><si><r><t>Zo</t></r><r><rPr/><t>ë</t></r></si>' +
      '<si><t>佐藤</t><rPh sb="0" eb="2"><t>サトウ</t></rPh></si><si><t xml:space="preserve"> a&amp;b_x000D_\n&#x1F600; </t></si><si/>'
    const cells = [0, 1, 2, 3, 4].map(index => `<c t="s"><v>${index}</v></c>`)
    const rows = row(...cells, text('last'))
    const [record] = await cellsOf(workbook({ sheets: [{ rows }], strings }))
    expect(record).toEqual(['email', 'Zoë', '佐藤', ' a&b\r\n😀 ', '', 'last'])
  })

  test('truth, formulas by what they gave, errors as nothing, ISO dates, days since 1904', async () => {
    const cells = [
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>ax</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="d" s="1"><v>2024-02-29T00:00:00Z</v></c>',
      '<c s="1"><v>43830</v></c>',
      text('end'),
    ]
    const [record] = await cellsOf(workbook({ sheets: [{ rows: row(...cells) }], formats: [14], is1904: true }))
    expect(record).toEqual(['TRUE', 'FALSE', 'ax', '2', '', '2024-02-29', '2024-01-01', 'end'])
  })
})

describe('rows', () => {
  test('keep their number; blank ones are left out, short ones filled, merged cells stand in their first', async () => {
    const rows =
      `<row r="3"><c r="A3" t="str"><v>email</v></c><c r="C3" t="str"><v>plan</v></c></row><row r="4"/>` +
      `<row r="5"><c r="A5" t="str"><v>a@example.com</v></c><c r="D5" s="1"/></row>` +
      `<row r="9"><c r="C9" t="str"><v>pro</v></c></row>`
    expect(await recordsOf(workbook({ sheets: [{ rows }] }))).toEqual([
      { line: 3, cells: ['email', '', 'plan'] },
      { line: 5, cells: ['a@example.com', '', ''] },
      { line: 9, cells: ['', '', 'pro'] },
    ])
  })

  test('come from the first visible sheet that has any', async () => {
    const sheets = [{ rows: LIST.replace('Ana', 'No'), state: 'hidden' as const }, { rows: '<row/>' }, { rows: LIST }]
    expect((await cellsOf(workbook({ sheets })))[1]).toEqual(['a@example.com', 'Ana'])
  })
})

describe('parse(print(rows)) is rows', () => {
  // What XML cannot hold, no workbook holds; blank rows and blank ends of rows are none.
  const cell = fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter(value => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF\uFEFF]|_x/iu.test(value)),
    fc.constantFrom(
      '00501',
      '"q"',
      "O'Neil",
      'a,b;c',
      '=1+1',
      'true',
      '1e5',
      '2024-02-29',
      '佐藤',
      '<&>',
      'two\nlines',
    ),
  )
  const filled = cell.filter(value => value.trim() !== '')
  const table = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
    fc.array(
      fc
        .tuple(fc.array(cell, { minLength: width - 1, maxLength: width - 1 }), filled)
        .map(([some, last]) => [...some, last]),
      { minLength: height, maxLength: height },
    ),
  )

  test('for xlsx, xlsb and xls', async () => {
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        expect(await cellsOf(await writeXlsx({ sheets: [{ name: 'Rows', rows }] }))).toEqual(rows)
        const sheet = utils.aoa_to_sheet(rows)
        const book = { SheetNames: ['Rows'], Sheets: { Rows: sheet } }
        for (const bookType of ['xlsb', 'biff8'] as const) {
          expect(await cellsOf(write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer)).toEqual(rows)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each([',', ';', '\t'])('for text with "%s"', async separator => {
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        // A header of ours says what the separator is.
        const width = Math.max(2, rows[0]?.length ?? 0)
        const header = ['email', ...Array.from({ length: width - 1 }, (_, index) => `column ${index}`)]
        const even = [header, ...rows.map(each => [...each, 'x'].slice(0, width))]
        const quoted = (value: string) => (/[",;\t|\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
        const printed = even.map(each => `${each.map(quoted).join(separator)}\r\n`).join('')
        expect(await cellsOf(Buffer.from(printed))).toEqual(even)
        expect(await cellsOf(Buffer.from(even.map(printCsvCopy).join('')))).toEqual(even)
      }),
      { numRuns: 60 },
    )
  })
})

describe('workbooks that cannot be read', () => {
  const good = workbook({ sheets: [{ rows: LIST }] })
  const ole = (name: string) => {
    const container = CFB.utils.cfb_new()
    CFB.utils.cfb_add(container, name, Buffer.from('content'))
    return CFB.write(container, { type: 'buffer' }) as Buffer
  }

  test.each<[string, () => Buffer, string]>([
    ['one that was cut off', () => good.subarray(0, good.length - 40), 'damagedWorkbook'],
    ['one with a part that was cut off', () => damage(good), 'damagedWorkbook'],
    [
      'one with a sheet that was cut off',
      () => workbook({ sheets: [{ rows: `${LIST}<row><c r="A` }] }),
      'damagedWorkbook',
    ],
    ['one without rows', () => workbook({ sheets: [{ rows: '<row r="7"><c r="B7"/></row>' }] }), 'emptyWorkbook'],
    ['one whose rows are hidden', () => workbook({ sheets: [{ rows: LIST, state: 'veryHidden' }] }), 'emptyWorkbook'],
    ['one with a password', () => ole('/EncryptedPackage'), 'encryptedWorkbook'],
    ['an old document', () => ole('/WordDocument'), 'notWorkbook'],
    ['an archive of pictures', () => zipOf({ 'a.png': 'x' }), 'notWorkbook'],
    ['an archive of nothing', () => zipOf({}), 'notWorkbook'],
    [
      'a cut off old workbook',
      () => readFileSync(new URL('../../fixtures/sheet-500.xls', import.meta.url)).subarray(0, 3000),
      'damagedWorkbook',
    ],
    [
      'a million columns',
      () => workbook({ sheets: [{ rows: row(text('email'), '<c r="BDWGN1"><v>1</v></c>') }] }),
      'tooManyColumns',
    ],
    [
      'columns without end',
      () => workbook({ sheets: [{ rows: `<row>${'<c/>'.repeat(1_000_000)}</row>` }] }),
      'tooManyColumns',
    ],
    [
      'entities of its own',
      () => zipOf({ ...workbookParts({ sheets: [] }), 'xl/workbook.xml': '<!DOCTYPE lolz [<!ENTITY a "b">]>' }),
      'damagedWorkbook',
    ],
    [
      'columns far to the right of each row',
      () => {
        const far = Array.from({ length: 1000 }, (_, no) => `<row><c r="XFD${no + 2}"><v>1</v></c></row>`)
        return workbook({ sheets: [{ rows: LIST + far.join('') }] })
      },
      'workbookTooLarge',
    ],
    [
      'a long text in many cells',
      () => {
        const strings = `<si><t>${'x'.repeat(1_000_000)}</t></si>`
        const cells = row(...Array.from({ length: 100 }, () => '<c t="s"><v>0</v></c>'))
        return workbook({ sheets: [{ rows: LIST + cells }], strings })
      },
      'workbookTooLarge',
    ],
    [
      'a text without end in many pieces',
      () => workbook({ sheets: [{ rows: row(text('x<!---->'.repeat(1_200_000))) }] }),
      'workbookTooLarge',
    ],
    [
      'styles without end',
      () => workbook({ sheets: [{ rows: LIST }], formats: Array.from({ length: 70_000 }, () => 14) }),
      'workbookTooLarge',
    ],
    ['a tag without end', () => workbook({ sheets: [{ rows: `<row ${'a'.repeat(5_000_000)}` }] }), 'damagedWorkbook'],
  ])('%s', async (_, make, key) => {
    await expect(recordsOf(make())).rejects.toMatchObject({ key })
  })

  // Each took the square of its size: minutes or hours.
  test.each<[string, () => Buffer]>([
    ['signs in quotes', () => workbook({ sheets: [{ rows: `${LIST}<row a="${'>'.repeat(3_000_000)}"></row>` }] })],
    ['tags inside of each other', () => workbook({ sheets: [{ rows: LIST + '<a>'.repeat(1_000_000) }] })],
    [
      'a million empty cells',
      () => workbook({ sheets: [{ rows: LIST + `<row>${'<c/>'.repeat(1000)}</row>`.repeat(1000) }] }),
    ],
    [
      'a hundred thousand merged ranges',
      () => workbook({ sheets: [{ rows: LIST + '<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000) }] }),
    ],
    [
      'brackets of a number format',
      () => workbook({ sheets: [{ rows: LIST }], formats: Array.from({ length: 200 }, () => '['.repeat(20_000)) }),
    ],
  ])('%s are read like anything else', async (_, make) => {
    expect(await cellsOf(make())).toEqual([
      ['email', 'name'],
      ['a@example.com', 'Ana'],
    ])
  })

  test.each(['workbook.xml', 'workbook.bin'])('one that is far larger than it looks, with a %s', async name => {
    const parts = workbookParts({ sheets: [{ rows: '' }] })
    const bomb = zipOf({
      ...parts,
      '_rels/.rels': parts['_rels/.rels']?.replace('workbook.xml', name) ?? '',
      'xl/workbook.bin': Buffer.alloc(9_000_000),
      'xl/worksheets/sheet0.xml': Buffer.alloc(9_000_000, '<x/>'),
    })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(drain(readSheets(bomb, 8_000_000))).rejects.toMatchObject({ key: 'workbookTooLarge' })
  })

  test('a page that calls itself a spreadsheet', async () => {
    const page = '<html><table><tr><td>email</td></tr><tr><td>a@example.com</td></tr></table></html>'
    await expect(recordsOf(Buffer.from(page))).rejects.toMatchObject({
      key: 'unreadable',
      message: expect.stringContaining('web page'),
    })
  })

  function damage(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes)
    const at = copy.indexOf('worksheets/sheet0.xml') + 21
    copy.fill(0xff, at, at + 60)
    return copy
  }
})

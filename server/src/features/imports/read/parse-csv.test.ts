import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printCsvRow, unescapeFormula } from '@notifly/contracts/csv'
import { decodeFile, type CsvRecord, readCsv, type Separator } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'

const bytesOf = (text: string) => ({ bytes: new TextEncoder().encode(text) })

async function read(text: string, separator?: Separator): Promise<{ separator: Separator; records: CsvRecord[] }> {
  const csv = await readCsv(await decodeFile(bytesOf(text), 30_000_000), separator)
  const records: CsvRecord[] = []
  for await (const batch of csv.batches) records.push(...batch.records)
  return { separator: csv.separator, records }
}

const cells = async (text: string) => (await read(text)).records.map(record => record.cells)

describe('records', () => {
  test('each knows the line on which it begins', async () => {
    const { records } = await read('email,note\r\na,"x\r\ny\nz"\r\n\r\n,\r\nb,c\r\n')
    expect(records).toEqual([
      { line: 1, cells: ['email', 'note'] },
      { line: 2, cells: ['a', 'x\r\ny\nz'] },
      { line: 7, cells: ['b', 'c'] },
    ])
  })

  test.each(['\n', '\r\n', '\r'])('may end in %j', async lineEnd => {
    expect((await read(['email,a', 'b,"c"', 'd,e', ''].join(lineEnd))).records).toEqual([
      { line: 1, cells: ['email', 'a'] },
      { line: 2, cells: ['b', 'c'] },
      { line: 3, cells: ['d', 'e'] },
    ])
  })

  test('may end in both LF and CRLF, as in files that were joined', async () => {
    expect(await cells('email,a\r\nb,"c"\r\nd,e\nf,"g"\nh,i\r\n')).toEqual([
      ['email', 'a'],
      ['b', 'c'],
      ['d', 'e'],
      ['f', 'g'],
      ['h', 'i'],
    ])
  })

  test('whose quote is never closed are marked', async () => {
    expect((await read('email,a\nb,"c\nd,e\n')).records.at(-1)).toMatchObject({ line: 2, unclosed: true })
  })

  test('without end are refused', async () => {
    const endless = read(`email,a\nb,"${'x\n'.repeat(1_000_000)}`)
    await expect(endless).rejects.toMatchObject({ key: 'unreadable', line: 2 })
    await expect(endless).rejects.toBeInstanceOf(ImportFileError)
  })

  test('come out the same however the file is cut into pieces', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`p${index}@example.com`, `Zoë "${index}"\r\n, 佐藤`, ''])
    const text = ['email,name,x\r\n', ...rows.map(printCsvRow)].join('')
    const { records } = await read(text)
    expect(records.slice(1).map(record => record.cells)).toEqual(rows)
    expect(records.at(-1)?.line).toBe(40_000)
  })
})

describe('separators', () => {
  test.each<[string, Separator]>([
    ['email,a;b\nx,y;z\n', ','],
    ['email;a\nx;1,5\ny;2,5\n', ';'],
    ['email\ta, b\nx\ty, z\n', '\t'],
    ['a|email\nx|y\n', '|'],
    ['email\nx@example.com\n', ','],
    ['sep=|\nemail|a\nx|y\n', '|'],
    ['"name; first";email\n"a, b";c\n', ';'],
  ])('%j', async (text, separator) => {
    expect((await read(text)).separator).toBe(separator)
  })

  test('the line that announces one is no record', async () => {
    expect((await read('sep=;\r\nemail;a\r\nb;c\r\n')).records).toEqual([
      { line: 2, cells: ['email', 'a'] },
      { line: 3, cells: ['b', 'c'] },
    ])
  })
})

test('reading what was printed gives the same rows', async () => {
  const special = fc.string({
    unit: fc.constantFrom('a', 'é', '"', "'", ',', ';', '\n', '\r', '\t', '=', '+', '-', '@', ' ', '佐', '1'),
  })
  const cell = fc.oneof(
    special,
    fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '')),
  )
  const notBlank = (row: string[]) => row.some(text => text.trim() !== '')
  const row = fc.array(cell, { minLength: 1, maxLength: 5 }).filter(notBlank)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async rows => {
      const { records } = await read(rows.map(printCsvRow).join(''), ',')
      expect(records.map(record => record.cells.map(unescapeFormula))).toEqual(rows)
    }),
    { numRuns: 300 },
  )
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createWorkPool } from '../../../lib/work-pool/work-pool.ts'
import { workbookParts, zipOf } from '../../../testing/people/workbooks.ts'
import { printErrorFile } from './parse-work.ts'
import { type ContactRow, STAGING_COLUMNS } from './parse-contact.ts'
import { type ImportSummary, openImport, type ParseOptions } from './parse-import.ts'
import { parseInWorker } from './parse-in-worker.ts'
import { openRecords } from './records.ts'
import { reasonOf, type RejectedRow } from './rows.ts'

const path = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

interface Result extends ImportSummary {
  /** Rows that are left when superseded ones are gone. */
  users: ContactRow[]
  rejections: RejectedRow[]
}

async function parse(source: string | { path: string }, options: ParseOptions = {}): Promise<Result> {
  const reader = await openImport(typeof source === 'string' ? { bytes: Buffer.from(source) } : source, options)
  const rows: ContactRow[] = []
  const rejections: RejectedRow[] = []
  for await (const batch of reader.batches()) {
    rows.push(...batch.rows)
    rejections.push(...batch.rejected)
  }
  const summary = reader.summary()
  return { ...summary, users: rows.filter(({ line }) => !summary.superseded.includes(line)), rejections }
}

const errorFile = async (bytes: Uint8Array, rejections: RejectedRow[]) => {
  const reasons = new Map(rejections.map(row => [row.line, reasonOf(row)]))
  let text = ''
  for await (const piece of printErrorFile(await openRecords({ bytes }, 1_000_000), reasons)) text += piece
  return text
}

describe('files as people have them', () => {
  test('the messy one gives 4 users, 5 rejected rows and 2 duplicates', async () => {
    const result = await parse({ path: path('messy.csv') })
    expect(result).toMatchObject({ rowsTotal: 11, expectedUsers: 4, rejected: 5, duplicates: 2 })
    expect(result.users.map(({ email, merge_fields: fields }) => [email, fields.first_name])).toEqual([
      ['ok1@example.com', 'Ok Again'],
      ['OK2@EXAMPLE.COM', 'Case'],
      ['spaced@example.com', 'Spaced'],
      ['last@example.com', 'NoNewline'],
    ])
    expect(result.rejections.map(row => `${row.line}: ${reasonOf(row)}`)).toEqual([
      '5: Email "not-an-email" isn’t a valid email address',
      '9: the row has 2 columns, the header has 4 columns',
      '10: Email "@nope.com" isn’t a valid email address',
      '11: the row has 6 columns, the header has 4 columns',
      '13: Email "unicode@exämple.com" isn’t a valid email address',
    ])
  })

  test.each([
    ['utf8-bom-crlf.csv', 'utf-8', ','],
    ['utf16le-tab.tsv', 'utf-16le', '\t'],
    ['windows1252-semicolon.csv', 'windows-1252', ';'],
  ])('%s gives the same three users', async (name, encoding, separator) => {
    const result = await parse({ path: path(name) })
    expect(result).toMatchObject({ encoding, separator, rowsTotal: 5, expectedUsers: 3, rejected: 2, duplicates: 0 })
    expect(result.users.map(({ email, merge_fields: fields }) => ({ email, ...fields }))).toEqual([
      {
        email: 'ana.lopez@example.com',
        first_name: 'Ana',
        last_name: 'López',
        postal_code: '01234',
        signup: '2024-02-29',
        plan: 'free',
      },
      {
        email: 'zoe@example.org',
        first_name: 'Zoë',
        last_name: "O'Neil",
        postal_code: '00501',
        signup: '2023-12-31',
        plan: 'pro',
      },
      {
        email: 'jose@example.net',
        first_name: 'José',
        last_name: 'Núñez; Jr.',
        postal_code: '28001',
        signup: '2020-01-01',
        plan: 'free',
      },
    ])
    expect(result.rejections.map(({ problems }) => problems[0]?.value)).toEqual([
      'rené@example.com',
      '"quoted user"@example.com',
    ])
  })

  test('all of the 3,000 contacts are valid, and their fields have types', async () => {
    const result = await parse({ path: path('contacts-3000.csv') })
    expect(result).toMatchObject({ rowsTotal: 3000, expectedUsers: 3000, rejected: 0, duplicates: 0 })
    expect(result.fields.map(({ key, type, filled }) => [key, type, filled])).toEqual([
      ['first_name', 'text', 3000],
      ['last_name', 'text', 3000],
      ['plan', 'text', 3000],
      ['loyalty_points', 'number', 3000],
      ['postal_code', 'text', 3000],
      ['note', 'text', 140],
    ])
    expect(result.users[0]).toMatchObject({
      external_user_id: 'crm-00000001',
      timezone_offset: 32400,
      phone_number: '+919810000001',
    })
  })

  test.each([
    ['empty.csv', 'emptyFile'],
    ['header-only.csv', 'headerOnly'],
    ['no-email-column.csv', 'noEmailColumn'],
    ['not-a-spreadsheet.xlsx', 'unreadable'],
  ])('%s is refused as %s', async (name, key) => {
    await expect(parse({ path: path(name) })).rejects.toMatchObject({ name: 'ImportFileError', key })
  })

  test('blank lines alone are an empty file, and one byte too many is too large', async () => {
    await expect(parse('\n \n,,\n')).rejects.toMatchObject({ key: 'emptyFile' })
    await expect(parse('email\na@b.example\n', { maxBytes: 17 })).rejects.toMatchObject({ key: 'csvFile2mb' })
    await expect(parse('email\na@b.example\n', { maxBytes: 18 })).resolves.toMatchObject({ expectedUsers: 1 })
  })
})

describe('types of merge fields', () => {
  test.each([
    [['1', '-2.5', ''], 'number'],
    [['01', '2'], 'text'],
    [['1', 'x'], 'text'],
    [['true', 'No'], 'boolean'],
    [['2024-02-29', '2024-01-01T10:00:00Z'], 'date'],
    [['2024-02-30'], 'text'],
    [['', ''], 'text'],
    [['+34600'], 'text'],
  ])('%j make a %s', async (cells, type) => {
    const { fields } = await parse(
      ['email,f', ...cells.map((cell, index) => `a${index}@example.com,${cell}`)].join('\n'),
    )
    expect(fields[0]).toMatchObject({ key: 'f', type })
  })

  test('a field may be called like what objects inherit', async () => {
    const { fields, users } = await parse('email,constructor,__proto__\na@example.com,,x\n')
    expect(fields.map(({ key, filled }) => [key, filled])).toEqual([
      ['constructor', 0],
      ['proto', 1],
    ])
    expect(users[0]?.merge_fields).toEqual({ proto: 'x' })
  })
})

describe('duplicates', () => {
  const header = 'email,external_user_id,n\n'

  test('are matched by external id first, and the address may change', async () => {
    const result = await parse(`${header}a@example.com,1,x\nb@example.com,1,y\na@example.com,2,z\n`)
    expect(result).toMatchObject({ expectedUsers: 2, duplicates: 1, superseded: [2] })
    expect(result.users.map(({ merge_fields: fields }) => fields.n)).toEqual(['y', 'z'])
  })

  test('are matched by e-mail where an external id is missing', async () => {
    expect(await parse(`${header}a@example.com,,x\nA@example.com,1,y\na@example.com,,z\n`)).toMatchObject({
      expectedUsers: 1,
      duplicates: 2,
      superseded: [2, 3],
    })
  })

  test('keys of different contacts reject the row', async () => {
    const result = await parse(
      `${header}a@example.com,crm-12,x\nb@example.com,crm-13,y\na@example.com,crm-13,z\na@example.com,crm-14,z\n`,
    )
    expect(result.rejections.map(row => `${row.line}: ${reasonOf(row)}`)).toEqual([
      '4: email belongs to crm-12',
      '5: email belongs to crm-12',
    ])
    expect(result).toMatchObject({ rowsTotal: 4, expectedUsers: 2, duplicates: 0, rejected: 2 })
  })

  test('a phonebook is matched by number', async () => {
    const result = await parse('phone_number\n+34600123456\n+34 600 123 456\n+34600123457\n', {
      required: 'phone_number',
    })
    expect(result).toMatchObject({ expectedUsers: 2, duplicates: 1 })
  })
})

describe('the error file', () => {
  const messy = readFileSync(path('messy.csv'))

  test('holds the cells as they were, the reason and the line', async () => {
    const { rejections } = await parse({ path: path('messy.csv') })
    expect((await errorFile(messy, rejections)).split('\r\n')).toEqual([
      ' Email ,First Name,EMAIL_CONSENT,note,error_reason,line',
      'not-an-email,Bad,yes,,"Email ""not-an-email"" isn’t a valid email address",5',
      'short@example.com,only two columns,,,"the row has 2 columns, the header has 4 columns",9',
      '@nope.com,No,yes,,"Email ""@nope.com"" isn’t a valid email address",10',
      'trailing@example.com,Trail,yes,x,"the row has 6 columns, the header has 4 columns",11,extra,columns',
      'unicode@exämple.com,IDN,yes,,"Email ""unicode@exämple.com"" isn’t a valid email address",13',
      '',
    ])
  })

  test('can be mended and imported as it is', async () => {
    const { rejections } = await parse({ path: path('messy.csv') })
    const mended = (await errorFile(messy, rejections))
      .replace('not-an-email,', 'mended@example.com,')
      .replace('exämple', 'example')
    const result = await parse(mended)
    expect(result.users.map(({ email }) => email)).toEqual([
      'mended@example.com',
      'short@example.com',
      'unicode@example.com',
    ])
    expect(result.fields.map(({ key }) => key)).toEqual(['first_name', 'email_consent', 'note'])
    const again = await errorFile(Buffer.from(mended), result.rejections)
    expect(again.split('\r\n')[0]).toBe(' Email ,First Name,EMAIL_CONSENT,note,error_reason,line')
    expect(again.split('\r\n')[1]).toMatch(/^@nope\.com,No,yes,,"Email .*",4$/)
  })

  test('texts of a workbook do not become formulas, and are the same when the file is imported again', async () => {
    const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = [
      ['email', '=note'],
      ['bad', '=1+1'],
      ['worse', "'=2"],
      ['worst', '-5'],
    ]
    const sheet = rows.map(cells => `<row>${cells.map(cell).join('')}</row>`).join('')
    const bytes = zipOf(workbookParts({ sheets: [{ rows: sheet }] }))
    const first = await openImport({ bytes })
    const rejections: RejectedRow[] = []
    for await (const { rejected } of first.batches()) rejections.push(...rejected)
    const text = await errorFile(bytes, rejections)
    expect(text.split('\r\n').map(line => line.split(',').slice(0, 2).join(','))).toEqual([
      "email,'=note",
      "bad,'=1+1",
      "worse,'=2",
      'worst,-5',
      '',
    ])
    const corrected = text.replace(/^(bad|worse|worst),/gm, '$1@example.com,')
    const { users } = await parse(corrected)
    expect(users.map(({ merge_fields: fields }) => Object.values(fields))).toEqual([['=1+1'], ['=2'], ['-5']])
  })

  test('formulas of a text file go back unescaped', async () => {
    const text = "email,note\nbad,=1+1\nworse,'=1\n"
    const { rejections } = await parse(text)
    expect(await errorFile(Buffer.from(text), rejections)).toMatch(/\r\nbad,=1\+1,.*\r\nworse,'=1,/)
  })
})

const POOL = { warmThreads: 0, places: 1, placesPerKey: 1, waitingPerKey: 1, waitingMax: 1, waitMs: 1000 }

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

describe('in a thread of its own', () => {
  const importId = '0198c7b2-7f00-7a3b-8c4d-5e6f708192a3'
  const who = { applicationId: importId }

  test('lines for COPY, progress and the summary arrive', async () => {
    const batches = parseInWorker(who, { source: { path: path('contacts-3000.csv') }, importId, options: {} })
    let copy = ''
    let rows = 0
    let next = await batches.next()
    while (!next.done) {
      copy += new TextDecoder().decode(next.value.copy)
      rows += next.value.rows
      expect(next.value.progress).toMatchObject({ bytesTotal: 454_823, rowsDone: rows })
      next = await batches.next()
    }
    expect(next.value).toMatchObject({ expectedUsers: 3000, rejected: 0 })
    const lines = copy.trimEnd().split('\n')
    expect(lines).toHaveLength(3000)
    const first = Object.fromEntries((lines[0] ?? '').split('\t').map((cell, index) => [STAGING_COLUMNS[index], cell]))
    expect(first).toMatchObject({
      import_id: importId,
      row_no: '2',
      contact_id: '\\N',
      email: 'person.1+list@example.org',
      is_test: 'f',
      created_on: '2023-08-19T12:04:51.000Z',
    })
    expect(JSON.parse(first.merge_fields ?? '')).toMatchObject({ last_name: '佐藤', loyalty_points: '4271' })
  })

  test('a refused file is refused with its own error', async () => {
    const batches = parseInWorker(who, { source: { path: path('no-email-column.csv') }, importId, options: {} })
    await expect(batches.next()).rejects.toMatchObject({ name: 'ImportFileError', key: 'noEmailColumn', line: 1 })
  })

  test('a file that cannot be opened is our own failure', async () => {
    const batches = parseInWorker(who, { source: { path: path('absent.csv') }, importId, options: {} })
    await expect(batches.next()).rejects.toThrow('ENOENT')
  })

  test('time and memory have limits', async () => {
    const source = { path: path('contacts-3000.csv') }
    const late = parseInWorker({ ...who, timeMs: 1 }, { source, importId, options: {} })
    await expect(drain(late)).rejects.toMatchObject({ key: 'needsTime', message: expect.stringContaining('too long') })
    const pool = createWorkPool({ ...POOL, memoryMb: 4 })
    const small = parseInWorker({ ...who, pool }, { source, importId, options: {} })
    await expect(drain(small)).rejects.toMatchObject({ key: 'needsMemory', message: expect.stringContaining('memory') })
  })

  test('leaving the loop ends the thread', async () => {
    const batches = parseInWorker(who, { source: { path: path('contacts-3000.csv') }, importId, options: {} })
    await batches.next()
    await expect(batches.return(undefined as never)).resolves.toMatchObject({ done: true })
    await expect(batches.next()).resolves.toEqual({ done: true, value: undefined })
  })
})

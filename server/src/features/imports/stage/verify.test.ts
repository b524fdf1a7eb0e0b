import { writeXlsx } from 'hucre/xlsx'
import { IMPORT_MAX_BYTES } from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { audienceFiles, formOf } from '../../../testing/people/audience-files.ts'
import { withUploadPlace } from '../upload/receive-upload.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const owner = await kit.withApplication()

const fixture = (name: string) => ({ name, content: readFileSync(new URL(`../fixtures/${name}`, import.meta.url)) })
const csv = (content: string) => ({ name: 'list.csv', content })

async function storedRows(): Promise<number> {
  const { rows } = await kit.database.pool.query<{ n: number }>(
    `select (select count(*) from import) + (select count(*) from import_row) + (select count(*) from stored_file)
      + (select count(*) from contact) as n`,
  )
  return rows[0]?.n ?? -1
}

describe('files as people have them', () => {
  test('3,000 valid rows are 3,000 new users', async () => {
    const { status, data } = await files.verify(owner, fixture('contacts-3000.csv'))
    expect(status).toBe(200)
    expect(data).toMatchObject({
      expected_users: 3000,
      rows_total: 3000,
      new: 3000,
      updated: 0,
      duplicates: 0,
      rejected: 0,
    })
    expect(data).not.toHaveProperty('error_id')
    expect(data.problems).toEqual([])
    expect(data.columns).toContainEqual(
      expect.objectContaining({ name: 'email', merge_field: false, becomes: 'email' }),
    )
    expect(data.columns).toContainEqual(
      expect.objectContaining({ name: 'first_name', merge_field: true, type: 'text' }),
    )
  })

  test('the messy one gives 4 users, 5 rejected rows with their reasons, 2 duplicates and an error file', async () => {
    const { data, status } = await files.verify(owner, fixture('messy.csv'))
    expect(status).toBe(200)
    expect(data).toMatchObject({ expected_users: 4, rows_total: 11, new: 4, updated: 0, duplicates: 2, rejected: 5 })
    expect(data.problems).toEqual([
      { reason: 'Invalid email address', reason_sentence: { key: 'imports.problems.invalidEmail' }, count: 3 },
      {
        reason: 'Column count differs from the header',
        reason_sentence: { key: 'imports.problems.columnCount' },
        count: 2,
      },
    ])
    expect(data.rejected_sample.slice(0, 2)).toMatchObject([
      { line: 5, column: 'Email', value: 'not-an-email', reason: 'Invalid email address' },
      {
        line: 9,
        column: null,
        value: '2',
        reason: 'The row has 2 columns, the header has 4 columns',
        reason_sentence: sentence('imports.problems.row', { cells: 2, width: 4 }),
      },
    ])
    const errorFile = Buffer.from(data.file ?? '', 'base64').toString()
    expect(errorFile.split('\r\n')[0]).toMatch(/,error_reason,line$/)
    expect(errorFile).toContain('not-an-email')

    const download = await kit.app.inject({
      url: `/api/audience/download?uuid=${data.error_id}`,
      headers: { authorization: `Bearer ${owner.bearer}` },
    })
    expect(download.statusCode).toBe(200)
    expect(download.headers['content-disposition']).toContain('filename="messy-errors.csv"')
    expect(download.body).toBe(errorFile)
  })

  test.each(['utf8-bom-crlf.csv', 'utf16le-tab.tsv', 'windows1252-semicolon.csv'])(
    '%s gives 3 users and 2 rejected rows',
    async name => {
      const { data } = await files.verify(owner, fixture(name))
      expect(data).toMatchObject({ expected_users: 3, rows_total: 5, rejected: 2, duplicates: 0 })
    },
  )
})

describe('spreadsheets', () => {
  test.each(['xls', 'xlsb', 'xlsm', 'xlsx'])(
    'sheet-500.%s is 500 users; zeros, dates and scripts are kept',
    async kind => {
      const other = await kit.withApplication()
      const { verification, end } = await files.importAs(other, fixture(`sheet-500.${kind}`), 'Sheet')
      expect(verification).toMatchObject({ expected_users: 500, rows_total: 500, new: 500, rejected: 0 })
      expect(verification.columns.map(({ name, type }) => [name, type])).toEqual([
        ['email', 'text'],
        ['first_name', 'text'],
        ['postal_code', 'text'],
        ['signup', 'date'],
        ['points', 'number'],
      ])
      expect(end).toMatchObject({ state: 'done', rows_done: 500 })
      const { rows } = await kit.database.pool.query<{ email: string; merge_fields: Record<string, string> }>(
        `select email, merge_fields from contact where application_id = $1 order by contact_id`,
        [other.applicationId],
      )
      expect(rows[3]).toEqual({
        email: 'sheet.4@example.com',
        merge_fields: { first_name: 'محمد', postal_code: '00003', signup: '2024-01-04', points: '4.5' },
      })
      expect(rows.at(-1)?.merge_fields['postal_code']).toMatch(/^00\d{3}$/)
    },
  )

  test('one that LibreOffice saved has the rows of the text that it was made of', async () => {
    const [saved, old] = [await kit.withApplication(), await kit.withApplication()]
    expect((await files.verify(saved, fixture('libreoffice.xlsx'))).data).toMatchObject({
      expected_users: 478,
      rejected: 0,
    })
    // Columns that it took for numbers: no plus before the phone numbers.
    expect((await files.verify(old, fixture('libreoffice.xls'))).data).toMatchObject({ rejected: 0 })
  })

  test('rejected rows come back as a CSV with their row in the sheet', async () => {
    const rows = [['email', 'when'], ['ok@example.com', 1], [], ['bad', 2], ['fine@example.com', 3, 'more']]
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] }))
    const { data } = await files.verify(owner, { name: 'people.csv', content })
    expect(data).toMatchObject({ expected_users: 1, rejected: 2 })
    expect(Buffer.from(data.file ?? '', 'base64').toString()).toBe(
      'email,when,error_reason,line\r\nbad,2,"email ""bad"" isn’t a valid email address",4\r\n' +
        'fine@example.com,3,"the row has 3 columns, the header has 2 columns",5,more\r\n',
    )
  })
})

describe('columns with names of their own', () => {
  const content = 'Who,Correo,Teléfono\nAna,ana@example.com,+34612345678\nBo,bo@example.com,\n'

  test('are shown with what they hold, and read as they are said to be', async () => {
    const other = await kit.withApplication()
    const { status, body } = await files.verify(other, csv(content))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ field: 'file', key: 'noEmailColumn', line: 1 }],
      data: {
        columns: [
          { name: 'Who', type: 'text', samples: ['Ana', 'Bo'], suggestion: 'who' },
          { name: 'Correo', samples: ['ana@example.com', 'bo@example.com'], suggestion: 'email' },
          { name: 'Teléfono', samples: ['+34612345678'], suggestion: 'phone_number' },
        ],
      },
    })
    const mapping = JSON.stringify({ Correo: 'email', Teléfono: 'phone_number', Who: 'first_name' })
    const { data } = await files.verify(other, csv(content), 'file', { mapping })
    expect(data).toMatchObject({ expected_users: 2, rejected: 0 })
    expect(data.columns.map(({ becomes }) => becomes)).toEqual(['first_name', 'email', 'phone_number'])
  })
})

describe('checks take turns', () => {
  test('a small file of one application does not wait for the large ones of another', async () => {
    const [busy, other] = [await kit.withApplication(), await kit.withApplication()]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = withUploadPlace(busy.applicationId, () => released)
    const statuses: number[] = []
    const asked = Array.from({ length: 12 }, async () => {
      const { status } = await files.verify(busy, csv('email\na@example.com\n'))
      statuses.push(status)
    })
    await vi.waitFor(() => expect(statuses).toEqual([429, 429, 429, 429]), { timeout: 15_000 })
    expect((await files.verify(other, csv('email\nb@example.com\n'))).status).toBe(200)
    release()
    await held
    await Promise.all(asked)
    expect(statuses.filter(status => status === 200)).toHaveLength(8)
  })
})

describe('a file that cannot be imported', () => {
  test.each([
    ['empty.csv', 'emptyFile'],
    ['header-only.csv', 'headerOnly'],
    ['no-email-column.csv', 'noEmailColumn'],
    ['not-a-spreadsheet.xlsx', 'unreadable'],
  ])('%s is told %s, and nothing is stored', async (name, key) => {
    const before = await storedRows()
    const { status, body } = await files.verify(owner, fixture(name))
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'file', key })])
    expect(await storedRows()).toBe(before)
  })

  test('that is one byte too large answers 413 with the true limit; at the limit it is read', async () => {
    const row = 'someone@example.com\n'
    const filler = 'email\n' + row.repeat(Math.ceil(IMPORT_MAX_BYTES / row.length))
    const before = await storedRows()
    const { status, body } = await files.verify(owner, csv(filler.slice(0, IMPORT_MAX_BYTES + 1)))
    expect(status).toBe(413)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'file', key: 'csvFile2mb' })])
    expect(body.message).toContain('20 MB (20,971,520 bytes)')
    expect(await storedRows()).toBe(before)

    const largest = 'email\nsomeone@example.com\n'.padEnd(IMPORT_MAX_BYTES, '\n')
    const { status: accepted, data } = await files.verify(owner, csv(largest))
    expect([accepted, data]).toMatchObject([200, { expected_users: 1 }])
  })

  test.each(['list.pdf', 'list', 'csv', 'list.csv.exe'])('called %s answers 415', async name => {
    const { status } = await files.verify(owner, { name, content: 'email\na@example.com\n' })
    expect(status).toBe(415)
  })

  test.each([
    ['another field', { ...formOf(csv('email\na@example.com'), 'upload') }, 400],
    [
      'no file',
      {
        body: Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n'),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
      400,
    ],
    [
      'a form that breaks off',
      {
        body: Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail'),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
      400,
    ],
    ['JSON', { body: { file: 'email' } }, 415],
    ['nothing', {}, 415],
  ])('sent as %s is refused', async (_, request, status) => {
    const reply = await kit.call('POST', '/api/audience/verify', { bearer: owner.bearer, ...request })
    expect(reply.status).toBe(status)
  })

  test('full of binary junk is refused whatever it is', async () => {
    for (const content of ['\0\0\0\0', '%PDF-1.7 ...', '"', 'email\n"', '\xff\xfe', 'email,'.repeat(400)]) {
      const { status } = await files.verify(owner, csv(content))
      expect([content, status]).toEqual([content, 400])
    }
  })

  test('with nothing but faults is verified, but there is nothing to insert', async () => {
    const { data } = await files.verify(owner, csv('email\nnobody\n'))
    expect(data).toMatchObject({ expected_users: 0, rejected: 1, rows_total: 1 })
    expect((await files.insert(owner, data.corelation_id, 'Nobody')).status).toBe(400)
  })
})

describe('who may see an import', () => {
  test('its error file and its progress are of one application only', async () => {
    const stranger = await kit.withApplication()
    const { data } = await files.verify(owner, csv('email\nok@example.com\nbad\n'))
    const get = (path: string, bearer: string) =>
      kit.app.inject({ url: path, headers: { authorization: `Bearer ${bearer}` } })
    for (const path of [
      `/api/audience/download?uuid=${data.error_id}`,
      `/api/audience/import/${data.corelation_id}`,
      `/api/audience/import/${data.corelation_id}/live`,
    ]) {
      expect((await get(path, stranger.bearer)).statusCode).toBe(404)
    }
    expect((await files.insert(stranger, data.corelation_id, 'Mine')).status).toBe(404)
  })

  test('the error file is the only file that its call hands out', async () => {
    const { data } = await files.verify(owner, csv('email\nok@example.com\n'))
    const { rows } = await kit.database.pool.query<{ file_id: string }>(
      'select file_id from import where import_id = $1',
      [data.corelation_id],
    )
    const reply = await kit.call('GET', `/api/audience/download?uuid=${rows[0]?.file_id}`, { bearer: owner.bearer })
    expect(reply.status).toBe(404)
  })
})

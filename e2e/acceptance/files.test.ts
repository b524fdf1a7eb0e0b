/** Audience files as people really have them, and sizes beyond what is taken. */
import { createDraft } from '@notifly/contracts/campaigns/calls'
import { readFileSync } from 'node:fs'
import { ATTACHMENT_MAX_BYTES } from '@notifly/contracts/campaigns/campaigns'
import { listContacts } from '@notifly/contracts/contacts/audience'
import {
  IMPORT_MAX_BYTES,
  insertImport,
  readImport,
  type Verification,
  verifyImport,
} from '@notifly/contracts/imports/imports'
import { expect, inject, test } from 'vitest'
import { newOwner, type Owner } from '../product/people.ts'
import { waitFor } from '../product/wait-for.ts'

const url = inject('url')
const owner = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
const FIXTURES = new URL('../../server/src/features/imports/fixtures/', import.meta.url)

test('a messy file: what is meant is taken, what is wrong is named with its line, the later row wins', async () => {
  const { status, data } = await verify(owner, fixture('messy.csv'), 'messy.csv')
  expect(status).toBe(200)
  expect(data).toMatchObject({ expected_users: 4, duplicates: 2, rejected: 5, rows_total: 11 })
  expect(data.rejected_sample.map(({ line, value }) => [line, value])).toEqual([
    [5, 'not-an-email'],
    [9, '2'],
    [10, '@nope.com'],
    [11, '6'],
    [13, 'unicode@exämple.com'],
  ])
  const messy = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
  const people = await insert(messy, fixture('messy.csv'), 'messy.csv')
  expect(new Set(people.map(({ email }) => email?.split('@')[0]?.toLowerCase()))).toEqual(
    new Set(['last', 'ok1', 'ok2', 'spaced']),
  )
  const names = people.map(({ merge_fields }) => merge_fields['first_name'])
  expect(names).toEqual(expect.arrayContaining(['Ok Again', 'Case']))
})

test.each(['utf8-bom-crlf.csv', 'utf16le-tab.tsv', 'windows1252-semicolon.csv'])(
  '%s: its letters and leading zeros arrive intact',
  async name => {
    const one = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
    const { data } = await verify(one, fixture(name), name)
    expect(data).toMatchObject({ expected_users: 3, rejected: 2 })
    const people = await insert(one, fixture(name), name)
    const seen = people.map(({ email, merge_fields: { last_name, postal_code } }) => [email, last_name, postal_code])
    expect(new Set(seen)).toEqual(
      new Set([
        ['ana.lopez@example.com', 'López', '01234'],
        ['jose@example.net', 'Núñez; Jr.', '28001'],
        ['zoe@example.org', "O'Neil", '00501'],
      ]),
    )
  },
)

test.each(['sheet-500.xls', 'sheet-500.xlsb', 'sheet-500.xlsm', 'sheet-500.xlsx'])(
  '%s: 500 people with their zeros and dates',
  async name => {
    const one = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
    const { data } = await verify(one, fixture(name), name)
    expect(data).toMatchObject({ expected_users: 500, rejected: 0 })
    await insert(one, fixture(name), name)
    const [third] = await one.api(listContacts, { token: one.token, query: { search: 'sheet.3@example.com' } })
    expect(third?.merge_fields).toMatchObject({ first_name: 'Zoë', postal_code: '00002', signup: '2024-01-03' })
  },
)

test.each([
  ['empty.csv', 'emptyFile'],
  ['header-only.csv', 'headerOnly'],
  ['no-email-column.csv', 'noEmailColumn'],
  ['not-a-spreadsheet.xlsx', 'unreadable'],
])('%s is refused in words of its own', async (name, key) => {
  const { status, errors } = await verify(owner, fixture(name), name)
  expect([status, errors?.[0]?.key]).toEqual([400, key])
})

test('a file of another kind, and one byte too much, are refused as such', async () => {
  expect((await verify(owner, Buffer.from('email\na@example.com'), 'people.pdf')).status).toBe(415)
  const large = Buffer.alloc(IMPORT_MAX_BYTES + 1, 'person@example.com\n')
  large.write('email\n')
  const { status, errors } = await verify(owner, large, 'large.csv')
  expect([status, errors?.[0]?.key]).toEqual([413, 'csvFile2mb'])
})

test('bodies and attachments beyond their limits are refused, those at the limit are not', async () => {
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` }
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  expect(
    await post('/api/audience/segment', { segment_name: 'x', contact_uuids: [], padding: 'x'.repeat(1_048_576) }),
  ).toBe(413)
  expect(await post(createDraft.path, { emailBody: 'x'.repeat(21_000_000) })).toBe(413)

  const attachment = (bytes: number) => ({
    content: Buffer.alloc(bytes, 'notifly').toString('base64'),
    filename: 'price-list.pdf',
    type: 'application/pdf',
    disposition: 'attachment',
  })
  const draft = (attachments: object[]) => post(createDraft.path, { campaignName: 'Files', attachments })
  expect(await draft(Array.from({ length: 6 }, () => attachment(10)))).toBe(400)
  expect(await draft([attachment(ATTACHMENT_MAX_BYTES + 1)])).toBe(400)
  expect(await draft([{ ...attachment(10), filename: 'setup.exe' }])).toBe(400)
  expect(await draft([{ ...attachment(10), content: 'not base64!' }])).toBe(400)
  expect(
    await draft(
      Array.from({ length: 5 }, (_, index) => ({ ...attachment(ATTACHMENT_MAX_BYTES), filename: `${index}.pdf` })),
    ),
  ).toBe(201)
})

function fixture(name: string): Buffer {
  return readFileSync(new URL(name, FIXTURES))
}

interface Answer {
  data: Verification
  errors?: { key?: string }[]
}

async function verify({ token }: Owner, file: Buffer, name: string): Promise<Answer & { status: number }> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], name))
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${verifyImport.path}`, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as Answer) }
}

/** Verifies and inserts; answers all contacts. */
async function insert(one: Owner, file: Buffer, name: string) {
  const { api, token } = one
  const verified = await verify(one, file, name)
  expect(verified).toMatchObject({ status: 200 })
  const { corelation_id } = verified.data
  await api(insertImport, { token, params: { uuid: corelation_id }, body: { segment_name: name } })
  await waitFor('the import', async () => {
    const { state } = await api(readImport, { token, params: { corelation_id } })
    return state === 'done' ? true : undefined
  })
  return api(listContacts, { token })
}

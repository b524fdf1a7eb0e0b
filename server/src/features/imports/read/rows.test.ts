import { sentence } from '@notifly/contracts/sentences/sentence'
import { describe, expect, test } from 'vitest'
import { readHeader, requireColumn, type RequiredColumn } from './columns.ts'
import type { ContactRow } from './parse-contact.ts'
import { createRowReader, reasonOf } from './rows.ts'

/** Reads one row with an e-mail and these columns. */
function readRow(columns: Record<string, string>): ContactRow | string {
  const header = readHeader(['email', ...Object.keys(columns)], 1)
  const result = createRowReader(header, 'email')({ line: 2, cells: ['a@example.com', ...Object.values(columns)] })
  return 'row' in result ? result.row : reasonOf(result.rejected)
}

describe('columns', () => {
  test('ours are found without regard to case, spaces and hyphens', () => {
    const header = readHeader([' E-Mail ', 'Phone Number', 'TIMEZONE', 'External-User-ID'], 1)
    expect(header.columns.map(({ known }) => known)).toEqual(['email', 'phone_number', 'timezone', 'external_user_id'])
  })

  test('others become merge fields that templates can name', () => {
    const names = [
      'email',
      'First Name',
      'Prénom',
      '2nd address',
      'Loyalty-Points (€)',
      '名前',
      'true',
      '',
      'Email',
      'first_name',
    ]
    const header = readHeader(names, 1)
    expect(header.columns.map(({ key }) => key)).toEqual([
      'email',
      'first_name',
      'prénom',
      'field_2nd_address',
      'loyalty_points',
      '名前',
      'field_true',
      'email_2',
      'first_name_2',
    ])
    expect(header.columns.filter(({ known }) => known)).toHaveLength(1)
  })

  test('error_reason and line are ignored where they are the last two', () => {
    const header = readHeader(['email', 'a', 'Error_Reason', ' line '], 1)
    expect(header).toMatchObject({ width: 4, isErrorFile: true })
    expect(header.columns.map(({ key }) => key)).toEqual(['email', 'a'])
    expect(readHeader(['email', 'line', 'error_reason'], 1).columns).toHaveLength(3)
  })

  test('the required one may be missing', () => {
    const requires = (names: string[], required: RequiredColumn) => () =>
      requireColumn(readHeader(names, 1), required, 1)
    expect(requires(['name'], 'email')).toThrow(expect.objectContaining({ key: 'noEmailColumn' }))
    expect(requires(['email'], 'phone_number')).toThrow(expect.objectContaining({ key: 'noPhoneColumn' }))
    expect(requires(['email'], 'uuid')).toThrow(expect.objectContaining({ key: 'noUuidColumn' }))
  })

  test('what the person says of a column goes before its name', () => {
    const mapping = { 'Work mail': 'email', email: 'old_mail', Notes: 'ignore', Town: 'City', tel: 'phone_number' }
    const { columns, width } = readHeader(['email', 'Work mail', 'Notes', 'Town', 'tel', 'phone_number'], 1, mapping)
    expect(width).toBe(6)
    expect(columns.map(({ index, key, known }) => [index, key, known])).toEqual([
      [0, 'old_mail', undefined],
      [1, 'email', 'email'],
      [3, 'city', undefined],
      [4, 'phone_number', 'phone_number'],
      [5, 'phone_number_2', undefined],
    ])
  })
})

describe('values', () => {
  test.each<[keyof ContactRow, string, unknown]>([
    ['uuid', '0198C7B2-7F00-7A3B-8C4D-5E6F708192A3', '0198c7b2-7f00-7a3b-8c4d-5e6f708192a3'],
    ['country', 'es', 'ES'],
    ['country', 'Spain', 'ES'],
    ['country', 'ESPAÑA', 'ES'],
    ['country', 'भारत', 'IN'],
    ['country', 'uk', 'GB'],
    ['lang', 'pt_br', 'pt-BR'],
    ['latitude', '-41.5', -41.5],
    ['longitude', '2,17', 2.17],
    ['timezone', 'Asia/Kolkata', 'Asia/Kolkata'],
    ['timezone_offset', '19800', 19800],
    ['timezone_offset', '+05:30', 19800],
    ['timezone_offset', '-0330', -12600],
    ['timezone_offset', '-50400', -50400],
    ['timezone_offset', '0', 0],
    ['is_test', 'Yes', true],
    ['is_test', '0', false],
    ['created_on', '1692446691', '2023-08-19T12:04:51.000Z'],
    ['created_on', '1692446691000', '2023-08-19T12:04:51.000Z'],
    ['created_on', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['created_on', '20240229', '2024-02-29T00:00:00.000Z'],
    ['created_on', '2024-02-29T10:00:00.5+05:30', '2024-02-29T04:30:00.500Z'],
    ['updated_on', '2024-02-29 10:00', '2024-02-29T10:00:00.000Z'],
    ['phone_number', '+34 600 123 456', '+34600123456'],
    ['phone_number', '0034600123456', '+34600123456'],
    ['phone_number', '34 600 12-34-56', '+34600123456'],
    ['phone_number', "'+34 600 123 456", '+34600123456'],
    ['platform_type', '2', '2'],
    ['external_user_id', ' crm-1 ', 'crm-1'],
    ['lang', '', null],
  ])('%s takes %j', (column, text, value) => {
    expect(readRow({ [column]: text })).toMatchObject({ [column]: value })
  })

  test.each([
    ['uuid', '123'],
    ['country', 'XX'],
    ['country', 'EU'],
    ['country', 'Atlantis'],
    ['lang', 'english please'],
    ['latitude', '91'],
    ['longitude', '1e3'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+05:30'],
    ['timezone_offset', '50401'],
    ['timezone_offset', '+15:00'],
    ['timezone_offset', 'IST'],
    ['is_test', 'maybe'],
    ['created_on', '2024-02-30'],
    ['created_on', '2024'],
    ['created_on', 'yesterday'],
    ['phone_number', '600123456'],
    ['phone_number', '+34 12'],
    ['external_user_id', 'x'.repeat(256)],
  ])('%s refuses %j with a sentence', (column, text) => {
    expect(readRow({ [column]: text })).toMatch(new RegExp(`^${column} ".+" is(n’t)? `))
  })

  test('a phone number without country code takes that of the row', () => {
    expect(readRow({ country: 'ES', phone_number: '600 123 456' })).toMatchObject({ phone_number: '+34600123456' })
    expect(readRow({ phone_number: '98100 00001', country: 'india' })).toMatchObject({ phone_number: '+919810000001' })
  })

  test('merge fields keep their text, without the apostrophe of an export', () => {
    expect(readRow({ zip: '01234', a: "'=1+1", b: "'tis", c: '', d: "''=x" })).toMatchObject({
      merge_fields: { zip: '01234', a: '=1+1', b: "'tis", d: "'=x" },
    })
  })

  test('every bad value of a row is named', () => {
    expect(readRow({ latitude: 'x', lang: '?' })).toBe(
      'latitude "x" isn’t a latitude from -90 to 90; lang "?" isn’t a language tag such as en or pt-BR',
    )
  })
})

test('a row with another number of columns is rejected with both numbers', () => {
  const read = createRowReader(readHeader(['email', 'a', 'b'], 1), 'email')
  expect(read({ line: 7, cells: ['a@example.com'] })).toEqual({
    rejected: {
      line: 7,
      problems: [
        {
          kind: 'columnCount',
          column: null,
          value: '1',
          reason: sentence('imports.problems.rowOne', { width: 3 }),
        },
      ],
    },
  })
})

test('a row without the required value is rejected', () => {
  const read = createRowReader(readHeader(['email', 'uuid'], 1), 'uuid')
  expect(read({ line: 2, cells: ['a@example.com', ' '] })).toMatchObject({
    rejected: {
      problems: [{ kind: 'missing', column: 'uuid', reason: sentence('imports.problems.missing', { column: 'uuid' }) }],
    },
  })
  expect(read({ line: 3, cells: ['', '0198c7b2-7f00-7a3b-8c4d-5e6f708192a3'] })).toMatchObject({ row: { email: null } })
})

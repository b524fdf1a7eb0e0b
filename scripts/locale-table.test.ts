import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  type LocaleTable,
  localeTable,
  printList,
  printTable,
  RIGHT_TO_LEFT_FILE,
  rightToLeft,
  TABLE_FILE,
} from './locale-table.ts'

const text = await readFile(TABLE_FILE, 'utf8')
const stored = JSON.parse(text) as LocaleTable
const made = localeTable()

test('the table of locales is what CLDR says, as the script prints it', async () => {
  expect(printTable(stored)).toBe(text)
  expect(await readFile(RIGHT_TO_LEFT_FILE, 'utf8')).toBe(printList(rightToLeft(stored)))
  // Another CLDR may know more languages and call countries otherwise; nothing changes its direction.
  const expected = made.version === stored.version ? made.locales : stored.locales.filter(row => hasDirection(row))
  expect(stored.locales).toEqual(expected)
})

test('it has some two hundred languages, and those read from the right', () => {
  expect(stored.locales.length).toBeGreaterThan(190)
  const codes = rightToLeft(stored)
  for (const code of ['ar', 'he', 'fa', 'ur', 'ku', 'sd', 'pa-Arab']) expect(codes).toContain(code)
  for (const code of ['en', 'es', 'fr', 'hi', 'pa']) expect(codes).not.toContain(code)
})

function hasDirection({ code, direction }: LocaleTable['locales'][number]): boolean {
  const row = made.locales.find(each => each.code === code)
  return row === undefined || row.direction === direction
}

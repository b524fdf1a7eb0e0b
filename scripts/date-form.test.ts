// Days in words are written by the display rules alone: whoever makes a formatter of their own writes English dates in another order.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Where the rules are, and the calendar that stands below them. */
const RULES = ['web/src/components/display/', 'web/src/components/schedules/', 'web/src/ui/dates/']
const OWN_DAY =
  /DateTimeFormat\((?:(?!\n\n)[^;])*(?:\bday: '|dateStyle: ')|\.toLocale(?:Date)?String\([^)]*(?:\bday: '|dateStyle: ')/

test('a page that formats days by itself is found', () => {
  expect(OWN_DAY.test("new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })")).toBe(true)
  expect(OWN_DAY.test("new Intl.DateTimeFormat(locale, {\n  month: 'long',\n  day: 'numeric',\n})")).toBe(true)
  expect(OWN_DAY.test("date.toLocaleDateString('en', { day: 'numeric' })")).toBe(true)
  expect(OWN_DAY.test("new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })")).toBe(false)
})

test('no page formats days by itself', async () => {
  const files = globSync('web/src/{app,components,features,routes,ui}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    file => !file.includes('.test.') && !RULES.some(folder => file.startsWith(folder)),
  )
  expect(files.length).toBeGreaterThan(500)
  const texts = await Promise.all(files.map(async file => [file, await readFile(`${ROOT}${file}`, 'utf8')] as const))
  expect(texts.filter(([, text]) => OWN_DAY.test(text)).map(([file]) => file)).toEqual([])
})

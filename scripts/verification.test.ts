// docs/verification.md says which test holds each finding: they are all there, under these names.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** A test file, and the names that stand behind it in a cell. */
const HELD_BY = /`([^`]+\.test\.tsx?)`(?:: ((?:“[^“”]+”(?:, )?)+))?/g

/** Names whose parts are not in the file. A name may leave parts out (…) or have values filled in (%s, $name). */
async function namesMissing(document: string): Promise<string[]> {
  const missing: string[] = []
  for (const [, path = '', quoted = ''] of document.matchAll(HELD_BY)) {
    const source = await readFile(join(ROOT, path), 'utf8')
    for (const [, name = ''] of quoted.matchAll(/“([^“”]+)”/g)) {
      if (!name.split(/…|%s|\$name/).every(part => source.includes(part.trim()))) missing.push(`${path}: ${name}`)
    }
  }
  return missing
}

test('a name that its file does not have is found', async () => {
  const gone = ['gone', 'since', 'long'].join(' ')
  const document = `\`scripts/verification.test.ts\`: “a name … is found”, “${gone}”`
  expect(await namesMissing(document)).toEqual([`scripts/verification.test.ts: ${gone}`])
})

test('every finding is held by tests that are there', async () => {
  const document = await readFile(join(ROOT, 'docs/verification.md'), 'utf8')
  expect([...document.matchAll(HELD_BY)].length).toBeGreaterThan(90)
  expect(await namesMissing(document)).toEqual([])
  const rows = document.split('\n').filter(line => /^\| [A-D]\d* /.test(line))
  expect(rows.length).toBeGreaterThan(120)
  expect(rows.filter(row => !row.includes('“') || /\.test\.tsx?`(?!: “)/.test(row))).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyLine } from './copy-text.ts'

test('columns stand between tabs and end with a line feed', () => {
  expect(copyLine(['a', 1.5, true, false, null, ''])).toBe('a\t1.5\tt\tf\t\\N\t\n')
})

test('what would end a column, a line or the copy is escaped', () => {
  expect(copyLine(['a\tb\nc\rd\\e', '\\N', '\\.', 'x\0y'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\t\\\\.\txy\n')
})

test('any text comes back from a line', () => {
  const unescape: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
  const texts = fc.array(
    fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '')),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(texts, values => {
      const line = copyLine(values)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      const read = line
        .slice(0, -1)
        .split('\t')
        .map(cell => cell.replace(/\\(.)/g, (_, letter: string) => unescape[letter] ?? letter))
      expect(read).toEqual(values)
    }),
  )
})

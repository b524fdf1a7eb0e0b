import { expect, test } from 'vitest'
import { diffText, type TextPart } from './text-diff.ts'

const marked = (parts: readonly TextPart[]) => parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
const plain = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('')

test.each([
  [
    'The lookbook is nearly here',
    'The lookbook is here, {{ first_name }}',
    'The lookbook is [nearly ]here',
    'The lookbook is here[, {{ first_name }}]',
  ],
  ['same', 'same', 'same', 'same'],
  ['', 'new', '', '[new]'],
  ['11:00 AM', '9:00 AM', '[11]:00 AM', '[9]:00 AM'],
  ['नमस्ते दुनिया', 'नमस्ते भारत', 'नमस्ते [दुनिया]', 'नमस्ते [भारत]'],
  ['a b c d', 'a x y d', 'a [b c] d', 'a [x y] d'],
])('%j becomes %j', (before, after, left, right) => {
  const diff = diffText(before, after)
  expect(marked(diff.before)).toBe(left)
  expect(marked(diff.after)).toBe(right)
})

test('the parts of a side are always its whole text, however long', () => {
  const before = Array.from({ length: 4000 }, (_, index) => `<p>line ${index}</p>`).join('\n')
  const after = before.replaceAll('7', 'seven').slice(500)
  const diff = diffText(before, after)
  expect(plain(diff.before)).toBe(before)
  expect(plain(diff.after)).toBe(after)
  expect(diff.after.some(({ changed }) => changed)).toBe(true)
})

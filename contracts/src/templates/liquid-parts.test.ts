import { expect, test } from 'vitest'
import { replaceLiquid, withoutLiquid } from './liquid-parts.ts'

test('fields and tags are taken out, and what is never closed with the rest of its text', () => {
  expect(withoutLiquid('Hi {{ name | default: "you" }}{% if a %}, {{\nb }}{% endif %} there')).toBe('Hi ,  there')
  expect(withoutLiquid('one {{ two }} three {{ four')).toBe('one  three ')
  expect(withoutLiquid('one } two { three %} }}')).toBe('one } two { three %} }}')
  expect(replaceLiquid('{{a}}b{%c%}', (part, isTag) => `<${part.length}${isTag ? 't' : 'f'}>`)).toBe('<5f>b<5t>')
})

test('braces without end are read once', () => {
  expect(withoutLiquid('{{'.repeat(1_000_000))).toBe('')
  expect(withoutLiquid('{% }}'.repeat(1_000_000))).toBe('')
})

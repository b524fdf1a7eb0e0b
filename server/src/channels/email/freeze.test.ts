import { expect, test } from 'vitest'
import { checkTemplate } from '../../lib/liquid/check.ts'
import { freezeContent } from './email.ts'

test.each([
  ['merge fields', '{{ first_name }}'.repeat(2000)],
  ['links', '<a href="https://lumen.example/">x</a>'.repeat(2000)],
  ['links with merge fields', '<a href="https://lumen.example/{{ first_name }}">x</a>'.repeat(2000)],
  ['HTML tags', '<b>x</b>'.repeat(10_000)],
  ['nested tables', '<table><tr><td>'.repeat(6000)],
])('a template with as many %s as are allowed can be completed', (_, html) => {
  expect(checkTemplate(html, { fields: ['first_name'], kind: 'html' }).problems).toEqual([])
  expect(freezeContent({ subject: 'Hello', html }, 'lumen.example').content.html).toContain('unsubscribe_url')
})

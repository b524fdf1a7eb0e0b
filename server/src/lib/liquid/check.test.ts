import { sentence } from '@notifly/contracts/sentences/sentence'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check.ts'
import { refusesSaving } from './problem.ts'

const FIELDS = ['email', 'first_name', 'last_name', 'country', 'coupon', 'items', 'site']

const check = (source: string, kind: 'html' | 'subject' | 'text' = 'html') =>
  checkTemplate(source, { fields: FIELDS, kind }).problems
const codes = (source: string, kind: 'html' | 'subject' | 'text' = 'html') =>
  check(source, kind).map(({ code }) => code)
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

describe('templates of other languages', () => {
  test('the receipt names both Handlebars tags, each with its line', () => {
    const problems = check(fixture('postmark-receipt.html'))
    expect(problems.map(({ code, tag, line, column }) => [code, tag, line, column])).toEqual([
      ['handlebars', '#each', 521, 33],
      ['handlebars', '/each', 526, 33],
    ])
    expect(problems[0]?.values).toMatchObject({ construct: '{{#each}}' })
    expect(refusesSaving(problems)).toBe(true)
  })

  test.each(['postmark-welcome.html', 'postmark-trial-expiring.html'])('%s is valid once its fields exist', name => {
    const source = fixture(name)
    const unknown = check(source)
    expect(unknown.every(({ code }) => code === 'unknown_field')).toBe(true)
    expect(refusesSaving(unknown)).toBe(false)
    expect(unknown.every(({ severity }) => severity === 'error')).toBe(true)
    const fields = unknown.flatMap(({ field }) => field ?? [])
    expect(checkTemplate(source, { fields, kind: 'html' }).problems).toEqual([])
  })

  test.each([
    ['a\n  {{/if}}', '/if', 2, 3],
    ['{{> footer}}', '> footer', 1, 1],
    ['{{#if coupon}}', '#if', 1, 1],
    ['{{else}}', 'else', 1, 1],
    ['{{{ first_name }}}', '{', 1, 1],
    ['{{! note }}', '!', 1, 1],
  ])('%j is refused as Handlebars', (source, tag, line, column) => {
    expect(check(source)).toMatchObject([{ severity: 'error', code: 'handlebars', tag, line, column }])
  })
})

describe('syntax', () => {
  test.each([
    ['x {{ first_name', 'syntax', undefined, 1, 3],
    ['x\n{% if coupon', 'syntax', 'if', 2, 1],
    ['{% if coupon %}x', 'syntax', 'if', 1, 1],
    ['{% if coupon %}{% for i in items %}{% endif %}', 'syntax', 'endif', 1, 36],
    ['a\nb {% endif %}', 'syntax', 'endif', 2, 3],
    ['{% iff coupon %}{% endif %}', 'unknown_tag', 'iff', 1, 1],
    ['{% include "x" %}', 'tag_not_allowed', 'include', 1, 1],
    ['{% render "x" %}', 'tag_not_allowed', 'render', 1, 1],
    ['{% layout "x" %}', 'tag_not_allowed', 'layout', 1, 1],
    ['{% tablerow i in items %}{% endtablerow %}', 'tag_not_allowed', 'tablerow', 1, 1],
    ['{% raw %}{{ x }}{% endraw %}', 'tag_not_allowed', 'raw', 1, 1],
    ['{% %}', 'syntax', undefined, 1, 1],
    ['{{ }}', 'syntax', undefined, 1, 1],
    ['{{ first_name | upcse }}', 'unknown_filter', undefined, 1, 1],
    ['{{ first_name | raw }}', 'unknown_filter', undefined, 1, 1],
    ['{{ first_name | constructor }}', 'unknown_filter', undefined, 1, 1],
    ['{% if coupon = "x" %}{% endif %}', 'syntax', 'if', 1, 14],
    ['{{ first name }}', 'syntax', undefined, 1, 10],
    ['{% if coupon country %}{% endif %}', 'syntax', 'if', 1, 14],
    ['Hi {{ first_name, your {{ coupon }}', 'syntax', undefined, 1, 17],
    ['{{ first_name) }}', 'syntax', undefined, 1, 14],
  ])('%j is refused at its place', (source, code, tag, line, column) => {
    const [first, ...others] = check(source).filter(
      problem => problem.tag !== 'endtablerow' && problem.tag !== 'endraw',
    )
    expect(first).toMatchObject({ severity: 'error', code, line, column })
    expect(first?.tag).toBe(tag)
    expect(others.filter(problem => problem.code !== 'unknown_tag' && problem.code !== 'syntax')).toEqual([])
  })

  test('every broken merge field is reported, not only the first', () => {
    expect(codes('{{ a | nope }}\n{{#each x}}\n{{ }}')).toEqual(['unknown_filter', 'handlebars', 'syntax'])
  })

  test('a filter almost written right is suggested', () => {
    expect(check('{{ first_name | upcse }}')[0]?.suggestion).toBe('upcase')
  })

  test('comments may hold anything that is closed', () => {
    expect(codes('{% comment %}{{#each}} {% nope %}{% endcomment %}ok')).toEqual([])
  })

  test('a template above the limit is not parsed', () => {
    expect(codes('x'.repeat(2_000_001))).toEqual(['too_large'])
  })
})

describe('fields', () => {
  test('an unknown field is an error with its position and a suggestion', () => {
    const problems = check('Hi\n  {{ frist_name }}')
    expect(problems).toMatchObject([
      { severity: 'error', code: 'unknown_field', field: 'frist_name', suggestion: 'first_name', line: 2, column: 6 },
    ])
    expect(refusesSaving(problems)).toBe(false)
  })

  test('an unknown field with a default is only a warning', () => {
    const problems = check('{{ nickname | upcase | default: "you" }}')
    expect(problems).toMatchObject([{ severity: 'warning', field: 'nickname' }])
  })

  test.each([
    ['{{ FirstName }}', 'first_name'],
    ['{{ first-name }}', 'first_name'],
    ['{{ emial }}', 'email'],
    ['{{ zzz }}', undefined],
  ])('%s suggests %s', (source, suggestion) => {
    expect(check(source)[0]?.suggestion).toBe(suggestion)
  })

  test('names that the template gives itself are no fields', () => {
    const source =
      '{% assign a = coupon %}{{ a }}{% for i in items %}{{ i }}{{ forloop.index }}{% endfor %}' +
      '{% capture b %}x{% endcapture %}{{ b }}'
    expect(codes(source)).toEqual([])
    expect(check('{% for i in items %}{% endfor %}{{ i }}')).toMatchObject([{ field: 'i' }])
  })

  test('fields in conditions and in the arguments of filters count', () => {
    expect(check('{% if a %}{{ email | append: b }}{% endif %}').map(({ field }) => field)).toEqual(['a', 'b'])
  })
})

describe('places in markup', () => {
  test.each([
    ['<script>var a = "{{ email }}"</script>', 'unsafe_place'],
    ['<a onclick="go(\'{{ email }}\')">x</a>', 'unsafe_place'],
    ['<{{ email }}>', 'unsafe_place'],
    ['<p {{ email }}>', 'unsafe_place'],
    ['<a href="javascript:{{ email }}">x</a>', 'unsafe_url'],
    ['<img alt="" src="data:text/html,{{ email }}">', 'unsafe_url'],
    ['<!--[if mso]><a href="javascript:{{ email }}">x</a><![endif]-->', 'unsafe_url'],
    ['{% if coupon %}<a href="{% else %}<a href="x{% endif %}">', 'split_markup'],
  ])('%s is refused', (source, code) => {
    expect(codes(source)).toContain(code)
    expect(refusesSaving(check(source))).toBe(true)
  })

  test.each([
    '<a href="{{ site }}">x</a>',
    '<a href="https://example.com/?e={{ email | url_encode }}">x</a>',
    '<a href="mailto:{{ email }}">x</a>',
    '<p {% if coupon %}class="a"{% endif %}>{{ email }}</p>',
    '<a href="{% if coupon %}https://a.example{% else %}https://b.example{% endif %}">x</a>',
    '{% if coupon %}<td width="{{ coupon }}">{% else %}<td>{% endif %}',
    '<style>a { color: {{ coupon }} }</style>',
    '<p style="color: {{ coupon }}">x</p>',
    '{% capture a %}<a href="{% endcapture %}{{ a }}',
    '1 < 2 {{ email }}',
  ])('%s is fine', source => {
    expect(check(source)).toEqual([])
  })
})

test('a subject holds no line break outside its tags', () => {
  expect(check('a\nb', 'subject')).toMatchObject([{ code: 'line_break', line: 1, column: 2 }])
  expect(codes('Hi {{ first_name\n | default: "x" }}', 'subject')).toEqual([])
})

test.each([
  ['merge fields', '{{ first_name }}'.repeat(2001), sentence('templates.tooManyConstructs', { limit: 2000 })],
  [
    'letters in one merge field',
    `{{ first_name${' | upcase'.repeat(300)} }}`,
    sentence('templates.longConstruct', { limit: 2000 }),
  ],
  ['links', '<a href="https://lumen.example/">x</a>'.repeat(2001), sentence('templates.tooManyLinks', { limit: 2000 })],
  ['HTML tags', '<b>'.repeat(20_001), sentence('templates.tooManyHtmlTags', { limit: 20_000 })],
])('too many %s are an error with its place', (_, source, words) => {
  const { problems } = checkTemplate(source, { fields: ['first_name'], kind: 'html' })
  expect(problems).toMatchObject([{ severity: 'error', code: 'syntax', line: 1, ...words }])
})

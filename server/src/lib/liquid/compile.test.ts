import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { describe, expect, test } from 'vitest'
import { compileTemplate, render, renderSlots, TemplateInvalid } from './compile.ts'
import type { TemplateKind } from './places.ts'
import { RenderError } from './render-error.ts'

const show = (source: string, fields: Record<string, unknown> = {}, kind: TemplateKind = 'html') =>
  render(compileTemplate(source, kind), fields)

function failure(source: string, fields: Record<string, unknown>, kind: TemplateKind = 'html'): RenderError {
  try {
    show(source, fields, kind)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('segments', () => {
  test('plain outputs split the text into constant parts and slots', () => {
    const compiled = compileTemplate('Hi {{ a | default: "you" }}, {{ b }}!', 'text')
    expect(compiled).toMatchObject({ statics: ['Hi ', ', ', '!'], fields: ['a', 'b'], plain: true })
    expect(renderSlots(compiled, { b: 2 })).toEqual(['you', '2'])
  })

  test('a block is one slot among the others', () => {
    const compiled = compileTemplate('A {% if a %}yes {{ a }}{% else %}no{% endif %} B {{ b }}', 'html')
    expect(compiled.statics).toEqual(['A ', ' B ', ''])
    expect(renderSlots(compiled, { a: '<', b: '&' })).toEqual(['yes &lt;', '&amp;'])
  })

  test('a template that keeps state is a single slot', () => {
    const compiled = compileTemplate('{% assign x = a | upcase %}Hi {{ x }}', 'html')
    expect(compiled.statics).toEqual(['', ''])
    expect(render(compiled, { a: 'a&b' })).toBe('Hi A&amp;B')
  })

  test('break ends the whole template outside a loop and only the loop inside one', () => {
    expect(show('{% for i in l %}{{ i }}{% break %}{% endfor %}!', { l: ['a', 'b'] })).toBe('a!')
    expect(show('a{% if x %}{% break %}{% endif %}b', { x: true })).toBe('a')
  })

  test('white space control and comments leave the constant text trimmed', () => {
    expect(show('a  {{- x -}}  b{% comment %}c{% endcomment %}{% # d %}', { x: 1 })).toBe('a1b')
  })

  test('an invalid template throws its problems', () => {
    expect(() => compileTemplate('{{#each x}}', 'html')).toThrow(TemplateInvalid)
  })
})

describe('values', () => {
  test.each([
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [false, 'false'],
    [['a', 'b'], 'ab'],
  ])('%j renders as %j', (value, text) => {
    expect(show('{{ x }}', { x: value })).toBe(text)
  })

  test('a missing field renders as nothing', () => {
    expect(show('[{{ x }}]')).toBe('[]')
  })

  test('inherited names are no fields', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(show(`[{{ ${name} }}{{ ${name} | append: "" }}]`, {})).toBe('[]')
      expect(show(`{% if true %}[{{ ${name} }}]{% endif %}`, {})).toBe('[]')
    }
    expect(show('{{ constructor }}', { constructor: 'Bob' })).toBe('Bob')
  })

  test('the plain functions print what the engine prints', () => {
    const liquid = new Liquid()
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
    const filters = fc.subarray(['upcase', 'downcase', 'capitalize', 'strip', 'default: "x y"'])
    fc.assert(
      fc.property(value, filters, (field, chain) => {
        const source = `{{ f ${chain.map(filter => `| ${filter}`).join('')} }}`
        expect(show(source, { f: field }, 'text')).toBe(liquid.parseAndRenderSync(source, { f: field }))
      }),
    )
  })

  test('dates read in UTC and English', () => {
    expect(show('{{ d | date: "%d %B %Y %H:%M" }}', { d: '2027-01-15T09:30:00Z' })).toBe('15 January 2027 09:30')
  })
})

describe('escaping', () => {
  test.each([
    ['<p>{{ x }}</p>', '<b a="1">&\'', '<p>&lt;b a=&#34;1&#34;&gt;&amp;&#39;</p>'],
    ['<p title="{{ x }}">', '"><script>', '<p title="&#34;&gt;&lt;script&gt;">'],
    ['<p class={{ x }}>', 'a onload=b', '<p class=a&#32;onload&#61;b>'],
    ['<p style="color:{{ x }}">', 'red;background:url(https://a)', '<p style="color:redbackgroundurl(httpsa)">'],
    ['<style>{{ x }}</style>', '</style><script>', '<style>stylescript</style>'],
    ['<!-- {{ x }} -->', '--><script>', '<!-- --&gt;&lt;script&gt; -->'],
    ['{% if true %}{{ x }}{% endif %}', '<', '&lt;'],
    ['{% assign y = x %}{{ y }}', '<', '&lt;'],
    ['{% capture y %}<i>{{ x }}{% endcapture %}{{ y }}', '&', '&lt;i&gt;&amp;'],
  ])('%s writes the value safely', (source, x, text) => {
    expect(show(source, { x })).toBe(text)
  })

  test('text is not escaped, and a subject stays one line', () => {
    expect(show('{{ x }}', { x: '<&>' }, 'text')).toBe('<&>')
    expect(show('Hi {{ x }}', { x: 'a\r\nBcc: all@example.com' }, 'subject')).toBe('Hi a Bcc: all@example.com')
    expect(show('{% if x %}{{ x }}{% endif %}', { x: 'a\nb' }, 'subject')).toBe('a b')
  })
})

describe('addresses', () => {
  test.each(['https://example.com/?a=1&b=2', 'HTTP://example.com', ''])('%j may stand in href', address => {
    expect(show('<a href="{{ x }}">', { x: address })).toBe(`<a href="${address.replace('&', '&amp;')}">`)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'java\tscript:alert(1)',
    ' javascript:x',
    'ftp://a',
    'example.com',
    '//a',
  ])('%j may not', address => {
    for (const source of [
      '<a href="{{ x }}">',
      '<a href={{ x }}>',
      "<img src='{{ x }}/a'>",
      '{% if x %}<a href="{{ x }}">{% endif %}',
    ])
      expect(failure(source, { x: address })).toMatchObject({ field: 'x' })
    expect(failure('{{ x }}', { x: address }, 'url').field).toBe('x')
  })

  test('a scheme cannot be put together from several fields', () => {
    const source = '<a href="{{ a }}{{ b }}{{ c }}">'
    expect(show(source, { a: 'https://a.example', b: '/b' })).toBe('<a href="https://a.example/b">')
    for (const fields of [
      { b: 'javascript:x' },
      { b: 'javascript', c: ':x' },
      { b: 'java', c: 'script:x' },
      { b: 'java\nscript:' },
    ])
      expect(() => show(source, fields)).toThrow(RenderError)
  })

  test('behind a fixed start any value is only escaped', () => {
    expect(show('<a href="https://a.example/?q={{ x }}">', { x: 'b:"c"' })).toBe(
      '<a href="https://a.example/?q=b:&#34;c&#34;">',
    )
    expect(show('<a href="mailto:{{ x }}">', { x: 'a@b.example' })).toBe('<a href="mailto:a@b.example">')
  })

  test('links inside conditional comments obey the same rule', () => {
    expect(failure('<!--[if mso]><v:rect href="{{ x }}"><![endif]-->', { x: 'javascript:x' }).field).toBe('x')
  })
})

test('a loop that would run away ends in a render error', () => {
  expect(failure('{% for i in (1..100000000) %}x{% endfor %}', {})).toBeInstanceOf(RenderError)
})

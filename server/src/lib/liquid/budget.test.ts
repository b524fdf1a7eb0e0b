import { sentence } from '@notifly/contracts/sentences/sentence'
import { describe, expect, test } from 'vitest'
import { LINK_LIMITS, withinBudget } from './budget.ts'
import { checkTemplate } from './check.ts'
import { compileTemplate, render, renderSlots } from './compile.ts'
import { positionAt } from './problem.ts'
import { RenderError } from './render-error.ts'

const fields = { a: 'x'.repeat(1000), list: Array.from({ length: 100 }, (_, no) => no) }
const fill = (source: string): string => render(compileTemplate(source, 'text'), fields)

const TOO_MUCH = /(takes too long to render|is too long|too much text or too many items)\. Use fewer loops/

describe('one message has one budget', () => {
  const nested = `${'{% for i in (1..9) %}'.repeat(40)}x${'{% endfor %}'.repeat(40)}`
  const hostile: [what: string, source: string][] = [
    ['loops inside of loops', nested],
    ['a range without an end', '{% for i in (1..1000000000) %}x{% endfor %}'],
    ['many ranges', '{{ (1..90000) | sort | size }}'.repeat(500)],
    ['text doubled again and again', `{% assign b = a %}${'{% assign b = b | append: b %}'.repeat(60)}{{ b }}`],
    ['letters replaced by more', `{% assign b = a %}${'{% assign b = b | replace: "x", "xxxxx" %}'.repeat(30)}{{ b }}`],
    ['captures of captures', `${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(60)}{{ a }}`],
    [
      'a capture that grows in a loop',
      '{% for i in (1..90000) %}{% capture a %}{{ a }}yyyy{% endcapture %}{% endfor %}',
    ],
    ['long text in a loop', `{% for i in (1..90000) %}${'y'.repeat(100_000)}{% endfor %}`],
    ['a long cycle', `{% for i in (1..90000) %}{% cycle "${'y'.repeat(1900)}" %}{% endfor %}`],
    ['lists split and joined', '{% assign b = a | split: "" | join: ",,,,,,,," | split: "" %}'.repeat(300)],
    ['a date as wide as a book', '{{ "now" | date: "%99999d" }}'.repeat(300)],
    ['many filters on many outputs', '{{ a | append: a | append: a | append: a | slice: 0, 10 }}'.repeat(500)],
  ]

  test.each(hostile)('%s', (_what, source) => {
    expect(() => fill(source)).toThrow(RenderError)
    expect(() => fill(source)).toThrow(TOO_MUCH)
  })

  test('its parts share it: what one part may do once, four parts may not', () => {
    const part = compileTemplate('{% for i in (1..30000) %}x{% endfor %}', 'text')
    expect(render(part, {})).toHaveLength(30_000)
    expect(() => withinBudget(() => [1, 2, 3, 4].map(() => render(part, {})))).toThrow(/takes too long/)
    expect(render(part, {})).toHaveLength(30_000)
  })

  test('plain outputs count as well, also where only the gaps are filled', () => {
    const big = { a: 'x'.repeat(1_000_000) }
    const plain = compileTemplate('{{ a }}'.repeat(10), 'text')
    expect(plain.plain).toBe(true)
    expect(() => renderSlots(plain, big)).toThrow(/is too long/)
    expect(renderSlots(compileTemplate('{{ a }}{{ a }}', 'text'), big)).toHaveLength(2)
  })

  test('an address has a small one', () => {
    const link = compileTemplate('https://x.example/{% for i in (1..600) %}x{% endfor %}', 'url')
    expect(() => withinBudget(() => render(link, {}), LINK_LIMITS)).toThrow(RenderError)
    expect(render(link, {})).toHaveLength(618)
  })

  test('lists inside of lists have text only so deep', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(render(compileTemplate('{{ a }}{{ a | upcase }}', 'text'), { a: deep })).toBe('')
    expect(render(compileTemplate('{{ a }}', 'text'), { a: [['x', 'y'], 'z'] })).toBe('xyz')
  })
})

describe('checks of large templates', () => {
  test('a template of nothing but unknown fields is told the first hundred', () => {
    const source = `${'\n'.repeat(500_000)}${'{{ nothing }}\n'.repeat(1900)}`
    const { problems } = checkTemplate(source, { fields: ['first_name'], kind: 'text' })
    expect(problems).toHaveLength(100)
    expect(problems[99]).toMatchObject({ code: 'unknown_field', line: 500_100, column: 4 })
  })

  test('too much Liquid in all, and blocks too deep, are refused at the place', () => {
    const check = (source: string) => checkTemplate(source, { fields: ['a'], kind: 'text' }).problems[0]
    expect(check(`{{ a | append: "${'x'.repeat(1800)}" }}\n`.repeat(120))).toMatchObject({
      ...sentence('templates.longConstructs', { limit: 200_000 }),
      line: 110,
    })
    expect(check(`${'{% if a %}'.repeat(51)}x${'{% endif %}'.repeat(51)}`)).toMatchObject({
      ...sentence('templates.deepBlocks', { limit: 50 }),
      column: 501,
    })
    expect(check(`${'{% if a %}'.repeat(50)}x${'{% endif %}'.repeat(50)}`)).toBeUndefined()
  })

  test('places are those of lines and columns', () => {
    const source = 'one\ntwo\n\nfour'
    const places = [0, 3, 4, 8, 9, 13].map(offset => positionAt(source, offset))
    expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '1:4', '2:1', '3:1', '4:1', '4:5'])
  })
})

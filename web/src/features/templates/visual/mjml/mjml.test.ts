import { describe, expect, test } from 'vitest'
import { attributeOf, withAttribute } from './attributes.ts'
import { looksOf, lookOf, paddingOf } from './look.ts'
import { bodyOf, MJML_MAX, parseMjml } from './parse.ts'
import { blocksOf, type Container, type ElementNode, find, type MjmlNode, print } from './tree.ts'

const mail = (body: string, head = '') => `<mjml>\n  ${head}\n  <mj-body>\n${body}\n  </mj-body>\n</mjml>\n`

/** Everything that people write, and what a printer that makes tags anew would lose. */
const SOURCES = {
  'comments, declarations and blanks': `<?xml version="1.0"?>\n<!-- first -->\n\n${mail('    <!-- <mj-section> is none -->\n')}\n<!-- last -->`,
  'a head with all it may have': mail(
    '',
    `<mj-head>
    <mj-title>Hi & bye</mj-title><mj-preview>{{ a }} < b</mj-preview>
    <mj-font name='Raleway' href="https://fonts.example/css?family=Raleway&display=swap" />
    <mj-attributes><mj-all padding='0px'></mj-all><mj-class name="big" font-size="24px"/></mj-attributes>
    <mj-style inline="inline"> .a > .b { color: red } @media (max-width: 1px) { p::before { content: "</p>" } } </mj-style>
    <mj-breakpoint width="320px"/><mj-html-attributes><mj-selector path=".a"><mj-html-attribute name="x">y</mj-html-attribute></mj-selector></mj-html-attributes>
  </mj-head>`,
  ),
  'Liquid in attributes, texts and between elements': mail(
    `    <mj-raw>{% for p in items %}</mj-raw>
    <mj-section background-color="{{ color | default: 'x > y' }}" css-class='{% if a == "b" %}c{% endif %}'>
      {% if a < b %}<mj-column><mj-text>{{ p.name | default: "<b>" }} {% if x %}<i>{% endif %}</mj-text></mj-column>{% endif %}
    </mj-section>
    <mj-raw>{% endfor %}</mj-raw><mj-raw>{% if lost %}</mj-raw>`,
  ),
  'HTML that closes nothing': mail(
    '<mj-section><mj-column><mj-text>a<br>b<img src=x>&nbsp;&copy; <p>c<p>d</mj-text><mj-table><tr><td>1</tr></mj-table></mj-column></mj-section>',
  ),
  'unknown tags, odd blanks, letters in both cases': mail(
    '<mj-section  padding = \'1px\'\n\tfull-width><mj-own A="1" b>text<inner/></mj-own ><MJ-Thing/></mj-section >',
  ),
  'a closing tag too many': mail('<mj-section></mj-section></mj-column></div>'),
  'what includes another file': mail('<mj-include path="./header.mjml" />'),
  'CDATA and entities': mail(
    '<mj-section><mj-column><mj-button href="a?b=1&amp;c=2">A &amp; B</mj-button><![CDATA[ <mj-x> ]]></mj-column></mj-section>',
  ),
}

const read = (source: string): ElementNode => {
  const { root, fault } = parseMjml(source)
  if (fault) throw new Error(fault.kind)
  return root
}
const all = (node: MjmlNode): readonly MjmlNode[] =>
  node.kind === 'text' ? [node] : [node, ...node.children.flatMap(all)]
const byTag = (root: Container, tag: string) => {
  const found = all(root).find(node => node.kind === 'element' && node.tag === tag)
  if (found?.kind !== 'element') throw new Error(`no ${tag}`)
  return found
}

describe('MJML', () => {
  test.each(Object.entries(SOURCES))('comes out as it went in: %s', (_, source) => {
    expect(print(read(source))).toBe(source)
  })

  test('pieces of Liquid that belong together hold what is between them', () => {
    const root = read(SOURCES['Liquid in attributes, texts and between elements'])
    expect(blocksOf(bodyOf(root)).map(block => [block.kind, blocksOf(block).length])).toEqual([
      ['group', 1],
      ['element', 0],
    ])
  })

  test('a change writes its attribute anew and nothing else', () => {
    const source = mail(`<mj-section   b='{{ a | default: "x" }}'\n  c="1"><mj-divider/></mj-section>`)
    const root = read(source)
    const changed = (tag: string, name: string, value: string | undefined) => {
      const node = byTag(root, tag)
      return print(withAttribute(node, name, value))
    }
    expect(changed('mj-section', 'c', '2')).toContain(`<mj-section   b='{{ a | default: "x" }}'\n  c="2">`)
    expect(changed('mj-section', 'c', undefined)).toContain(`<mj-section   b='{{ a | default: "x" }}'>`)
    expect(changed('mj-divider', 'href', 'a?b=1&c="<')).toBe('<mj-divider href="a?b=1&amp;c=&quot;&lt;"/>')
    expect(changed('mj-divider', 'href', '{{ a | default: "b" }}&')).toBe(
      `<mj-divider href='{{ a | default: "b" }}&amp;'/>`,
    )
    const again = read(mail(changed('mj-divider', 'href', 'it\'s "{{ x }}" & <b>')))
    expect(attributeOf(byTag(again, 'mj-divider'), 'href')).toBe('it\'s "{{ x }}" & <b>')
    expect(withAttribute(byTag(root, 'mj-section'), 'c', '1')).toBe(byTag(root, 'mj-section'))
  })

  test('looks come from the element, its classes, the head and MJML, in this order', () => {
    const head = `<mj-head><mj-attributes><mj-all color="#111111" padding="1px" /><mj-text font-size="20px" align="right" /><mj-class name="c" align="center" /></mj-attributes></mj-head>`
    const root = read(
      mail(
        '<mj-section><mj-column><mj-text mj-class="c x" padding-left="9px">a</mj-text></mj-column></mj-section>',
        head,
      ),
    )
    const node = all(bodyOf(root)).find(each => each.kind === 'element' && each.tag === 'mj-text') as ElementNode
    const look = lookOf(node, looksOf(root))
    expect(look).toMatchObject({ color: '#111111', 'font-size': '20px', align: 'center', 'line-height': '1' })
    expect(paddingOf(look)).toBe('1px 1px 1px 9px')
  })

  test.each([
    ['tooLong', `<mjml><mj-body>${' '.repeat(MJML_MAX)}</mj-body></mjml>`],
    ['tooDeep', mail(`${'<mj-wrapper>'.repeat(101)}${'</mj-wrapper>'.repeat(101)}`)],
    ['unclosed', mail('<mj-section><mj-column><mj-text>never</mj-column></mj-section>')],
    ['unclosed', '<mjml><mj-body><mj-section></mj-body></mjml'],
    ['noBody', '<p>HTML</p>'],
    ['noBody', ''],
  ] as const)('is refused with its reason and line: %s', (kind, source) => {
    expect(parseMjml(source).fault).toMatchObject({ kind, line: expect.any(Number) })
  })

  test('a hostile million characters take no more than a moment', () => {
    const begins = performance.now()
    for (const piece of [
      '<',
      '<a ',
      '<mj-text>',
      '</',
      '{{',
      '<!--',
      '<mj-raw>{% if a %}</mj-raw>',
      '<a/>',
      '"',
      '&',
      '<mj-text></mj-text >',
    ]) {
      parseMjml(mail(piece.repeat(Math.floor(900_000 / piece.length))))
    }
    expect(performance.now() - begins).toBeLessThan(20_000)
  })

  test('what is looked for by id is found with what is around it', () => {
    const root = read(mail('<mj-section><mj-column><mj-text>a</mj-text></mj-column></mj-section>'))
    const text = byTag(root, 'mj-text')
    expect(find(root, text.id)?.path.map(each => (each.kind === 'element' ? each.tag : ''))).toEqual([
      '',
      'mjml',
      'mj-body',
      'mj-section',
      'mj-column',
    ])
  })
})

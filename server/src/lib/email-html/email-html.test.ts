import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkTemplate } from '../liquid/check.ts'
import { compileTemplate, render } from '../liquid/compile.ts'
import { inspectEmailHtml } from './inspect.ts'
import { hasUnsubscribeLink, trackLinks, addOpenPixel } from './links.ts'
import { toText } from './to-text.ts'

const welcome = readFileSync(new URL('../liquid/fixtures/postmark-welcome.html', import.meta.url), 'utf8')

describe('tracked links', () => {
  test('web addresses become fields, each with its own index', () => {
    expect(
      trackLinks('<a class=x href="https://a.example/?a=1&amp;b={{ b }}">A</a><A HREF=https://c.example>C</A>'),
    ).toEqual({
      html: '<a class=x href="{{ notifly_link_0 }}">A</a><A HREF="{{ notifly_link_1 }}">C</A>',
      links: [
        { index: 0, url: 'https://a.example/?a=1&b={{ b }}', field: 'notifly_link_0' },
        { index: 1, url: 'https://c.example', field: 'notifly_link_1' },
      ],
    })
  })

  test.each([
    '<a href="mailto:a@b.example">',
    '<a href="tel:+34600">',
    '<a href="#top">',
    '<a href="">',
    '<a name="x">',
    '<a href="/relative">',
    '<a href="https://a.example" data-notrack>',
    '<a href="{{ unsubscribe_url }}">',
    '<a href="{{ preferences_url }}?x=1">',
    '{% for i in items %}<a href="{{ i }}">{% endfor %}',
    '{% assign u = site %}<a href="{{ u }}">',
    '{% comment %}<a href="https://a.example">{% endcomment %}',
    '<!-- <a href="https://a.example"> -->',
    '<link href="https://a.example/a.css">',
    '<img alt="" src="https://a.example/a.png">',
  ])('%s is left alone', html => {
    expect(trackLinks(html)).toEqual({ html, links: [] })
  })

  test('fields, branches and Outlook buttons are tracked', () => {
    const html =
      '<a href="{{ site }}">x</a>' +
      '<a href="{% if a %}https://a.example{% else %}https://b.example{% endif %}">x</a>' +
      '<!--[if mso]><v:roundrect href="https://c.example"></v:roundrect><![endif]-->'
    expect(trackLinks(html).links.map(({ url }) => url)).toEqual([
      '{{ site }}',
      '{% if a %}https://a.example{% else %}https://b.example{% endif %}',
      'https://c.example',
    ])
  })

  test('in a real mail only the addresses change, and it renders with the tracked ones', () => {
    const tracked = trackLinks(welcome)
    expect(tracked.links.map(({ url }) => url)).toEqual([
      'https://example.com',
      '{{action_url}}',
      '{{live_chat_url}}',
      '{{help_url}}',
    ])
    let restored = tracked.html
    for (const { field, url } of tracked.links) restored = restored.replace(`{{ ${field} }}`, url)
    expect(restored).toBe(welcome)
    const fields = Object.fromEntries(tracked.links.map(({ field, index }) => [field, `https://t.example/c/${index}`]))
    expect(render(compileTemplate(tracked.html, 'html'), fields)).toContain('<a href="https://t.example/c/0"')
  })

  test('the address of a tracked link is a template of its own', () => {
    const [link] = trackLinks('<a href="https://a.example/?a=1&amp;n={{ n | url_encode }}">x</a>').links
    expect(render(compileTemplate(link?.url ?? '', 'url'), { n: 'a b&c' })).toBe('https://a.example/?a=1&n=a+b%26c')
  })
})

describe('the unsubscribe link', () => {
  test.each([
    ['<a href="{{ unsubscribe_url }}">x</a>', true],
    ['<a data-x="1" href="{{unsubscribe_url}}&lang=es">x</a>', true],
    ['<p>{{ unsubscribe_url }}</p>', false],
    ['<a href="https://a.example/unsubscribe">x</a>', false],
    ['<!-- <a href="{{ unsubscribe_url }}">x</a> -->', false],
  ])('%s: %s', (html, found) => {
    expect(hasUnsubscribeLink(html)).toBe(found)
  })
})

describe('the open pixel', () => {
  test('stands before the end of the body, behind what is to be unseen', () => {
    const html = addOpenPixel('<body>a<!-- </body> --></body></html>', '<i></i>')
    expect(html).toMatch(/^<body>a<!-- <\/body> --><i><\/i><img src="\{\{ notifly_open \}\}"[^>]+><\/body><\/html>$/)
    expect(checkTemplate(html, { fields: ['notifly_open'], kind: 'html' }).problems).toEqual([])
  })

  test('stands at the end of a fragment', () => {
    expect(addOpenPixel('<p>a</p>')).toMatch(/^<p>a<\/p><img [^>]+>$/)
  })
})

describe('the text part', () => {
  test('keeps links, alternative texts and merge fields', () => {
    const html =
      '<style>p{}</style><h1>Hi {{ name | default: "a  b" }}</h1><p>See <a href="{{ site }}">the site</a>.<br>' +
      '<img src="a.png" alt="Logo"></p>{% if a %}<p>A &amp; &#123;&#123; b }}</p>{% endif %}'
    const text = toText(html)
    expect(text).toContain('Hi {{ name | default: "a  b" }}')
    expect(text).toContain('See the site [{{ site }}].\nLogo')
    expect(text).toMatch(/\{% if a %\}\s+A & \{ \{ b \}\}\s+\{% endif %\}/)
    expect(checkTemplate(text, { fields: ['name', 'site', 'a'], kind: 'text' }).problems).toEqual([])
  })

  test('takes as long as the mail is, however many blanks it has', () => {
    const blanks = ' \t'.repeat(400_000)
    // By trying each blank as the line's last this would take minutes.
    expect(toText(`<pre>a${blanks}b${blanks}\nc</pre>`)).toBe(`a${blanks}b\nc`)
  })

  test('loops around table rows survive', () => {
    const html = '<table>{% for i in l %}<tr><td>{{ i }}</td></tr>{% endfor %}</table>'
    expect(
      render(compileTemplate(toText(html), 'text'), { l: ['a', 'b'] })
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(['a', 'b'])
  })

  test('a real mail reads well and is a valid template', () => {
    const text = toText(welcome)
    const fields = checkTemplate(welcome, { fields: [], kind: 'html' }).problems.map(({ field }) => field ?? '')
    expect(checkTemplate(text, { fields, kind: 'text' }).problems).toEqual([])
    expect(text).toContain('Welcome, {{name}}!')
    expect(text).not.toMatch(/\n{3}/)
  })
})

describe('warnings', () => {
  test('images without alternative text, size and a missing unsubscribe link are named', () => {
    const html = `<p>\n<img src="a.png"><img src="b.png" alt=""></p>${'x'.repeat(105_000)}`
    expect(inspectEmailHtml(html).map(({ code, line, severity }) => [code, line, severity])).toEqual([
      ['image_without_alt', 2, 'warning'],
      ['too_large', 2, 'warning'],
      ['missing_unsubscribe', 2, 'warning'],
    ])
    expect(inspectEmailHtml('<a href="{{ unsubscribe_url }}">x</a>')).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkTemplate } from '../liquid/check.ts'
import { compileTemplate, render } from '../liquid/compile.ts'
import { clientLimits } from './client-limits.ts'
import { inspectEmailHtml, inspectSubject } from './inspect.ts'
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

  const OUT = '<a href="{{ unsubscribe_url }}" style="color:#000">Leave</a>'
  const LONG = 'Enough words that this email is not only a picture with a caption under it.'
  const HTML: [what: string, html: string, told: string[]][] = [
    ['grey on white', '<p style="color:#999">Read <b>me</b></p>', ['low_contrast']],
    ['enough contrast', '<p style="color:#767676">Read me</p>', []],
    ['large text needs less', '<h1 style="color:#949494">Read me</h1><p style="color:#949494">x</p>', ['low_contrast']],
    ['the background of a cell', '<table><tr><td bgcolor="#222222"><p>Read me</p></td></tr></table>', ['low_contrast']],
    ['a short background', '<div style="background:#222 none"><p style="color:rgb(255, 255, 255)">x</p></div>', []],
    ['an image behind', '<div style="background:#222 url(x.png)"><p>Read me</p></div>', []],
    ['a field decides', '<p style="color:{{ tint }}">Read me</p>', []],
    ['a style sheet decides', '<style>.a{color:#fff}</style><p class="a" style="color:#eee">Read me</p>', []],
    [
      'only dark mode decides',
      '<style>@media (x){.a{color:#fff}}</style><p style="color:#eee">x</p>',
      ['low_contrast'],
    ],
    ['hidden text', '<div style="display:none;color:#fff">Act now</div>', []],
    ['the same pair twice', '<i style="color:#999">a</i><i style="color:#999">b</i>', ['low_contrast']],
    ['images alone', '<img src="a.png" alt="Sale">', ['image_only']],
    [
      'images without a word',
      '<img src="a.png" alt=""><a href="{{ unsubscribe_url }}"><img src="b.png" alt=" "></a>',
      ['no_text'],
    ],
    ['an image and text', `<img src="a.png" alt="Sale"><p>${LONG}</p>`, []],
    ['words of spam', '<p>ACT  now, act now!!!</p><p>a Dear friend</p>', ['spam_words', 'spam_words', 'spam_words']],
    ['parts of words', '<p>React now, snow risk, no riskier offer</p>', []],
    ['unclosed and stray tags', '</p></div><p style="color:#999"><b>x</b', ['low_contrast']],
  ]
  test.each(HTML)('of what its readers see: %s', (_what, html, told) => {
    const out = html.includes('unsubscribe_url') ? '' : OUT
    expect(inspectEmailHtml(out + html).map(({ code }) => code)).toEqual(told)
  })

  test('hard colours are told with their contrast, at their text', () => {
    expect(inspectEmailHtml(`<p\nstyle="color:#999">\n  Read</p>${OUT}`)).toEqual([
      expect.objectContaining({
        values: { colour: '#999999', background: '#ffffff', ratio: '2.8', needed: '4.5' },
        line: 3,
        column: 3,
      }),
    ])
  })

  test('subjects are measured without their fields', () => {
    const codes = (subject: string) => inspectSubject(subject).map(({ code }) => code)
    expect(codes(`${'a'.repeat(60)}{{ name | default: "somebody" }}`)).toEqual([])
    expect(codes('a'.repeat(61))).toEqual(['long_subject'])
    expect(codes('LAST DAY OF THE SALE')).toEqual(['spam_words'])
    expect([codes('NASA and the BBC'), codes('100% FREE!!!')]).toEqual([[], ['spam_words', 'spam_words']])
  })

  test('what clients ignore is listed with how often it is there', () => {
    const html = `<style>@font-face{}</style><!--[if mso]><svg></svg><![endif]--><svg></svg>
      <p style="border-radius:3px;position:static;opacity:1"><i style="border-radius:9px;display:flex">x</i></p>
      <div style="display:none;opacity:0">x</div><img src="a.webp?x=1" alt=""><img src="data:image/png;base64,x" alt="">`
    expect(clientLimits(html)).toEqual([
      { feature: '<svg>', clients: ['outlook', 'gmail'], count: 1 },
      { feature: 'border-radius', clients: ['outlook'], count: 2 },
      { feature: 'display: flex', clients: ['outlook'], count: 1 },
      { feature: 'WebP image', clients: ['outlook'], count: 1 },
      { feature: 'data: URL', clients: ['outlook', 'gmail'], count: 1 },
      { feature: '@font-face', clients: ['outlook', 'gmail'], count: 1 },
    ])
  })

  test('markup made to hurt is read once', () => {
    const begin = performance.now()
    for (const piece of [
      '<!--',
      '<div style="',
      '<p>',
      '<b style="color:#999">x',
      '</i>',
      '@media{',
      '! ',
      '<style>@',
    ]) {
      expect(Array.isArray(inspectEmailHtml(piece.repeat(19_000)))).toBe(true)
      expect(Array.isArray(clientLimits(piece.repeat(19_000)))).toBe(true)
    }
    expect(performance.now() - begin).toBeLessThan(20_000)
  })
})

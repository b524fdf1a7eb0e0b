/** Templates written in MJML, from the request to the mail that arrives. */
import type { Preview, Template, TemplateVersion } from '@notifly/contracts/templates/templates'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { templateContent } from './templates.ts'

const kit = await testApp()
const { call, withApplication } = kit
const team = approvalTeamOf(kit)
const [owner, neighbour] = [await withApplication(), await withApplication()]

const UNSUBSCRIBE =
  '<mj-section><mj-column><mj-text><a href="{{ unsubscribe_url }}">Leave</a></mj-text></mj-column></mj-section>'
const mail = (body: string, head = '') => `<mjml>${head}<mj-body>${body}${UNSUBSCRIBE}</mj-body></mjml>`
const text = (inner: string, attributes = '') =>
  `<mj-section><mj-column><mj-text ${attributes}>${inner}</mj-text></mj-column></mj-section>`

interface Saved {
  template_uuid: string
  version: number
  problems: Template['problems']
}

const body = (content: object) => ({ type: 'Email', name: crypto.randomUUID(), subject: 'Hello', ...content })
const create = (content: object, at = owner) =>
  call<Saved>('POST', '/api/template', { bearer: at.bearer, body: body(content) })
const read = async (uuid: string) =>
  (await call<Template>('GET', `/api/template/${uuid}`, { bearer: owner.bearer })).data
const preview = async (mjml: string, sample: object = {}, at = owner) =>
  (
    await call<Preview>('POST', '/api/template/preview', {
      bearer: at.bearer,
      body: { content: { subject: 'Hello', mode: 'mjml', mjml, html: 'ignored' }, sample },
    })
  ).data

const FILLED: [what: string, mjml: string, shown: string[], not?: string[]][] = [
  ['filters with quotes and brackets', mail(text('Hi {{ name | default: "x > y" }}!')), ['>Hi Ada!<']],
  [
    'comparisons in a text',
    mail(text('{% if age > 3 and age < 9 %}child{% else %}grown{% endif %}')),
    ['>child<'],
    ['grown'],
  ],
  [
    'an address',
    mail(text('<a href="https://a.test/{{ name | append: "?a=1&b=2" }}">x</a>')),
    ['href="https://a.test/Ada'],
  ],
  [
    'an address of a button, on several lines',
    mail(
      '<mj-section><mj-column><mj-button href="https://a.test/?n={{\n name\n}}">{{ name }}</mj-button></mj-column></mj-section>',
    ),
    ['href="https://a.test/?n=Ada"', 'Ada\n'],
  ],
  [
    'a whole address',
    mail('<mj-section><mj-column><mj-button href="{{ site }}">x</mj-button></mj-column></mj-section>'),
    ['href="https://ada.test/"'],
  ],
  ['a colour', mail(text('x', 'color="{{ tint }}"')), ['color:#123456']],
  [
    'tags in mj-raw between sections',
    mail(`<mj-raw>{% if no %}</mj-raw>${text('unseen')}<mj-raw>{% endif %}</mj-raw>`),
    [],
    ['unseen'],
  ],
  [
    'tags between sections, columns and texts',
    mail(`{% for i in (1..2) %}${text('row {{ i }}')}{% endfor %}`),
    ['row 1', 'row 2'],
  ],
  ['a comment', mail('{% comment %}<mj-nothing>{% endcomment %}' + text('x')), ['>x<'], ['mj-nothing']],
  [
    'a style sheet',
    mail(text('x'), '<mj-head><mj-style>.a{color:{{ tint }}}</mj-style></mj-head>'),
    ['.a{color:#123456}'],
  ],
  [
    'a title',
    mail(text('x'), '<mj-head><mj-title>For {{ name | default: "a>b" }}</mj-title></mj-head>'),
    ['<title>For Ada</title>'],
  ],
]

test.each(FILLED)('merge fields come through the compiler: %s', async (_what, mjml, shown, not = []) => {
  const sample = { name: 'Ada', age: 5, site: 'https://ada.test/', tint: '#123456', no: false }
  const { html, problems } = await preview(mjml, sample)
  expect(problems).toEqual([])
  for (const each of shown) expect(html).toContain(each)
  for (const each of not) expect(html).not.toContain(each)
  expect(html).not.toMatch(/zqliquid|\{[{%]|fonts\.googleapis/)
})

const two = (line: string) => `<mjml>\n  <mj-body>\n    ${line}\n  </mj-body>\n</mjml>`
const column = (inner: string) => two(`<mj-section><mj-column>${inner}</mj-column></mj-section>`)
const at = (line: string, column = 5) => [3, column, line] as const

const WRONG: [
  what: string,
  mjml: string,
  [line: number, column: number, told: string],
  severity?: 'error' | 'warning',
][] = [
  ['nothing', '', [1, 1, 'one <mjml>']],
  ['other text', 'Hello', [1, 1, 'one <mjml>']],
  ['no body', '<mjml></mjml>', [1, 1, 'one <mjml>']],
  ['two roots', `${column('')}<mjml></mjml>`, [5, 8, 'one <mjml>']],
  ['an include', two('<mj-include path="/etc/passwd" />'), [...at('isn’t available')]],
  ['an element that is not closed', two('<mj-section>'), [...at('</mj-section> is missing')]],
  ['a closing tag alone', two('</mj-column>'), [...at('doesn’t close')]],
  ['an unknown element', column('<mj-buton>x</mj-buton>'), [3, 28, 'mean <mj-button>?']],
  ['a name of the language', two('<mj-section mj-class="a __proto__" />'), [...at('“__proto__”')]],
  ['Liquid that is not closed', column('<mj-text>{{ name </mj-text>'), [3, 37, 'isn’t closed']],
  ['a field as a name', column('<mj-text {{ name }}="x">x</mj-text>'), [3, 37, 'attribute names']],
  ['a tag where nothing comes out', `{% if a %}${column('')}{% endif %}`, [1, 1, 'isn’t part of the compiled']],
  ['half a block', two('{% if a %}<mj-section />'), [...at('isn’t closed')]],
  [
    'an address that a field decides',
    column('<mj-button href="javascript:{{ name }}">x</mj-button>'),
    [3, 56, 'must start'],
  ],
  ['an unknown attribute', column('<mj-text colour="red">x</mj-text>'), [3, 28, 'no attribute colour'], 'warning'],
  ['a wrong value', column('<mj-text align="middle">x</mj-text>'), [3, 28, 'only: left, right'], 'warning'],
  ['a field as a number', column('<mj-text padding="{{ name }}">x</mj-text>'), [3, 28, 'use a number'], 'warning'],
  ['an element at a wrong place', two('<mj-text>x</mj-text>'), [...at('only inside: mj-attributes')], 'warning'],
  ['text that is not shown', two('<mj-section>Hello</mj-section>'), [3, 17, 'isn’t shown'], 'warning'],
  ['an image without words', column('<mj-image src="https://a.test/a.png" />'), [3, 28, 'alt text'], 'warning'],
  ['a pale text', column('<mj-text color="#999">Read me</mj-text>'), [3, 50, 'hard to read'], 'warning'],
  ['no way out', column(''), [4, 3, 'No unsubscribe link'], 'warning'],
]

test.each(WRONG)('%s is told at its place', async (_what, mjml, [line, columnNo, told], severity = 'error') => {
  const { problems, html } = await preview(mjml, { name: 'x' })
  const place = { part: 'mjml', line, column: columnNo, severity, message: expect.stringContaining(told) as string }
  expect(problems).toContainEqual(expect.objectContaining(place))
  const isRefused = severity === 'error'
  expect(html === '').toBe(isRefused)
  const saved = await create({ mode: 'mjml', mjml })
  const errors = (saved.body.errors ?? []).map(error => [error.field, error.line, error.column].join())
  expect([saved.status, errors.includes(`mjml,${line},${columnNo}`)]).toEqual([isRefused ? 400 : 201, isRefused])
})

test('an unknown field is told once, at its place, and known problems of values too', async () => {
  const { problems } = await preview(mail(text('{{ emial }}')))
  expect(problems.filter(({ code }) => code === 'unknown_field')).toEqual([
    expect.objectContaining({ part: 'mjml', line: 1, column: 52, suggestion: 'email' }),
  ])
  const link = mail(`\n${text('<a href="{{ site }}">x</a>')}`)
  expect((await preview(link, { site: 'javascript:alert(1)' })).problems).toEqual([
    expect.objectContaining({ part: 'mjml', code: 'render_error', line: 2, column: 43 }),
  ])
})

const HOSTILE: [what: string, mjml: string, told: RegExp][] = [
  ['10,000 nested sections', mail('<mj-section>'.repeat(10_000)), /up to 30 levels/],
  ['100,000 columns', mail(`<mj-section>${'<mj-column/>'.repeat(83_000)}</mj-section>`), /up to 20,000 HTML tags/],
  ['5,000 columns', mail(`<mj-section>${'<mj-column/>'.repeat(5000)}</mj-section>`), /up to 3,000 MJML/],
  [
    'many attributes',
    mail(`<mj-section ${Array.from({ length: 50_000 }, (_, no) => `a${no}="1"`).join(' ')} />`),
    /up to 100 attributes/,
  ],
  ['a huge attribute', mail(text('x', `css-class="${'a '.repeat(400_000)}"`)), /Gmail/],
  ['open texts', `<mjml><mj-body>${'<mj-text>'.repeat(5000)}`, /isn’t closed/],
  ['open comments', mail('<!--'.repeat(5000)), /isn’t closed|one <mjml>/],
]

test.each(HOSTILE)('%s: the preview says so, and costs the API itself little', async (_what, mjml, told) => {
  expect(await problemsOf(mjml)).toMatch(told)
})

/** What is told of a source by a thread; the API has next to nothing to do. */
async function problemsOf(mjml: string): Promise<string> {
  const before = process.threadCpuUsage()
  const { problems } = await preview(mjml, {}, neighbour)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1500)
  return problems.map(({ message }) => message).join(' ')
}

test('what is too long, and what no text may hold, is refused at its field', async () => {
  const long = await create({ mode: 'mjml', mjml: 'x'.repeat(1_000_001) })
  expect(long.body.errors?.map(({ field }) => field)).toEqual(['mjml'])
  const nul = await create({ mode: 'mjml', mjml: mail(text('a\0b')) })
  expect([nul.status, nul.body.errors?.[0]?.field]).toEqual([400, 'mjml'])
  expect((await create({ mode: 'mjml' })).body.errors?.[0]).toMatchObject({ field: 'mjml' })
  expect((await create({ mode: 'word' })).body.errors?.[0]).toMatchObject({ field: 'mode', key: 'templates.mode' })
  const document = await create({ mode: 'visual', document: '{"page":', html: '<p>x</p>' })
  expect(document.body.errors?.[0]).toMatchObject({ field: 'document', key: 'templates.document' })
})

test('what is saved has its source and its HTML, in every version', async () => {
  const saved = await create({ mode: 'visual', mjml: mail(text('First')), html: '<p>ignored</p>' })
  expect([saved.status, saved.data.problems]).toEqual([201, []])
  const uuid = saved.data.template_uuid
  const first = await read(uuid)
  expect(first).toMatchObject({ mode: 'visual', mjml: mail(text('First')), problems: [] })
  expect(first.html).toMatch(/^<!doctype html>[^]*>First</)
  // What campaigns and messages take of it.
  const taken = await templateContent(kit.database.kysely, owner.applicationId, uuid, 'Email')
  expect(taken?.content).toEqual({ subject: 'Hello', html: first.html })
  const kept = { mode: 'visual', document: '{"page":{"rows":[]}}', html: `${first.html}<!-- second -->` }
  await call('PUT', `/api/template/${uuid}`, { bearer: owner.bearer, body: body(kept) })
  const second = await read(uuid)
  expect(second).toMatchObject(kept)
  expect(second.mjml).toBeUndefined()
  const source = { mode: 'html', mjml: mail(''), document: '{}', html: '<p>Third</p>' }
  await call('PUT', `/api/template/${uuid}`, { bearer: owner.bearer, body: body(source) })
  const { mode, mjml, document, html } = await read(uuid)
  expect([mode, mjml, document, html]).toEqual([undefined, undefined, undefined, '<p>Third</p>'])
  const restore = { bearer: owner.bearer, body: { version: 1 } }
  await call('POST', `/api/template/${uuid}/versions/restore`, restore)
  expect(await read(uuid)).toMatchObject({ version: 4, mode: 'visual', mjml: first.mjml, html: first.html })
  const version = await call<TemplateVersion>('GET', `/api/template/${uuid}/versions/2`, { bearer: owner.bearer })
  expect(version.data).toMatchObject(kept)
})

test('approvers see the HTML that will be sent, and the trail keeps the source alone', async () => {
  const maker = await team.maker(owner)
  const mjml = mail(text('To approve'))
  const typed = body({ name: 'Held', mode: 'mjml', mjml, html: 'lie' })
  const held = heldAs(await call('POST', '/api/template', { bearer: maker.bearer, body: typed }))
  const request = await team.read(owner, held)
  expect(request?.payload).toMatchObject({
    mode: 'mjml',
    mjml,
    html: expect.stringContaining('>To approve<') as string,
  })
  expect((await team.decide(owner, held, 'approve')).status).toBe(200)
  const entry = (await team.trail(owner)).find(
    ({ action, object }) => action === 'template.create' && object.name === 'Held',
  )
  expect(entry?.after).toMatchObject({ mode: 'mjml', mjml })
  expect(entry?.after).not.toHaveProperty('html')
  const other = await call<Template>('GET', `/api/template/${entry?.object.id}`, { bearer: neighbour.bearer })
  expect(other.status).toBe(404)
})

// Last, because the thread has to load MJML again.
test('rules upon rules are stopped', async () => {
  const style = `<mj-style inline="inline">${'.a .b td{color:red}'.repeat(3000)}</mj-style>`
  expect(await problemsOf(mail(text('x').repeat(300), `<mj-head>${style}</mj-head>`))).toMatch(/too long/)
})

test('what MJML would fill in badly is filled in by us: icons of others, empty images, words, direction', async () => {
  const links = ['facebook-noshare', 'tiktok-noshare', 'myspace'].map(
    name => `<mj-social-element name="${name}" href="https://a.test" alt="${name}"></mj-social-element>`,
  )
  const own = '<mj-social-element src="https://own.test/x.png" href="https://a.test" alt="own">x</mj-social-element>'
  const accordion =
    '<mj-accordion><mj-accordion-element><mj-accordion-title>a</mj-accordion-title></mj-accordion-element></mj-accordion>'
  const images = [
    '<mj-image src="" alt="unseen" href="{{ site }}" />',
    '<mj-image\n alt="nor this" ></mj-image>',
    '<mj-image src="https://a.test/mute.png" />',
    '<mj-image src="https://a.test/line.png" alt="" />',
    '<mj-image src="{{ picture }}" alt="{{ name }}" />',
  ]
  const inColumn = `<mj-social>${links.join('')}${own}</mj-social>${accordion}${images.join('\n')}`
  const mjml = mail(`<mj-section><mj-column>${inColumn}</mj-column></mj-section>`).replace(
    '<mjml',
    '<mjml lang="ar-EG"',
  )
  const { html, problems } = await preview(mjml, {
    picture: 'https://a.test/p.png',
    name: 'Ada',
    site: 'https://a.test',
  })
  expect(html).toMatch(/<html lang="ar-EG" dir="rtl"/)
  expect(html).not.toMatch(/mailjet|imgur|zqnoalt|unseen|nor this/)
  const sources = [...html.matchAll(/<img[^>]*?src="([^"]*)"/g)].map(([, src = '']) => src)
  const icon = (name: string) => expect.stringMatching(new RegExp(`^http://localhost:3000/files/icons/${name}-.*png$`))
  // The last one is the pixel, which a preview has without an address.
  expect(sources).toEqual([
    icon('facebook'),
    icon('tiktok'),
    icon('web'),
    'https://own.test/x.png',
    icon('more'),
    icon('less'),
    ...['mute', 'line', 'p'].map(name => `https://a.test/${name}.png`),
    '',
  ])
  const altOf = (src: string) => new RegExp(`<img(?=[^>]*${src})[^>]*?(?: alt="([^"]*)"[^>]*)?>`).exec(html)?.[0]
  expect(altOf('mute.png')).not.toContain('alt=')
  expect(altOf('line.png')).toContain('alt=""')
  expect(altOf('p.png')).toContain('alt="Ada"')
  const found = problems.filter(({ code }) => code.startsWith('image_without')).map(({ code, line }) => [code, line])
  expect(found).toEqual([
    ['image_without_source', 1],
    ['image_without_source', 2],
    ['image_without_alt', 4],
  ])
  const emptied = await preview(mjml, { picture: '', name: 'Ada', site: 'https://a.test' })
  expect(emptied.problems.filter(({ code }) => code === 'image_without_value')).toMatchObject([
    { severity: 'warning', part: 'mjml', line: 6, column: 1, values: { field: 'picture' } },
  ])
  const served = await kit.app.inject(new URL(sources[0] ?? '').pathname)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
  expect(served.headers['cache-control']).toContain('immutable')
  expect((await kit.app.inject('/files/icons/facebook.png')).statusCode).toBe(404)
})

test('what MJML becomes is answered where it is asked for, with its fields', async () => {
  const content = { mode: 'mjml', mjml: mail(text('Hi {{ name }}')) }
  const asked = { bearer: owner.bearer, body: { content, sample: { name: 'Ada' }, with_source: true } }
  const { data } = await call<Preview>('POST', '/api/template/preview', asked)
  expect([data.html.includes('Hi Ada'), data.html_source?.includes('Hi {{ name }}')]).toEqual([true, true])
  expect(await preview(content.mjml)).not.toHaveProperty('html_source')
})

import { LOCALES } from '@notifly/contracts/accounts/accounts'
import type { Content } from '@notifly/contracts/content/content'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { testApp } from '../../testing/app.ts'
import { checkContentFolder } from './content.ts'

const folder = await mkdtemp(join(tmpdir(), 'notifly-content-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => rm(folder, { recursive: true, force: true }))
const kit = await testApp({ config: { contentDir: folder, publicUrl: 'https://notify.example' } })

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

const ask = (path: string, body: object = {}) => kit.call<Content>('POST', `/_content/${path}`, { body })
const read = async (path: string, body: object = {}) => {
  const { status, data } = await ask(path, body)
  expect(status).toBe(200)
  return data
}

const OURS = [
  ['about', undefined],
  ['c', undefined],
  ['c', 'privacy'],
  ['c', 'terms'],
  ['c', 'cookies'],
  ['changelogs', undefined],
] as const

test('every page of ours is there in every language, with the same parts and links in that language', async () => {
  for (const [path, page] of OURS) {
    const english = await read(path, { page })
    for (const locale of LOCALES) {
      const text = await read(path, { locale, page })
      expect([path, page, text.locale, text.headings.length]).toEqual([path, page, locale, english.headings.length])
      expect(text.updated_on).toBe(english.updated_on)
      const links = [...text.html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)
      expect(links.filter(href => !href?.startsWith(locale === 'en' ? '/' : `/${locale}/`))).toEqual([])
    }
  }
  const list = await read('c', { locale: 'hi' })
  expect(list.html).toMatch(/<ul><li><a href="\/hi\/c\/cookies">कुकी<\/a><\/li>.*\/hi\/c\/privacy.*\/hi\/c\/terms/)
})

const FIRST_DAY = {
  en: '20 November 2026',
  es: '20 de noviembre de 2026',
  fr: '20 novembre 2026',
  hi: '20 नवंबर 2026',
}

test('entries of the changelog have the same days in all languages, each once, the newest first', async () => {
  const days = (await read('changelogs')).headings.map(({ id }) => id)
  expect(days).toEqual([...new Set(days)].toSorted().toReversed())
  for (const locale of LOCALES) {
    const { headings, html } = await read('changelogs', { locale })
    expect(headings.map(({ id }) => id)).toEqual(days)
    expect(html).toContain(`<a href="#2026-11-20"><time datetime="2026-11-20">${FIRST_DAY[locale]}</time></a>`)
  }
})

test('a file of the operator wins for its page and language, what is missing falls back to English and says so', async () => {
  await write('fr/about.md', '# Chez nous\n\nBonjour.')
  await write(
    'en/c/imprint.md',
    '---\nupdated: 2026-01-05\n---\n# Imprint\n\nA *street*.\n\n## Who\n\n[Terms](/c/terms#x)',
  )
  expect(await read('about', { locale: 'fr' })).toMatchObject({ title: 'Chez nous', locale: 'fr' })
  expect(await read('about', { locale: 'es' })).toMatchObject({ title: 'Acerca de Notifly', locale: 'es' })
  expect(await read('c', { locale: 'hi', page: 'imprint' })).toEqual({
    title: 'Imprint',
    html: '<p>A <em>street</em>.</p>\n<h2 id="who">Who</h2><p><a href="/hi/c/terms#x">Terms</a></p>\n',
    updated_on: Date.parse('2026-01-05') / 1000,
    locale: 'en',
    headings: [{ id: 'who', text: 'Who' }],
  })
  expect((await read('c', { locale: 'hi' })).html).toContain('<a href="/hi/c/imprint">Imprint</a>')
})

test('a changed file is read again, and a removed one gives way to ours', async () => {
  await write('en/about.md', '# One')
  expect((await read('about')).title).toBe('One')
  await write('en/about.md', '# Two')
  await utimes(join(folder, 'en/about.md'), new Date(), new Date('2026-05-06T07:08:09Z'))
  expect(await read('about')).toMatchObject({ title: 'Two', updated_on: Date.parse('2026-05-06T07:08:09Z') / 1000 })
  await rm(join(folder, 'en/about.md'))
  expect((await read('about')).title).toBe('About Notifly')
})

test('nothing in a file runs, sends or takes the place of the page’s own elements', async () => {
  const hostile = [
    '# <script>alert(1)</script>Hi',
    '<script>alert(1)</script><style>*{display:none}</style><p onclick="alert(1)" id="root" style="top:0">Text</p>',
    '<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name="password"></form>',
    '[one](javascript:alert(1)) [two](//evil.example) <a href="data:text/html,x">three</a> [four](https://fine.example)',
    '<img src="http://evil.example/x.gif" onerror="alert(1)"> <svg onload="alert(1)"></svg><math><mi>x</mi></math>',
    '## Main\n\n## main',
  ].join('\n\n')
  await write('en/about.md', hostile)
  const { html, headings } = await read('about')
  expect(html).not.toMatch(
    /script|style|iframe|form|input|onclick|onerror|onload|svg|javascript:|data:|evil|id="(root|main)"/,
  )
  expect(html).toContain('<a href="https://fine.example">four</a>')
  expect(headings.map(({ id }) => id)).toEqual(['main-3', 'main-2'])
})

test.each([
  ['c', '../about'],
  ['c', '..%2f..%2fpackage'],
  ['c', '../../../../../etc/passwd'],
  ['c', 'index'],
  ['c', 'nowhere'],
  ['c', ''],
  ['c', 'Privacy'],
  ['about', 'privacy'],
  ['changelogs', '..'],
  ['secrets', undefined],
  ['..%2fabout', undefined],
])('there is no page %s %s', async (path, page) => {
  expect((await ask(path, { page })).status).toBe(404)
})

test('a language that we do not speak is refused at its field', async () => {
  const { status, body } = await ask('about', { locale: '../en' })
  expect([status, body.errors?.[0]?.field]).toEqual([400, 'locale'])
})

test('the changelog is an Atom feed in each language, which readers ask for again without getting it again', async () => {
  await write(
    'en/changelogs.md',
    '# News & more\n\n## 2026-02-03: B <b>&</b> C\n\n[About](/about)\n\n## 2026-02-03: A\n\n## 2025-01-02: Old',
  )
  const feed = await kit.app.inject({ url: '/changelogs.atom' })
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(XMLValidator.validate(feed.body)).toBe(true)
  const page = 'https://notify.example/changelogs'
  const parsed = new XMLParser({ ignoreAttributes: false, htmlEntities: true, attributeNamePrefix: '@' }).parse(
    feed.body,
  )
  expect(parsed.feed).toMatchObject({
    '@xmlns': 'http://www.w3.org/2005/Atom',
    '@xml:lang': 'en',
    id: page,
    title: 'News & more',
    updated: '2026-02-03T00:00:00.000Z',
    author: { name: 'Notifly' },
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': `${page}.atom` },
      { '@rel': 'alternate', '@href': page },
    ],
  })
  // The older entry of a day keeps its id when another comes on top.
  expect(parsed.feed.entry.map(({ id, title, updated }: Record<string, string>) => [id, title, updated])).toEqual([
    [`${page}#2026-02-03-2`, 'B & C', '2026-02-03T00:00:00.000Z'],
    [`${page}#2026-02-03`, 'A', '2026-02-03T00:00:00.000Z'],
    [`${page}#2025-01-02`, 'Old', '2025-01-02T00:00:00.000Z'],
  ])
  expect(parsed.feed.entry[0].content).toEqual({
    '@type': 'html',
    '#text': '<p><a href="https://notify.example/about">About</a></p>',
  })
  const tag = String(feed.headers.etag)
  const again = await kit.app.inject({ url: '/changelogs.atom', headers: { 'if-none-match': tag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])

  for (const locale of ['es', 'fr', 'hi']) {
    const { body } = await kit.app.inject({ url: `/${locale}/changelogs.atom` })
    expect(XMLValidator.validate(body)).toBe(true)
    expect(body).toContain(`<id>https://notify.example/${locale}/changelogs#2026-11-20</id>`)
  }
  expect((await kit.app.inject({ url: '/de/changelogs.atom' })).statusCode).toBe(404)
})

test('an entry is unread to who had an account before it, until they have read it in any language', async () => {
  const [person, other] = [await kit.signUpAndIn(), await kit.signUpAndIn()]
  const news = async ({ bearer }: { bearer: string }) =>
    (await kit.call<{ unread: boolean }>('GET', '/api/changelogs/unread', { bearer })).data.unread
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await write('en/changelogs.md', '# News\n\n## 2020-01-01: Before')
  expect(await news(person)).toBe(false)
  await write('en/changelogs.md', `# News\n\n## ${tomorrow}: New\n\n## 2020-01-01: Before`)
  expect([await news(person), await news(other)]).toEqual([true, true])
  const marked = await kit.call('PUT', '/api/changelogs/read', { bearer: person.bearer })
  expect(marked.status).toBe(200)
  // Another language of theirs may be behind: what was seen stays so.
  await kit.call('PUT', '/authP/profile', { bearer: person.bearer, body: { locale: 'hi' } })
  await kit.call('PUT', '/api/changelogs/read', { bearer: person.bearer })
  await kit.call('PUT', '/authP/profile', { bearer: person.bearer, body: { locale: 'en' } })
  expect([await news(person), await news(other)]).toEqual([false, true])
  expect((await kit.call('GET', '/api/changelogs/unread')).status).toBe(401)
})

test('a folder with mistakes keeps the product from starting and says all of them; a good one may lack languages', async () => {
  const lines: string[] = []
  const check = () => checkContentFolder(folder, createLog('info', { write: line => void lines.push(line) }))
  await expect(check()).rejects.toThrow(`NOTIFLY_CONTENT_DIR: ${folder} cannot be read`)
  await write('README.txt', 'Not a page')
  await write('en/c/privacy.md', '# Privacy')
  await check()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ page: 'c/privacy.md', missing: ['es', 'fr', 'hi'] })
  await write('de/about.md', '# Über uns')
  await write('en/c/My Page.md', '# My page')
  await write('en/c/terms.md', 'No title')
  await write('en/about.md', '---\nupdated: 2026-02-30\n---\n# About')
  await write('fr/about.md', `# Long\n\n${'x'.repeat(256 * 1024)}`)
  await write('en/changelogs.md', '# News\n\n## Undated')
  const { message } = await check().then(
    () => new Error('nothing was said'),
    (error: Error) => error,
  )
  for (const [file, words] of [
    ['de/about.md', 'is no page'],
    ['en/c/My Page.md', 'is no page'],
    ['en/c/terms.md', 'begins with its title'],
    ['en/about.md', 'names 2026-02-30, which is no day'],
    ['fr/about.md', 'has more than 256 KB'],
    ['en/changelogs.md', '"Undated" should be "2026-11-28: Undated"'],
  ])
    expect(message).toMatch(new RegExp(`- ${file} .*${words}`))
})

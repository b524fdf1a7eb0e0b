import type { Locator, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { layoutShiftProblem, watchShifts } from '../browser/page-facts.ts'
import { wordsIn } from '../words.ts'
import { newOwner } from '../product/people.ts'

/** What a first visit may load of scripts, as they travel. */
const BUDGET_BYTES = 170 * 1024
/** What the editor of mails may load beside them. */
const EDITOR_BYTES = 400 * 1024

/**
 * Visits an address and measures all scripts that come until the page is at rest: name and bytes on the wire. What a page loads ahead
 * in an idle moment is no part of it, and does not come to journeys.
 */
async function scriptsOf(
  page: Page,
  address: string,
  sign: (page: Page) => Locator = at => at.getByRole('heading', { level: 1 }),
): Promise<Map<string, number>> {
  const scripts: Request[] = []
  page.on('requestfinished', request => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request)
  })
  await page.goto(address)
  await sign(page).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = scripts.map(async request => {
    const { responseBodySize } = await request.sizes()
    return [new URL(request.url()).pathname, responseBodySize] as const
  })
  return new Map(await Promise.all(sizes))
}

function expectWithinBudget(scripts: Map<string, number>): void {
  const bytes = scripts.values().reduce((sum, each) => sum + each, 0)
  const largest = [...scripts].toSorted(([, one], [, other]) => other - one)
  expect(scripts.size).toBeGreaterThan(1)
  expect(bytes, `${bytes} bytes:\n${largest.map(each => each.join(' ')).join('\n')}`).toBeLessThanOrEqual(BUDGET_BYTES)
}

test('the sign-in page loads few scripts', async () => {
  expectWithinBudget(await scriptsOf(await open(), '/auth/sign-in'))
})

test('the dashboard of an application loads few scripts', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner })
  expectWithinBudget(await scriptsOf(page, `/applications/${owner.slug}/dashboard`))
})

test('the editor of mails loads little that other pages do not have', async () => {
  const owner = await newOwner(product)
  const visit = async (path: string, sign?: (page: Page) => Locator) =>
    scriptsOf(await open({ person: owner }), `/applications/${owner.slug}/${path}`, sign)
  const others = new Map([...(await visit('dashboard')), ...(await visit('template'))])
  const own = [...(await visit('template/new?start=newsletter', page => page.getByRole('tree')))].filter(
    ([name]) => !others.has(name),
  )
  const bytes = own.reduce((sum, [, each]) => sum + each, 0)
  expect(bytes).toBeGreaterThan(EDITOR_BYTES / 4)
  expect(bytes, `${bytes} bytes:\n${own.map(each => each.join(' ')).join('\n')}`).toBeLessThanOrEqual(EDITOR_BYTES)
})

test('the pages of the navbar are loaded before anybody points at their links', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner, loadsAhead: true })
  const loaded = page.waitForResponse(response => new URL(response.url()).pathname.startsWith('/assets/RunsPage-'))
  await page.goto(`/applications/${owner.slug}/dashboard`)
  expect((await loaded).ok()).toBe(true)
})

test('scripts are kept: a second visit asks for none of them', async () => {
  const page = await open()
  await scriptsOf(page, '/auth/sign-in')
  await page.goto('/auth/sign-in')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const transferred = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(each => each.name.endsWith('.js'))
      .map(each => each.transferSize),
  )
  expect(transferred.length).toBeGreaterThan(1)
  expect(transferred.every(bytes => bytes === 0)).toBe(true)
})

const HINDI_LETTERS = /devanagari[^/]*\.woff2$/

/** Holds back what this address answers. Resolves `asked` once the page has asked; `release` lets the answers come. */
async function holdBack(page: Page, late: RegExp): Promise<{ asked: Promise<void>; release: () => void }> {
  const coming = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(late, async route => {
    asked.resolve()
    await coming.promise
    await route.continue()
  })
  return { asked: asked.promise, release: coming.resolve }
}

test('a page in Hindi whose letters come late is drawn with them, and nothing jumps', async () => {
  const page = await open({ locale: 'hi' })
  await watchShifts(page)
  // The page's clock stands meanwhile, so that however long the letters take they are in time.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const letters = await holdBack(page, HINDI_LETTERS)
  await page.goto('/hi/auth/sign-in', { waitUntil: 'commit' })
  await letters.asked
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.count()).toBe(0)
  await page.clock.resume()
  letters.release()
  await heading.waitFor()
  expect(await page.evaluate(() => document.fonts.check("1em 'Noto Sans Devanagari Variable'", 'अ'))).toBe(true)
  expect(await layoutShiftProblem(page, 0)).toEqual([])
})

test.for([
  ['sign-in', 390],
  ['sign-in', 1440],
  ['sign-up', 390],
  ['sign-up', 1440],
] as const)(
  'the form of %s at a width of %i is used before its other ways in have come, which move nothing',
  async ([name, width]) => {
    const page = await open({ width })
    await watchShifts(page)
    const ways = await holdBack(page, /\/authP\/sso$/)
    await page.goto(`/auth/${name}`)
    await ways.asked
    const words = wordsIn('en')
    const way = page.getByRole('button', { name: words('accounts:sso.continue', { provider: 'GitLab' }) })
    const first = page.getByRole('textbox').first()
    await first.fill('Ana')
    expect(await way.count()).toBe(0)
    const before = await first.boundingBox()
    ways.release()
    await way.waitFor()
    expect(await first.boundingBox()).toEqual(before)
    expect(await first.inputValue()).toBe('Ana')
    expect(await layoutShiftProblem(page, 0)).toEqual([])
  },
)

test('a page in Hindi whose letters never come is drawn all the same', async () => {
  const page = await open({ locale: 'hi' })
  await page.route(HINDI_LETTERS, () => undefined)
  await page.goto('/hi/auth/sign-in', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  expect(await heading.textContent()).toBe(wordsIn('hi')('accounts:signIn.title'))
})

test('the chosen theme is there before any module has come', async () => {
  const page = await open({ theme: 'light' })
  await page.goto('/auth/sign-in')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  // Modules are asked for and never come; the script of the first theme is none.
  await page.route(/\/assets\/(?!first-theme)[^/]*\.js$/, () => undefined)
  await page.goto('/auth/sign-in', { waitUntil: 'commit' })
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(scheme).toBe('dark')
})

const words = wordsIn('en')

test('a page whose code is gone after an upgrade loads the dashboard once, then says so, and loads on request', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner, refusals: [404] })
  const audience = `/applications/${owner.slug}/audience`
  await page.goto(audience)
  await page.getByRole('heading', { level: 1 }).waitFor()
  let asked = 0
  let opened = 0
  page.on('load', () => (opened += 1))
  await page.route('**/assets/EventsPage-*.js', route => {
    asked += 1
    return route.fulfill({ status: 404 })
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: words('audience:tabs.events'), exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: words('common:notLoaded.title') }).waitFor()
  expect(opened).toBe(1)
  expect(asked).toBeGreaterThan(1)
  await page.unroute('**/assets/EventsPage-*.js')
  await page.getByRole('button', { name: words('common:ui.retry') }).click()
  await page.getByText(words('events:empty.title')).first().waitFor()
  expect(opened).toBe(1)
})

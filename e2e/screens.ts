/**
 * Takes pictures of the dashboard with data that look real; those of the README are taken by demo/src/pictures.ts. By hand:
 *   node e2e/screens.ts <folder> [state ...]    every page, wide and narrow, light and dark, in English and Hindi
 * Without states (see browser/page-states.ts) it takes all of them. The dashboard is taken as it was built last.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inLanguage } from './browser/accounts.ts'
import { SHELL_LAUNCH_OPTIONS } from './browser/launch.ts'
import { bringInto, isState, type State, STATES } from './browser/page-states.ts'
import { PAGES, type PageOf, VISITORS } from './browser/pages.ts'
import { type Demo, demo } from './product/demo.ts'
import { newMember, newRole, PASSWORD, type Person } from './product/people.ts'
import { startProduct } from './product/start-product.ts'

interface View {
  width: number
  locale: Locale
}

const VIEWS: readonly View[] = [
  { width: 1440, locale: 'en' },
  { width: 390, locale: 'en' },
  { width: 1440, locale: 'hi' },
  { width: 390, locale: 'hi' },
]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 900
/** Charts and mails are drawn a moment after their frames are there. */
const DRAWN_MS = 600
/** Until a page that is read again after a failure says so. */
const FAILED_MS = 1500

const [target, ...states] = process.argv.slice(2)
if (target === undefined || !states.every(isState))
  throw new Error(`Say where the pictures go: node e2e/screens.ts <folder> [${STATES.join(' | ')} ...]`)

const product = await startProduct()
const browser = await chromium.launch(SHELL_LAUNCH_OPTIONS)
try {
  const seeded = await demo(product)
  for (const state of states.length === 0 ? STATES : states)
    for (const view of VIEWS) await takeAll(browser, seeded, { state, ...view })
} finally {
  await browser.close()
  await product.remove()
}

interface Shown extends View {
  state: State
}

/** All pages of one width and language in both themes. */
async function takeAll(chrome: Browser, seeded: Demo, shown: Shown): Promise<void> {
  const folder = join(target ?? '', shown.state)
  await mkdir(folder, { recursive: true })
  const runs = (['running', 'tested'] as const).map((state): PageOf => ({
    name: `run, ${state}`,
    path: ({ owner }) => `/applications/${owner.slug}/delivery/email/${seeded[state]}`,
    visitor: 'owner',
  }))
  const pages = [...runs, ...PAGES].filter(({ visitor }) => isMet(visitor, shown.state))
  for (const visitor of VISITORS) {
    const person = shown.state === 'forbidden' ? await nobodyOf(seeded) : visitor !== 'nobody' && seeded[visitor]
    const page = await openAs(chrome, person || undefined, shown)
    for (const { name, path } of pages.filter(each => each.visitor === visitor)) {
      await page.goto(inLanguage(shown.locale, path(seeded)))
      await whenStill(page, shown.state)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        await page.waitForTimeout(DRAWN_MS)
        const file = `${name.replaceAll(/\W+/g, '-')}.${shown.width}-${shown.locale}-${theme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled', caret: 'hide' })
      }
    }
    await page.context().close()
  }
}

/** What is empty is empty in one state only, and who isn't signed in or owns nothing has no rights to miss. */
function isMet(visitor: PageOf['visitor'], state: State): boolean {
  if (state === 'forbidden') return visitor === 'owner'
  return visitor !== 'beginner' || state === 'shown'
}

/** Works for the owner, and may do nothing. */
async function nobodyOf({ owner }: Demo): Promise<Person> {
  return newMember(product, owner, { uuid: await newRole(owner, `Guests ${Date.now()}`, {}) })
}

async function openAs(chrome: Browser, person: Person | undefined, { width, locale, state }: Shown): Promise<Page> {
  const context = await chrome.newContext({
    baseURL: product.url,
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
    locale,
  })
  if (person) await context.request.post('/authP/login', { data: { email: person.email, password: PASSWORD } })
  await bringInto(state, context)
  return context.newPage()
}

/** Waits for charts, previews of mails and lists that load after others as well. */
async function whenStill(page: Page, state: State): Promise<void> {
  await page.locator('h1, [aria-busy=true], .shimmering').first().waitFor()
  if (state === 'loading') return
  await page.waitForTimeout(state === 'failing' ? FAILED_MS : 0)
  await scrollThrough(page)
  await page.waitForFunction(() => document.querySelector('.shimmering, iframe.invisible') === null)
}

/** Frames below the window are filled when they come into it. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
    window.scrollTo(0, 0)
  })
}

/**
 * Takes pictures of the dashboard with data that look real; those of the README are taken by demo/src/pictures.ts. By hand:
 *   node e2e/screens.ts <folder>    every page, wide and narrow, light and dark, in English and Hindi
 * The dashboard is taken as it was built last.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inLanguage } from './browser/accounts.ts'
import { LAUNCH_OPTIONS } from './browser/launch.ts'
import { waitUntilLoaded } from './browser/page-facts.ts'
import { PAGES, type PageOf, VISITORS } from './browser/pages.ts'
import { type Demo, demo } from './product/demo.ts'
import { PASSWORD, type Person } from './product/people.ts'
import { startProduct } from './product/start-product.ts'
import { wordsIn } from './words.ts'

interface Look {
  width: number
  theme: 'light' | 'dark'
  locale: Locale
}

const LOOKS: readonly Look[] = [
  { width: 1440, theme: 'light', locale: 'en' },
  { width: 1440, theme: 'dark', locale: 'en' },
  { width: 390, theme: 'light', locale: 'en' },
  { width: 390, theme: 'dark', locale: 'en' },
  { width: 1440, theme: 'light', locale: 'hi' },
]
const HEIGHT = 900
const FRAME_MS = 300

const target = process.argv[2]
if (target === undefined) throw new Error('Say where the pictures go: node e2e/screens.ts <folder>')

const product = await startProduct()
const browser = await chromium.launch(LAUNCH_OPTIONS)
try {
  const seeded = await demo(product)
  for (const look of LOOKS) await takeAll(browser, seeded, look, target)
} finally {
  await browser.close()
  await product.remove()
}

/** All pages in one look. */
async function takeAll(chrome: Browser, seeded: Demo, look: Look, folder: string): Promise<void> {
  const images = join(folder, `${look.width}-${look.theme}-${look.locale}`)
  await mkdir(images, { recursive: true })
  const runs = (['running', 'tested'] as const).map((state): PageOf => ({
    name: `run, ${state}`,
    path: ({ owner }) => `/applications/${owner.slug}/delivery/email/${seeded[state]}`,
    visitor: 'owner',
  }))
  for (const visitor of VISITORS) {
    const page = await openAs(chrome, visitor === 'nobody' ? undefined : seeded[visitor], look)
    for (const { name, path } of [...runs, ...PAGES].filter(each => each.visitor === visitor)) {
      await page.goto(inLanguage(look.locale, path(seeded)))
      await waitUntilLoaded(page, wordsIn(look.locale))
      await whenStill(page)
      await take(page, join(images, `${name.replace(/\W+/g, '-')}.png`))
    }
    await page.context().close()
  }
}

async function openAs(chrome: Browser, person: Person | undefined, look: Look): Promise<Page> {
  const context = await chrome.newContext({
    baseURL: product.url,
    viewport: { width: look.width, height: HEIGHT },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    locale: look.locale,
  })
  if (person) await context.request.post('/authP/login', { data: { email: person.email, password: PASSWORD } })
  return context.newPage()
}

/** Waits for charts, previews of mails and lists that load after others as well. */
async function whenStill(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.shimmering, iframe.invisible') === null)
  // A mail is drawn in its frame a moment after the frame is there.
  await page.waitForTimeout(FRAME_MS)
}

async function take(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' })
}

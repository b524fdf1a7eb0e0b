/** What must hold on every page whatever it shows. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Page } from 'playwright-core'
import { keyBeginnings, type Words } from '../words.ts'

const HEIGHT = 900
const SETTLE_MS = 2000

/** The page is there, and no part of it still loads. */
export async function whenLoaded(page: Page, words: Words): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loading = words('common:ui.loading')
  await page.getByText(loading, { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByRole('progressbar', { name: loading }).waitFor({ state: 'detached' })
}

/** What the dashboard's router leaves on its window. */
interface RouterOnWindow {
  __TSR_ROUTER__: { navigate: (to: { href: string; ignoreBlocker: boolean }) => Promise<void> }
}

/** Within the dashboard, as its own links do: a whole load for each page would take thrice the time. */
export async function moveTo(page: Page, href: string): Promise<void> {
  await page.evaluate(
    address => (window as unknown as RouterOnWindow).__TSR_ROUTER__.navigate({ href: address, ignoreBlocker: true }),
    href,
  )
}

/** Makes the window this wide. Answers a complaint when the page can be scrolled where it must not then. */
export async function complaintAtWidth(page: Page, width: number, fillsWindow = false): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT })
  const fits = (hasHeight: boolean) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return scrollWidth <= clientWidth && (!hasHeight || scrollHeight <= clientHeight)
  }
  try {
    // Charts and tables take a moment to follow.
    await page.waitForFunction(fits, fillsWindow, { timeout: SETTLE_MS })
    return []
  } catch {
    return [`does not fit a window of ${width}`]
  }
}

const beginnings = keyBeginnings()
const KEY = /^[a-z]\w*(?:\.\w+)+$/i
const HOST = /\.(?:example|com|org|net|localhost|csv|tsv|txt)$/

/** Complaints about the language of the page: the one it claims, and keys whose words the catalogue lacks. */
export async function languageComplaints(page: Page, locale: Locale): Promise<string[]> {
  const lang = await page.locator('html').getAttribute('lang')
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
  const keys = texts
    .map(text => text.trim())
    .filter(text => KEY.test(text) && !HOST.test(text) && beginnings.has(text.split('.')[0] ?? ''))
  return [...(lang === locale ? [] : [`claims the language ${lang}`]), ...keys.map(key => `says ${key}`)]
}

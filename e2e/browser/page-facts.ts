/** Checks that apply to every page. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import type { Page } from 'playwright-core'
import { keyBeginnings, type Words } from '../words.ts'

const HEIGHT = 900
const SETTLE_MS = 2000
/** The highest layout shift while a page loads, as browsers score it (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.05
const SHIFTS_NAMED = 3

/** Waits until the page is shown and no part of it is loading. */
export async function waitUntilLoaded(page: Page, words: Words): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loading = words('common:ui.loading')
  await page.getByText(loading, { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByRole('progressbar', { name: loading }).waitFor({ state: 'detached' })
}

/** The property of the window in which the dashboard's router is found. */
interface RouterOnWindow {
  __TSR_ROUTER__: {
    navigate: (to: { href: string; ignoreBlocker: boolean }) => Promise<void>
    getMatchedRoutes: (path: string) => [unknown, unknown, { id: string } | undefined]
  }
}

/** Navigates within the dashboard, as its own links do: loading each page would take three times as long. */
export async function moveTo(page: Page, href: string): Promise<void> {
  await page.evaluate(
    address => (window as unknown as RouterOnWindow).__TSR_ROUTER__.navigate({ href: address, ignoreBlocker: true }),
    href,
  )
}

/** The routes of addresses, by their names in the open dashboard: pages of one route differ in their parameters only. */
export function routesOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  return page.evaluate(
    paths =>
      paths.map(path => (window as unknown as RouterOnWindow).__TSR_ROUTER__.getMatchedRoutes(path)[2]?.id ?? path),
    addresses.map(address => address.replace(/[?#].*/, '')),
  )
}

interface Shift {
  score: number
  /** Milliseconds since the page was opened. */
  atMs: number
  /** The parts that moved, as selectors. */
  parts: string[]
}

type Shifting = Window & { shifts: Shift[] }

/** From now on, each opened page records layout shifts while it loads. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    ;(window as unknown as Shifting).shifts = shifts
    const nameOf = ({ node }: { node?: Node | null }) =>
      node instanceof Element ? `${node.localName}.${[...node.classList].slice(0, 4).join('.')}` : '(gone)'
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const {
          startTime: atMs,
          value,
          hadRecentInput,
          sources,
        } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node | null }[]
        }
        if (!hadRecentInput) shifts.push({ score: value, atMs, parts: sources.map(nameOf) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Milliseconds since the page was loaded. */
export function clockOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.now())
}

/** Reports a layout shift since this moment. Must be called before the window changes its size, which causes shifts as well. */
export async function layoutShiftProblem(page: Page, fromMs: number): Promise<string[]> {
  const shifts = await page.evaluate(async from => {
    // What moved last is reported after the frame that shows it.
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return (window as unknown as Shifting).shifts.filter(({ atMs }) => atMs >= from)
  }, fromMs)
  const total = shifts.reduce((sum, { score }) => sum + score, 0)
  if (total <= MAX_SHIFT) return []
  const worst = shifts.toSorted((one, other) => other.score - one.score).slice(0, SHIFTS_NAMED)
  return [
    `jumps by ${total.toFixed(3)}: ${worst.map(({ score, parts }) => `${score.toFixed(3)} ${parts.join(' ')}`).join('; ')}`,
  ]
}

/** Sets the width of the window. Reports a page that can be scrolled where it must not at that width. */
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

/** Complains about a page that is for two things at once: more than one primary button, empty states and their heads included. */
export async function primaryComplaints(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('.primary')].filter(each => each.checkVisibility()).map(each => each.textContent),
  )
  return names.length > 1 ? [`has ${names.length} primary buttons: ${names.join(', ')}`] : []
}

const beginnings = keyBeginnings()
const KEY = /^[a-z]\w*(?:\.\w+)+$/i
/** Names of webhook events, which are shown as they are in bodies. */
const EVENTS = new Set(WEBHOOK_EVENTS.map(({ name }) => name))
const HOST = /\.(?:example|com|org|net|localhost|csv|tsv|txt|png)$/

/** Problems with the language of the page: the language that it declares, and keys without a text in the catalogue. */
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
    .filter(text => KEY.test(text) && !HOST.test(text) && !EVENTS.has(text) && beginnings.has(text.split('.')[0] ?? ''))
  return [...(lang === locale ? [] : [`claims the language ${lang}`]), ...keys.map(key => `says ${key}`)]
}

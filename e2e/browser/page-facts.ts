/** What must hold on every page whatever it shows. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import type { Page } from 'playwright-core'
import { keyBeginnings, type Words } from '../words.ts'

const HEIGHT = 900
const SETTLE_MS = 2000
/** How far the parts of a page may jump while it loads, as browsers score it (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.05
const SHIFTS_NAMED = 3

/** The page is there, and no part of it still loads. */
export async function whenLoaded(page: Page, words: Words): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loading = words('common:ui.loading')
  await page.getByText(loading, { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByRole('progressbar', { name: loading }).waitFor({ state: 'detached' })
}

/** What the dashboard's router leaves on its window. */
interface RouterOnWindow {
  __TSR_ROUTER__: {
    navigate: (to: { href: string; ignoreBlocker: boolean }) => Promise<void>
    getMatchedRoutes: (path: string) => [unknown, unknown, { id: string } | undefined]
  }
}

/** Within the dashboard, as its own links do: a whole load for each page would take thrice the time. */
export async function moveTo(page: Page, href: string): Promise<void> {
  await page.evaluate(
    address => (window as unknown as RouterOnWindow).__TSR_ROUTER__.navigate({ href: address, ignoreBlocker: true }),
    href,
  )
}

/** The routes of addresses, by their names in the dashboard that is open: pages of one route differ in what they are asked for. */
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

/** From now on each page that is opened keeps how its parts jump while it loads. */
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

/**
 * Complains when the parts of the page jumped while it loaded, from this moment on. Before the window changes its size, which moves
 * them too.
 */
export async function shiftComplaint(page: Page, fromMs: number): Promise<string[]> {
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

/** Makes the window this wide. Returns a complaint when the page can be scrolled where it must not then. */
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
/** Shown as bodies have them. */
const EVENTS = new Set(WEBHOOK_EVENTS.map(({ name }) => name))
const HOST = /\.(?:example|com|org|net|localhost|csv|tsv|txt|png)$/

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
    .filter(text => KEY.test(text) && !HOST.test(text) && !EVENTS.has(text) && beginnings.has(text.split('.')[0] ?? ''))
  return [...(lang === locale ? [] : [`claims the language ${lang}`]), ...keys.map(key => `says ${key}`)]
}

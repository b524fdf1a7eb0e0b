/** Visits pages with a role: pages that it may see open, and the others are neither offered nor requested. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { Page, Response } from 'playwright-core'
import type { Lumen } from '../product/lumen.ts'
import { wordsIn } from '../words.ts'
import { addressOf, type GuardedPage, mayOpen, pageBehind } from './guarded-pages.ts'
import { isCovered, openAll } from './openers.ts'
import { moveTo, waitUntilLoaded } from './page-facts.ts'

const words = wordsIn('en')
const VERDICT_MS = 5000
/** Answers that must not occur: a missing right, too many calls (which would hide others), and server errors. */
const isRefused = (status: number) => [403, 429].includes(status) || status >= 500

/** The property of the window in which the dashboard's router is found. */
interface RouterOnWindow {
  __TSR_ROUTER__: {
    getMatchedRoutes: (path: string) => [unknown, unknown, { id: string } | undefined]
    routesById: Record<string, { id: string; children?: unknown; fullPath: string }>
  }
}

/** What was opened, by page. */
export type Opened = Map<string, Set<string>>

/**
 * The person of this tab signs out and signs in again in another tab: this one drops its data and learns what the role includes now.
 * Loading the page would do the same, but take three times as long.
 */
async function signInAnew(tab: Page): Promise<void> {
  const tell = (kind: 'signed-out' | 'signed-in') =>
    tab.evaluate(what => {
      const otherTab = new BroadcastChannel('notifly-session')
      otherTab.postMessage({ kind: what })
      otherTab.close()
    }, kind)
  await tell('signed-out')
  const address = tab.getByLabel(words('accounts:email'))
  await address.waitFor()
  await tell('signed-in')
  await address.waitFor({ state: 'detached' })
  await waitUntilLoaded(tab, words)
}

/**
 * Opens each of `pages` for the person of this tab, whose role includes `rights`. With `opened` it also opens each menu, dialog and drawer
 * that is not in that map yet. Returns the problems: a refused call, a page that opens or is forbidden against the rights, a link to a page
 * that the role may not see.
 */
export async function walkPages(
  tab: Page,
  seeded: Lumen,
  rights: PermissionSet,
  pages: readonly GuardedPage[],
  opened?: Opened,
): Promise<string[]> {
  const problems: string[] = []
  let at = ''
  const note = (response: Response) => {
    if (!isRefused(response.status())) return
    problems.push(`${at}: ${response.request().method()} ${new URL(response.url()).pathname}: ${response.status()}`)
  }
  let isLoaded = tab.url() !== 'about:blank'
  if (isLoaded) await signInAnew(tab)
  tab.on('response', note)
  for (const page of pages) {
    at = page.path(seeded)
    const come = async () => {
      await (isLoaded ? moveTo(tab, addressOf(page, seeded)) : tab.goto(addressOf(page, seeded)))
      isLoaded = true
      await waitUntilLoaded(tab, words)
    }
    await come()
    const isAllowed = mayOpen(rights, page)
    if (!(await becomes(tab, page, isAllowed))) problems.push(`${at}: ${isAllowed ? 'is forbidden' : 'opens'}`)
    // A refusal lies above the page.
    if (await isCovered(tab)) {
      problems.push(`${at}: ${await tab.getByRole('dialog').first().innerText()}`)
      await come()
    }
    const known = opened && (opened.get(at) ?? new Set())
    if (known) opened.set(at, known)
    for (const link of await linksOn(tab, come, known)) {
      const target = pageBehind(link, seeded)
      if (target !== undefined && !mayOpen(rights, target)) problems.push(`${at}: offers ${link}`)
    }
  }
  tab.off('response', note)
  // Where nothing is asked for, and nothing that was typed keeps the page.
  await moveTo(tab, '/nowhere')
  return [...new Set(problems)]
}

/** The router's pages that none of these addresses leads to. */
export async function pagesLeftOut(tab: Page, seeded: Lumen, addresses: readonly string[]): Promise<string[]> {
  await tab.goto(`/applications/${seeded.owner.slug}/dashboard`)
  await waitUntilLoaded(tab, words)
  const walked = addresses.map(address => address.replace(/[?#].*/, ''))
  return tab.evaluate(paths => {
    const { getMatchedRoutes, routesById } = (window as unknown as RouterOnWindow).__TSR_ROUTER__
    const met = new Set(paths.map(path => getMatchedRoutes(path)[2]?.id))
    return Object.values(routesById)
      .filter(({ id, children }) => children === undefined && !met.has(id))
      .map(({ fullPath }) => fullPath)
  }, walked)
}

/** Whether the page as a whole is open or forbidden, once all of it has loaded; parts may require their own rights. */
async function becomes(tab: Page, page: GuardedPage, isOpen: boolean): Promise<boolean> {
  const { activities, level, isForRunning } = page
  const lacks = activities.map(activity => words(`rights:right.${level}`, { what: words(`rights:plain.${activity}`) }))
  const refusals = isForRunning ? [words('rights:running.title')] : lacks.map(right => `“${right}”`)
  if (refusals.length === 0) return true
  const cards = refusals.map(refusal => tab.locator('main').getByText(refusal))
  const card = cards.reduce((all, each) => all.or(each)).first()
  try {
    await card.waitFor({ state: isOpen ? 'detached' : 'visible', timeout: VERDICT_MS })
    return true
  } catch {
    return false
  }
}

/** The addresses to which the page links, and those that its buttons open, without duplicates. */
async function linksOn(tab: Page, back: () => Promise<void>, known: Set<string> | undefined): Promise<Set<string>> {
  const found = new Set<string>()
  const look = async () => {
    for (const href of await hrefsOf(tab)) found.add(href)
  }
  await look()
  if (known) await openAll(tab, { back, look, known })
  return found
}

function hrefsOf(tab: Page): Promise<string[]> {
  return tab
    .locator('a[href^="/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')?.split('#')[0] ?? ''))
}

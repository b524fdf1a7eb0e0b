/** Visits all pages of the dashboard as one visitor. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Page } from 'playwright-core'
import type { Lumen } from '../product/lumen.ts'
import { wordsIn } from '../words.ts'
import { inLanguage } from './accounts.ts'
import { open } from './journey.ts'
import { blockWrites } from './openers.ts'
import { clockOf, moveTo, routesOf, layoutShiftProblem, watchShifts, waitUntilLoaded } from './page-facts.ts'
import type { PageOf, Visitor } from './pages.ts'

/** Problems of the open page; empty if there are none. */
export type Check = (page: Page, of: PageOf) => Promise<string[]>

interface Visit {
  visitor: Visitor
  locale: Locale
  width: number
  /** Whatever the check presses changes nothing. */
  isReadOnly?: true
  /**
   * The first page of each route is loaded, for whichever visitor that is. All others are come to within the dashboard, at half the time.
   * Without this only the visitor's first page is loaded.
   */
  loadsRoutes?: true
  /** What is shown there may move what stands below it. */
  mayShift?: boolean
}

/**
 * Opens every page for this visitor in one browser. Returns its problems, each with the name of the page. A page that is opened within the
 * dashboard may shift no more than one that is loaded.
 */
export async function checkPages(
  seeded: Lumen,
  pages: readonly PageOf[],
  { visitor, locale, width, isReadOnly, loadsRoutes, mayShift = false }: Visit,
  check: Check,
): Promise<string[]> {
  const page = await open({
    locale,
    width,
    refusals: [403, 404, ...(isReadOnly ? [400] : [])],
    ...(visitor !== 'nobody' && { person: seeded[visitor] }),
  })
  if (isReadOnly) await blockWrites(page)
  await watchShifts(page)
  const problems: string[] = []
  const addressOf = ({ path }: PageOf) => inLanguage(locale, path(seeded))
  let routes: string[] = []
  for (const [at, pageOf] of pages.filter(each => each.visitor === visitor).entries()) {
    const { name } = pageOf
    const place = pages.indexOf(pageOf)
    const isMove = at > 0 && !(loadsRoutes && routes.indexOf(routes[place] ?? '') === place)
    const fromMs = isMove ? await clockOf(page) : 0
    await (isMove ? moveTo(page, addressOf(pageOf)) : page.goto(addressOf(pageOf)))
    await waitUntilLoaded(page, wordsIn(locale))
    if (at === 0) routes = await routesOf(page, pages.map(addressOf))
    const found = [...(mayShift ? [] : await layoutShiftProblem(page, fromMs)), ...(await check(page, pageOf))]
    problems.push(...found.map(problem => `${name}: ${problem}`))
  }
  return problems
}

/** Goes through all pages of the dashboard, each as its visitor sees it. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Page } from 'playwright-core'
import type { Lumen } from '../product/lumen.ts'
import { wordsIn } from '../words.ts'
import { inLanguage } from './accounts.ts'
import { open } from './journey.ts'
import { keepWritesOut } from './openers.ts'
import { endOfPress, moveTo, shiftComplaint, watchShifts, whenLoaded } from './page-facts.ts'
import type { PageOf, Visitor } from './pages.ts'

/** What is wrong with the page that is open; nothing is right. */
export type Check = (page: Page, of: PageOf) => Promise<string[]>

interface Visit {
  visitor: Visitor
  locale: Locale
  width: number
  /** Whatever the check presses changes nothing. */
  isReadOnly?: true
  /** Only the first page is loaded, the others are come to within the dashboard. */
  isOneLoad?: boolean
  /** What is shown there may move what stands below it. */
  mayShift?: boolean
}

/** Opens every page for this visitor in one browser. Answers what is wrong, with the name of the page before it. */
export async function checkPages(
  seeded: Lumen,
  pages: readonly PageOf[],
  { visitor, locale, width, isReadOnly, isOneLoad = false, mayShift = false }: Visit,
  check: Check,
): Promise<string[]> {
  const page = await open({
    locale,
    width,
    refusals: [403, 404, ...(isReadOnly ? [400] : [])],
    ...(visitor !== 'nobody' && { person: seeded[visitor] }),
  })
  if (isReadOnly) await keepWritesOut(page)
  await watchShifts(page)
  const problems: string[] = []
  for (const [at, pageOf] of pages.filter(each => each.visitor === visitor).entries()) {
    const { name, path } = pageOf
    const address = inLanguage(locale, path(seeded))
    const isMove = isOneLoad && at > 0
    const fromMs = isMove ? await endOfPress(page) : 0
    await (isMove ? moveTo(page, address) : page.goto(address))
    await whenLoaded(page, wordsIn(locale))
    const found = [...(mayShift ? [] : await shiftComplaint(page, fromMs)), ...(await check(page, pageOf))]
    problems.push(...found.map(problem => `${name}: ${problem}`))
  }
  return problems
}

import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open, product } from '../browser/journey.ts'
import { keyboardComplaints } from '../browser/keyboard.ts'
import { checkPages } from '../browser/page-check.ts'
import { complaintAtWidth, languageComplaints, primaryComplaints } from '../browser/page-facts.ts'
import { PAGES, VISITORS } from '../browser/pages.ts'
import { pagesLeftOut } from '../browser/rights-walk.ts'
import { fillSandbox, SANDBOX_PAGES } from '../browser/sandbox-pages.ts'
import { coveredByToasts } from '../browser/toasts.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { OPERATORS } from '../product/people.ts'

const THEMES = ['light', 'dark'] as const
/** What axe looks at in each of the sandbox's: only the colours change. */
const SEEN = { light: 'all', dark: 'contrast' } as const
const DESK = 1440
/** As narrow as phones are. What fits there fits wider ones: no style changes between them. */
const PHONE = 360
const ALL_MS = 900_000

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, OPERATORS.pages)
})

test('the list of pages has every page of the dashboard', async () => {
  const tab = await open({ person: seeded.owner })
  const left = await pagesLeftOut(
    tab,
    seeded,
    PAGES.map(({ path }) => path(seeded)),
  )
  // These lead on at once.
  const leading = ['/', '/applications/$slug/messages/campaigns', '/auth/sso-callback', '/logout']
  expect(left.toSorted()).toEqual(leading)
})

test.for(VISITORS)(
  'pages that %s sees: axe finds nothing in both themes, nothing scrolls sideways, one primary button at most',
  { timeout: ALL_MS },
  async visitor => {
    const problems = await checkPages(
      seeded,
      PAGES,
      { visitor, locale: 'en', width: DESK, loadsRoutes: true },
      async (page, { fillsWindow }) => {
        const found = await languageComplaints(page, 'en')
        found.push(...(await primaryComplaints(page)))
        found.push(...(await complaintAtWidth(page, DESK, fillsWindow)))
        // One look in each theme, where most parts differ: what is dark on the desk has the colours of the phone's parts, and each component
        // is looked at in both themes by itself. What axe sees on phones besides colours, the walk in other languages looks at.
        await page.emulateMedia({ colorScheme: 'light' })
        found.push(...(await axeFindings(page)).map(each => `${DESK} light: ${each}`))
        found.push(...(await complaintAtWidth(page, PHONE, fillsWindow)))
        await page.emulateMedia({ colorScheme: 'dark' })
        found.push(...(await axeFindings(page, 'contrast')).map(each => `${PHONE} dark: ${each}`))
        await page.setViewportSize({ width: DESK, height: 900 })
        return found
      },
    )
    expect(problems).toEqual([])
  },
)

test.for([DESK, 390])('a toast covers no primary button at a width of %i', { timeout: ALL_MS }, async width => {
  const page = await open({ person: seeded.owner, width, refusals: [403] })
  const { seen, problems } = await coveredByToasts(page, seeded)
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(30)
})

test(
  'pages of the sandbox: axe finds nothing in both themes, nothing scrolls sideways, Tab comes everywhere',
  async () => {
    await fillSandbox(product)
    const page = await open()
    const problems: string[] = []
    for (const path of SANDBOX_PAGES) {
      await page.goto(product.sandboxUrl + path)
      const found: string[] = []
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await axeFindings(page, SEEN[colorScheme])).map(each => `${colorScheme}: ${each}`))
      }
      found.push(...(await keyboardComplaints(page)))
      found.push(...(await complaintAtWidth(page, PHONE)))
      await page.setViewportSize({ width: DESK, height: 900 })
      problems.push(...found.map(problem => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
    const zone = await page.evaluate(() => {
      const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts()
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    })
    await page.goto(product.sandboxUrl)
    await page.getByText(`Times in ${zone}`, { exact: true }).waitFor()
    const time = await page.locator('time').first().getAttribute('title')
    expect(time?.slice(-zone.length - 2)).toBe(`M ${zone}`)
  },
  ALL_MS,
)

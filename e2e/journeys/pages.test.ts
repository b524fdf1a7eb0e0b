import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { product } from '../browser/journey.ts'
import { checkPages } from '../browser/page-check.ts'
import { complaintAtWidth, languageComplaints } from '../browser/page-facts.ts'
import { PAGES, VISITORS } from '../browser/pages.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { OPERATORS } from '../product/people.ts'

const THEMES = ['light', 'dark'] as const
const DESK = 1440
const PHONE = 390
const NARROWEST = 360
const ALL_MS = 180_000

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, OPERATORS.pages)
})

test.for(VISITORS)(
  'pages that %s sees: axe finds nothing in both themes, nothing scrolls sideways',
  { timeout: ALL_MS },
  async visitor => {
    const problems = await checkPages(
      seeded,
      PAGES,
      { visitor, locale: 'en', width: DESK },
      async (page, { fillsWindow }) => {
        const found = await languageComplaints(page, 'en')
        for (const width of [DESK, PHONE]) {
          found.push(...(await complaintAtWidth(page, width, fillsWindow)))
          for (const colorScheme of THEMES) {
            await page.emulateMedia({ colorScheme })
            found.push(...(await axeFindings(page)).map(each => `${width} ${colorScheme}: ${each}`))
          }
        }
        found.push(...(await complaintAtWidth(page, NARROWEST, fillsWindow)))
        await page.setViewportSize({ width: DESK, height: 900 })
        return found
      },
    )
    expect(problems).toEqual([])
  },
)

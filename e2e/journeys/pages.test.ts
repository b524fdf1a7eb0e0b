import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open, product } from '../browser/journey.ts'
import { bareKeys, sidewaysPixels, whenLoaded } from '../browser/page-facts.ts'
import { PAGES } from '../browser/pages.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { newPerson, type Person } from '../product/people.ts'
import { wordsIn } from '../words.ts'

const HEIGHT = 900
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1440, 390]
const NARROWEST = 360

let seeded: Lumen
let newcomer: Person
beforeAll(async () => {
  ;[seeded, newcomer] = await Promise.all([lumen(product), newPerson(product)])
})

describe('in both themes, on a desk and on a phone', () => {
  test.for(PAGES)('$name: nothing for axe to find, nothing to scroll sideways', async ({ path, visitor }) => {
    const page = await open({
      refusals: [404],
      ...(visitor !== 'nobody' && { person: visitor === 'owner' ? seeded.owner : newcomer }),
    })
    await page.goto(path(seeded))
    await whenLoaded(page, wordsIn('en'))
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await bareKeys(page)).toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        expect(await axeFindings(page), `${width} ${colorScheme}`).toEqual([])
      }
    }
    for (const width of [...WIDTHS, NARROWEST]) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect(await sidewaysPixels(page), `at ${width}`).toBe(0)
    }
  })
})

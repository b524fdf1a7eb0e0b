/** Names that people chose to break the pages of others, on every page that shows one. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { product } from '../browser/journey.ts'
import { checkPages } from '../browser/page-check.ts'
import { complaintAtWidth } from '../browser/page-facts.ts'
import { PAGES } from '../browser/pages.ts'
import { type Lumen, lumen, type Names } from '../product/lumen.ts'
import { OPERATORS } from '../product/people.ts'

const DESK = 1440
const PHONE = 390
const ALL_MS = 360_000

/** A letter with a tower of accents, letters from right to left, and no place to break. */
const LETTERS = `Z${'\u0300\u0336'.repeat(8)}מספר`
/** That, with a sign that turns all that follows, an emoji of seven parts, a sign without width, and HTML. */
const ANYTHING = `<img src=x onerror="document.title=1">\u202Egpj.exe👩‍👩‍👧‍👦\u200B${LETTERS}`
const filled = (beginning: string, length: number, end = '') =>
  `${beginning}${'W'.repeat(length)}`.slice(0, length - end.length) + end

const NAMES: Names = {
  owner: filled(LETTERS, 100),
  application: filled(ANYTHING, 100),
  organization: filled(LETTERS, 100),
  segment: filled('\u202E<b>W', 50),
  template: filled(ANYTHING, 100),
  campaigns: [filled(LETTERS, 100, 'a'), filled(LETTERS, 100, 'b'), filled('W', 100)],
  firstNames: [filled(ANYTHING, 255), filled('W', 255), filled(LETTERS, 60), 'Ana'],
}

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, OPERATORS.pages, NAMES)
})

test.for([DESK, PHONE])(
  'names without a blank, from right to left, with towers of accents and with HTML stay in their places at a width of %i',
  { timeout: ALL_MS },
  async width => {
    const problems = await checkPages(
      seeded,
      PAGES,
      { visitor: 'owner', locale: 'en', width },
      async (page, { fillsWindow }) => [
        ...(await complaintAtWidth(page, width, fillsWindow)),
        ...(await complaintsAboutNames(page)),
      ],
    )
    expect(problems).toEqual([])
  },
)

/** What names have done to the page that is open. */
function complaintsAboutNames(page: Page): Promise<string[]> {
  return page.evaluate(
    names => {
      const found = new Set<string>()
      if (document.querySelector('img[src="x"]')) found.add('a name became a picture')
      const placeOf = (element: Element) => `<${element.tagName.toLowerCase()} class="${element.className}">`
      const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
      /** The first box around it that its text does not fit, unless the box cuts it as it should. */
      const pushedBy = (from: Element): Element | null => {
        for (let box: Element | null = from; box; box = box.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(box)
          if (box.scrollWidth <= box.clientWidth || overflowX === 'visible' || isInline(box)) continue
          const isCut = textOverflow === 'ellipsis' && box.closest('.truncate, [title], [data-tip]')
          return isCut || box.matches('input, textarea, select') ? null : box
        }
        return null
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent ?? ''
        const parent = walker.currentNode.parentElement
        if (
          parent === null ||
          !parent.checkVisibility() ||
          parent.closest('script, [aria-hidden="true"], .sr-only, .cm-editor')
        )
          continue
        // What is not isolated in its sentence has to be a name and nothing else, alone in its block or isolated there.
        const bare = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '').trim()
        if (/[\u202E\u05D0-\u05EA]/.test(bare)) {
          const isName = names.some(name => bare === name || (bare.endsWith('…') && name.startsWith(bare.slice(0, -1))))
          let box: Element = parent
          while (isInline(box) && !getComputedStyle(box).unicodeBidi.includes('isolate') && box.parentElement)
            box = box.parentElement
          if (!isName || box.textContent?.trim() !== text.trim())
            found.add(`turns what is beside it: ${placeOf(parent)}, ${text.slice(0, 20)}`)
        }
        if (/W{30}/.test(text)) {
          const box = pushedBy(parent)
          if (box) found.add(`pushes ${placeOf(box)}, from ${placeOf(parent)}`)
        }
      }
      return [...found]
    },
    Object.values(NAMES).flat() as string[],
  )
}

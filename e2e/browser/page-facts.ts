/** What must hold on every page whatever it shows. */
import type { Page } from 'playwright-core'
import { keyBeginnings, type Words } from '../words.ts'

/** The page is there, and no part of it still loads. */
export async function whenLoaded(page: Page, words: Words): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText(words('common:ui.loading'), { exact: true }).first().waitFor({ state: 'detached' })
}

/** How many pixels can be scrolled sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

const beginnings = keyBeginnings()
const KEY = /^[a-z]\w*(?:\.\w+)+$/i
const HOST = /\.(?:example|com|org|net|localhost|csv|tsv|txt)$/

/** Keys of words that stand on the page because the catalogue lacks them. */
export async function bareKeys(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
  return texts
    .map(text => text.trim())
    .filter(text => KEY.test(text) && !HOST.test(text) && beginnings.has(text.split('.')[0] ?? ''))
}

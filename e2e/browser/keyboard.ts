/** A page as a person without a mouse uses it. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any page has before the one that is sought. */
const STOPS_MAX = 80
/** Of the browser itself, and where a list was begun in its middle. */
const SPARE_STOPS = 10
const UNSEEN = ' which nobody sees'

/**
 * Presses Tab until the focus is on this, as it is now or becomes; fails with the stops on the way. Each stop
 * has to be something that can be seen.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const stops: string[] = []
  for (let press = 0; press < STOPS_MAX; press++) {
    if (await target.evaluate(isFocused)) return
    await page.keyboard.press(key)
    stops.push(await page.evaluate(focusedName))
  }
  throw new Error(`Tab does not come to ${String(target)}:\n${stops.join('\n')}`)
}

/**
 * Presses Tab from the top of the page until the focus has been everywhere. Complains of what can be used and is never
 * reached, and of stops that are not visible.
 */
export async function keyboardComplaints(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const usable = 'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex="0"], iframe'
    for (const element of document.querySelectorAll<HTMLElement>(usable)) {
      const isOff = element.matches(':disabled') || element.getClientRects().length === 0
      if (!isOff) element.dataset['unreached'] = ''
    }
    document.addEventListener(
      'focusin',
      ({ target }) => target instanceof HTMLElement && delete target.dataset['unreached'],
    )
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const complaints = new Set<string>()
  const unreached = page.locator('[data-unreached]')
  for (let presses = (await unreached.count()) + SPARE_STOPS; presses > 0; presses--) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedName)
    if (stop.endsWith(UNSEEN)) complaints.add(stop)
  }
  const missed = await unreached.evaluateAll(elements => elements.map(each => each.outerHTML.slice(0, 120)))
  return [...complaints, ...missed.map(each => `Tab never comes to ${each}`)]
}

/** Walks down the open list to the option, as a person does who watches the mark, and takes it. */
export async function chooseByArrows(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name }).first()
  await option.waitFor()
  const isMarked = async () => (await option.getAttribute('data-highlighted')) !== null
  const walk = async () => {
    if (!(await isMarked())) await page.keyboard.press('ArrowDown')
    return isMarked()
  }
  await expect.poll(walk, { timeout: 20_000 }).toBe(true)
  await page.keyboard.press('Enter')
}

// Editors of code live in shadow roots, which have a focus of their own.
function isFocused(element: Element): boolean {
  const root = element.getRootNode() as Document | ShadowRoot
  return root.activeElement === element && (root === document || document.activeElement === (root as ShadowRoot).host)
}

function focusedName(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return 'the page'
  const { width, height } = element.getBoundingClientRect()
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
  return `${element.tagName.toLowerCase()} "${name}"${width < 1 || height < 1 ? ' which nobody sees' : ''}`
}

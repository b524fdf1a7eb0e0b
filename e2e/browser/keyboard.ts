/** Uses a page by keyboard only. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More tab stops than any page has before the target. */
const STOPS_MAX = 80
/** For tab stops of the browser itself, and for a list that was entered in its middle. */
const SPARE_STOPS = 10
const UNSEEN = ' which nobody sees'

/**
 * Presses Tab until this element has the focus, now or when it appears; fails with the list of stops. Each stop must be a visible element.
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
 * Presses Tab from the top of the page until the focus has been everywhere. Reports usable elements that are never reached, and stops that
 * are not visible.
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

/** Moves down the open list to the option by arrow keys, and selects it. */
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

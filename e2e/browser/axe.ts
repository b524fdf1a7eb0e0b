/** Accessibility problems that axe finds in the present page. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * One line for each problem; empty if there are none. Checking contrast takes half of the time. It does not depend on the language, and
 * nothing else depends on the colours.
 */
export async function axeFindings(page: Page, look: 'all' | 'contrast' | 'no contrast' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async wanted => {
    // Colours are read from the screen, so fades have to be over. What spins for ever does not matter.
    const ending = document.getAnimations().filter(one => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(one => one.finished))
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(
      // Focus guards are hidden on purpose: they hand the focus on at once, which axe cannot see.
      { exclude: [['[data-base-ui-focus-guard]']] },
      {
        resultTypes: ['violations'],
        ...(wanted === 'contrast' && { runOnly: ['color-contrast'] }),
        // Menus and lists open at the end of the body, outside of every landmark; the control that opens them owns them.
        rules: {
          ...(wanted !== 'contrast' && {
            region: { enabled: document.querySelector('[data-base-ui-portal] [role]') === null },
          }),
          'color-contrast': { enabled: wanted !== 'no contrast' },
        },
      },
    )
    return violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 200)}`))
  }, look)
}

import axe from 'axe-core'

/**
 * What axe finds in the present page, but for contrast, one line each; empty is right. With `within` it looks at that part only.
 * Contrast is half of the work: the tests of the components look at it here, and the walks through all pages in both themes.
 */
export async function axeFindings(
  within: Element = document.documentElement,
  look: 'all' | 'no contrast' = 'no contrast',
): Promise<string[]> {
  // Colours are read from the screen, so fades have to be over.
  await whenStill()
  const { violations } = await axe.run(
    // Focus guards are hidden on purpose: they hand the focus on at once, which axe cannot see.
    { include: [within], exclude: [['[data-base-ui-focus-guard]']] },
    {
      resultTypes: ['violations'],
      // Menus and lists open at the end of the body, outside every landmark; the control that opens them owns them.
      rules: {
        region: { enabled: document.querySelector('[data-base-ui-portal] [role]') === null },
        'color-contrast': { enabled: look === 'all' },
      },
    },
  )
  return violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 200)}`))
}

/** More frames than any fade has. */
const FRAMES_MAX = 200

/** What opens begins to fade a frame after it is there, and has no animation yet until then. */
async function whenStill(): Promise<void> {
  for (let frame = 0; frame < FRAMES_MAX; frame++) {
    await new Promise(resolve => requestAnimationFrame(resolve))
    const fading = document.getAnimations().filter(one => one.effect?.getTiming().iterations !== Infinity)
    const isStill = document.querySelector('[data-starting-style], [data-ending-style]') === null
    if (isStill && fading.every(one => one.playState === 'finished')) return
    await Promise.allSettled(fading.map(one => one.finished))
  }
}

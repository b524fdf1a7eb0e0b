import axe from 'axe-core'

/**
 * What axe finds in the page as it stands, one line each; empty is right. Waits for fades to end, because colours are
 * read from the screen. With `within` it looks at that part only.
 */
export async function axeFindings(within: Element = document.documentElement): Promise<string[]> {
  const ending = document.getAnimations().filter(one => one.effect?.getTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(one => one.finished))
  const { violations } = await axe.run(
    // Focus guards are hidden on purpose: they hand the focus on at once, which axe cannot see.
    { include: [within], exclude: [['[data-base-ui-focus-guard]']] },
    {
      resultTypes: ['violations'],
      // Menus and lists open at the end of the body, outside every landmark; the control that opens them owns them.
      rules: { region: { enabled: document.querySelector('[data-base-ui-portal] [role]') === null } },
    },
  )
  return violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 200)}`))
}

/**
 * The theme's colours in a form that a canvas accepts. Each token is a pair for light and dark, which only the page can
 * resolve.
 */
const NAMES = [
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  'chart-rest',
  'chart-prev',
  'chart-grid',
  'chart-axis',
  'surface',
  'raised',
  'border',
  'text',
  'text-2',
] as const

export type ChartColours = Record<(typeof NAMES)[number], string> & { font: string }

export function chartColours(beside: HTMLElement): ChartColours {
  const probe = document.createElement('span')
  beside.parentElement?.append(probe)
  const style = getComputedStyle(probe)
  const colours = Object.fromEntries(
    NAMES.map(name => {
      probe.style.color = `var(--c-${name})`
      return [name, style.color]
    }),
  )
  const font = style.fontFamily
  probe.remove()
  return { ...colours, font } as ChartColours
}

/** Index of a series' colour. */
export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6

/** The same colour with that opacity, 0 to 1. */
export function faded(colour: string, share: number): string {
  return `color-mix(in srgb, ${colour} ${share * 100}%, transparent)`
}

/** Calls `onChange` when the theme changes, by choice or with the system. Returns a function that stops this. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}

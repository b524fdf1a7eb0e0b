/** Minimum contrast of normal-sized text: WCAG 2.2, success criterion 1.4.3. */
export const READABLE = 4.5

/** The contrast ratio of two colours such as #443df6, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The candidate with the highest contrast to a background colour. */
export function inkOn(color: string, candidates: readonly string[]): string {
  return candidates.reduce((best, each) => (contrast(each, color) > contrast(best, color) ? each : best))
}

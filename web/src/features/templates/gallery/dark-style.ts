import type { Palette } from './palette.ts'

/**
 * Rules for programs that follow the reader's dark mode. Rows by their class: `card` becomes dark with whatever stands in it, also blocks
 * that are added later; `band` keeps the brand's colour and the ink on it; `page` is what is around them.
 */
export function darkStyle({ dark, onPrimary, background }: Palette): readonly string[] {
  const button = dark.button && [
    `.card .cta td, .card .cta a { background: ${dark.button.background} !important; color: ${dark.button.color} !important; }`,
  ]
  return [
    ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
    '@media (prefers-color-scheme: dark) {',
    ...[
      `body, body > div { background-color: ${dark.page} !important; }`,
      `.page, .page > table { background: ${dark.page} !important; }`,
      `.page td > div, .page a { color: ${dark.quiet} !important; }`,
      `.card, .card > table { background: ${dark.card} !important; }`,
      `.card td > div { color: ${dark.text} !important; }`,
      `.card td > div > a, .card p a, .card li a { color: ${dark.link} !important; }`,
      `.card .quiet > div { color: ${dark.quiet} !important; }`,
      // On the brand's own colour.
      `.card .kept > div { color: ${onPrimary} !important; }`,
      `.card .accent > div { color: ${dark.accent} !important; }`,
      `.card .tint > table, .card .tint > table > tbody > tr > td { background-color: ${dark.tint} !important; border-radius: 8px !important; }`,
      `.card .soft td, .card .soft a { background: ${dark.tint} !important; color: ${dark.accent} !important; }`,
      `.card .line > p { border-top-color: ${dark.line} !important; }`,
      // Nobody knows which colours a logo has, but that it is read on the page of the brand.
      `.logo img { background-color: ${background} !important; border-radius: 8px; padding: 8px 12px; box-sizing: border-box; }`,
      ...(button ?? []),
    ].map(rule => `  ${rule}`),
    '}',
  ]
}

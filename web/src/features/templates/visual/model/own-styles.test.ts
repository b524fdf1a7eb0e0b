import { expect, test } from 'vitest'
import { parseMjml } from '../mjml/parse.ts'
import { hasOwnStyles } from './own-styles.ts'

const told = (css: string) => {
  const { root } = parseMjml(`<mjml><mj-head>${css}</mj-head><mj-body></mj-body></mjml>`)
  return root && hasOwnStyles(root)
}

test.each([
  ['no style', '', false],
  [
    'rules for dark mode',
    '<mj-style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) { p { color: #fff } a { color: #eee } }</mj-style>',
    false,
  ],
  ['a comment', '<mj-style>/* none */</mj-style>', false],
  [
    'a rule behind those for dark mode',
    '<mj-style>@media (prefers-color-scheme:dark) { p { color: #fff } } p { margin: 0 }</mj-style>',
    true,
  ],
  ['rules for phones', '<mj-style inline="inline">@media (max-width: 480px) { p { margin: 0 } }</mj-style>', true],
  ['what is not closed', '<mj-style>@media (prefers-color-scheme: dark) { p { color: #fff }</mj-style>', true],
])('%s', (_, css, expected) => {
  expect(told(css)).toBe(expected)
})

/** Styles of a mail itself. They are written for the HTML that MJML becomes, and are no part of the page around the canvas. */
import { headOf } from '../mjml/parse.ts'
import { blocksOf, type ElementNode, print } from '../mjml/tree.ts'

/** Whether `mj-style` changes how the mail looks by day: the canvas does not show that. Rules for dark mode alone change nothing there. */
export function hasOwnStyles(root: ElementNode): boolean {
  const head = headOf(root)
  const styles = head ? blocksOf(head).filter(block => block.kind === 'element' && block.tag === 'mj-style') : []
  return styles.some(style => {
    const source = print(style)
    return byDay(source.slice(source.indexOf('>') + 1, source.lastIndexOf('</'))) !== ''
  })
}

const DARK = /@media[^{]{0,100}prefers-color-scheme\s{0,10}:\s{0,10}dark[^{]{0,100}|:root\s{0,10}/

/** The rules that are left. */
function byDay(css: string): string {
  let rest = css.replace(/\/\*[^*]{0,10000}\*\//g, '')
  for (let found = DARK.exec(rest); found; found = DARK.exec(rest)) {
    const end = endOfBlock(rest, found.index + found[0].length)
    if (end === -1) break
    rest = rest.slice(0, found.index) + rest.slice(end)
  }
  return rest.trim()
}

/** Behind the brace that closes the one at this place; -1 where none does. */
function endOfBlock(css: string, begin: number): number {
  if (css[begin] !== '{') return -1
  let depth = 0
  for (let at = begin; at < css.length; at++) {
    if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return -1
}

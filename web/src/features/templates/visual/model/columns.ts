/** How the columns of a section share its width. */
import { attributeOf, withAttribute } from '../mjml/attributes.ts'
import { parseBlocks } from '../mjml/parse.ts'
import { blocksOf, type ElementNode, find, insertInto, removeFrom, replace } from '../mjml/tree.ts'

export const LAYOUTS = ['1', '1-1', '1-2', '2-1', '1-1-1'] as const
export type Layout = (typeof LAYOUTS)[number]

const WIDTHS: Readonly<Record<Layout, readonly (string | undefined)[]>> = {
  '1': [undefined],
  '1-1': [undefined, undefined],
  '1-2': ['33.33%', '66.67%'],
  '2-1': ['66.67%', '33.33%'],
  '1-1-1': [undefined, undefined, undefined],
}

export function columnsOf(section: ElementNode): readonly ElementNode[] {
  return blocksOf(section).filter(block => block.kind === 'element' && block.tag === 'mj-column') as ElementNode[]
}

/** Which of them a section has; undefined where it is another one. */
export function layoutOf(section: ElementNode): Layout | undefined {
  const columns = columnsOf(section)
  if (columns.length !== blocksOf(section).length) return undefined
  const shares = columns.map(column => Math.round(Number.parseFloat(attributeOf(column, 'width') ?? '0') / 33))
  const isEqual = shares.every(share => share === shares[0])
  if (isEqual) return LAYOUTS.find(layout => WIDTHS[layout].length === columns.length && !layout.includes('2'))
  return LAYOUTS.find(layout => layout === shares.join('-'))
}

/** The mail with other columns in a section. What stood in columns that go is put below the last one that stays. */
export function withLayout(root: ElementNode, id: number, layout: Layout): ElementNode {
  const found = find(root, id)
  if (found?.node.kind !== 'element') return root
  const depth = found.path.length
  const widths = WIDTHS[layout]
  let section = found.node
  const columns = columnsOf(section)
  const gone = columns.slice(widths.length)
  for (const column of gone) section = removeFrom(section, column.id) as ElementNode
  const rest = gone.flatMap(blocksOf)
  const last = columns[Math.min(columns.length, widths.length) - 1]
  if (last && rest.length > 0) {
    section = replace(section, last.id, column => insertInto(column as ElementNode, rest, null, depth + 1))
  }
  for (let count = columns.length; count < widths.length; count++) {
    section = insertInto(section, parseBlocks('<mj-column></mj-column>'), null, depth) as ElementNode
  }
  columnsOf(section).forEach((column, at) => {
    section = replace(section, column.id, each => withAttribute(each as ElementNode, 'width', widths[at]))
  })
  return replace(root, id, () => section)
}

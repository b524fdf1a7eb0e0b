/** Looks that hold for a whole mail: in `mj-attributes` of its head. */
import { attributeOf, withAttribute } from '../mjml/attributes.ts'
import { headOf, parseBlocks } from '../mjml/parse.ts'
import { blocksOf, type Container, type ElementNode, find, insertInto, replace } from '../mjml/tree.ts'
import type { Brand } from '@notifly/contracts/brand/brand'
import { parseMjml } from '../mjml/parse.ts'
import { newDocument } from './new-blocks.ts'

type Root = ElementNode

/** An attribute of `mj-all`, `mj-text` and so on; undefined where the head says nothing. */
export function headAttribute(root: Root, tag: string, name: string): string | undefined {
  const node = entryOf(root, tag)
  return node && attributeOf(node, name)
}

export function withHeadAttribute(root: Root, tag: string, name: string, value: string | undefined): Root {
  if (headAttribute(root, tag, name) === value) return root
  const prepared = withEntry(root, tag)
  const node = entryOf(prepared, tag)
  return node ? replace(prepared, node.id, each => withAttribute(each as ElementNode, name, value)) : root
}

function listOf(root: Root): ElementNode | undefined {
  const head = headOf(root)
  return head && elementsIn(head, 'mj-attributes')[0]
}

function entryOf(root: Root, tag: string): ElementNode | undefined {
  const list = listOf(root)
  return list && elementsIn(list, tag).at(-1)
}

function elementsIn(container: Container, tag: string): readonly ElementNode[] {
  return blocksOf(container).filter(block => block.kind === 'element' && block.tag === tag) as ElementNode[]
}

/** The mail with a head, a list of attributes, and an entry for the tag in it. */
function withEntry(root: Root, tag: string): Root {
  if (entryOf(root, tag)) return root
  const mjml = elementsIn(root, 'mjml')[0]
  if (!mjml) return root
  let next = root
  if (!headOf(next)) next = put(next, mjml.id, '<mj-head></mj-head>', blocksOf(mjml)[0]?.id ?? null)
  const head = headOf(next)
  if (head && !listOf(next)) next = put(next, head.id, '<mj-attributes></mj-attributes>', null)
  const list = listOf(next)
  return list ? put(next, list.id, `<${tag} />`, null) : next
}

function put(root: Root, parent: number, source: string, before: number | null): Root {
  const depth = find(root, parent)?.path.length ?? 0
  return replace(root, parent, node => insertInto(node as Container, parseBlocks(source), before, depth))
}

/** The mail in the colours, font and buttons of the brand; what blocks have of their own stays. */
export function withBrand(root: Root, brand: Brand): Root {
  const model = parseMjml(newDocument({ brand }, [])).root
  const list = model && listOf(model)
  if (!list) return root
  let next = root
  for (const entry of blocksOf(list)) {
    if (entry.kind !== 'element') continue
    for (const { name } of entry.attributes) {
      if (name !== 'padding') next = withHeadAttribute(next, entry.tag, name, attributeOf(entry, name))
    }
  }
  return next
}

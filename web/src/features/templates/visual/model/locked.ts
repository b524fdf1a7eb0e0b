/** What the editor of blocks keeps as it is. */
import { bodyOf, parseMjml } from '../mjml/parse.ts'
import { blocksOf, type Container } from '../mjml/tree.ts'
import { kindOf } from './kinds.ts'
import { hasOwnStyles } from './own-styles.ts'

/** What is told before a source becomes blocks. */
export function unsupportedParts(mjml: string): { tags: readonly string[]; hasStyles: boolean } {
  const { root } = parseMjml(mjml)
  return { tags: lockedTags(mjml), hasStyles: root !== undefined && hasOwnStyles(root) }
}

/** The tags that can be moved and removed there, but not written; none where the source cannot be read. */
export function lockedTags(mjml: string): readonly string[] {
  const { root } = parseMjml(mjml)
  const tags = new Set<string>()
  const walk = (container: Container) => {
    for (const block of blocksOf(container)) {
      if (block.kind === 'element' && kindOf(block) === 'other' && block.tag !== 'mj-group') tags.add(block.tag)
      else if (kindOf(block) !== 'social') walk(block)
    }
  }
  if (root) walk(bodyOf(root))
  return [...tags].sort()
}

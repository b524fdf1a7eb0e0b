/** What the editor calls the elements of a mail, and which may be inside which. */
import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { attributeOf, decoded } from '../mjml/attributes.ts'
import { HTML_CLASS, type Level } from './levels.ts'
import { blocksOf, type Container, type ElementNode, type GroupNode, print } from '../mjml/tree.ts'

export type Block = ElementNode | GroupNode

/** What a block is called, and has its icon and properties by. */
export type BlockKind =
  | 'section'
  | 'footer'
  | 'wrapper'
  | 'column'
  | 'hero'
  | 'text'
  | 'heading'
  | 'image'
  | 'button'
  | 'divider'
  | 'spacer'
  | 'social'
  | 'repeat'
  | 'condition'
  | 'saved'
  | 'html'
  | 'other'

const KINDS: Readonly<Record<string, BlockKind>> = {
  'mj-wrapper': 'wrapper',
  'mj-column': 'column',
  'mj-hero': 'hero',
  'mj-image': 'image',
  'mj-button': 'button',
  'mj-divider': 'divider',
  'mj-spacer': 'spacer',
  'mj-social': 'social',
  'mj-raw': 'html',
  'mj-table': 'html',
}

export function kindOf(block: Block): BlockKind {
  if (block.kind === 'group') return block.word === 'block' ? 'saved' : block.word === 'for' ? 'repeat' : 'condition'
  if (block.tag === 'mj-section') return hasUnsubscribe(block) ? 'footer' : 'section'
  if (block.tag !== 'mj-text') return KINDS[block.tag] ?? 'other'
  if ((attributeOf(block, 'css-class') ?? '').split(/\s+/).includes(HTML_CLASS)) return 'html'
  return /^\s*<h[1-6][\s>]/i.test(block.content ?? '') ? 'heading' : 'text'
}

function hasUnsubscribe(section: ElementNode): boolean {
  const source = print(section)
  return source.length < 20_000 && /\{\{-?\s*unsubscribe_url\b/.test(source)
}

const LEVELS: Readonly<Record<string, Level>> = {
  'mj-section': 'row',
  'mj-wrapper': 'row',
  'mj-hero': 'row',
  'mj-column': 'column',
  'mj-group': 'column',
}

/** Where a block stands. Raw markup and groups may stand anywhere: what is around them says it. */
export function levelOf(block: Block, path: readonly Container[]): Level {
  if (block.kind === 'element' && block.tag !== 'mj-raw') return LEVELS[block.tag] ?? 'content'
  return levelInside(path) ?? 'content'
}

/** What the innermost of these containers holds; undefined where the editor puts nothing. */
export function levelInside(path: readonly Container[]): Level | undefined {
  const container = path.at(-1)
  // A group is no place of its own: its blocks are on the level of those around it.
  if (container?.kind === 'group') return levelInside(path.slice(0, -1))
  switch (container?.tag) {
    case 'mj-body':
    case 'mj-wrapper':
      return 'row'
    case 'mj-section':
    case 'mj-group':
      return 'column'
    case 'mj-column':
    case 'mj-hero':
      return 'content'
    default:
      return undefined
  }
}

const EXCERPT_MAX = 400
const SHOWN_MAX = 60

/** What it says, as a label: the beginning of its text, the words for an image. */
export function excerptOf(block: Block): string {
  if (block.kind === 'group') return ''
  if (block.tag === 'mj-image') return attributeOf(block, 'alt') ?? ''
  if (block.tag !== 'mj-button' && block.tag !== 'mj-text') return ''
  const text = (block.content ?? '').slice(0, EXCERPT_MAX).replace(/<[^>]{0,400}>?/g, ' ')
  const named = replaceLiquid(text, (part, isTag) => (isTag ? '' : (/[\w.]+/.exec(part)?.[0] ?? '')))
  const words = decoded(named.replaceAll('&nbsp;', ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim()
  return words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX).trimEnd()}…` : words
}

/** Texts and labels of buttons. */
export function isEditedInline(block: Block): block is ElementNode {
  return block.kind === 'element' && (block.tag === 'mj-text' || block.tag === 'mj-button') && kindOf(block) !== 'html'
}

/** The columns of a section, also those that a group keeps side by side; the only one of a simple section is not worth a name of its own. */
export function shownChildren(block: Block): readonly Block[] {
  const children = blocksOf(block)
  const [only] = children
  const isOnly = children.length === 1 && only?.kind === 'element'
  if (isOnly && (only.tag === 'mj-column' || only.tag === 'mj-group')) return blocksOf(only)
  return isSocial(block) ? [] : children
}

function isSocial(block: Block): boolean {
  return block.kind === 'element' && /^mj-(?:social|navbar|accordion|carousel)$/.test(block.tag)
}

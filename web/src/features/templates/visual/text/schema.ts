/** The HTML of mails' texts as a document: what people write with buttons, and whatever attributes others wrote. */
import {
  type DOMOutputSpec,
  type Mark,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
  type TagParseRule,
} from 'prosemirror-model'

import { STYLE } from './mask-styles.ts'

/** Class of a chip whose field no contact has. */
export const UNKNOWN = 'mail-unknown'

/** Attributes of an element that the editor itself does not change. */
export type Extra = Readonly<Record<string, string>>

/** Inline elements besides those with buttons. */
const INLINE_TAGS = ['span', 'font', 'small', 'sup', 'sub', 's', 'code', 'big', 'mark'] as const

/** Stands for a piece of Liquid while HTML is parsed; the number is its place in the list. */
export const LIQUID_TAG = 'notifly-liquid'

export function extraOf(element: HTMLElement, without: readonly string[] = []): Extra {
  return Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => !without.includes(name))
      .map(({ name, value }) => [name === STYLE ? 'style' : name, value]),
  )
}

/** What of it may be drawn in this page. */
function drawn({ extra }: { extra?: Extra }): Record<string, string> {
  const { style, dir, align } = extra ?? {}
  return {
    ...(style !== undefined && { style }),
    ...(dir !== undefined && { dir }),
    ...(align !== undefined && !style?.includes('text-align') && { style: `text-align: ${align}; ${style ?? ''}` }),
  }
}

const extra = { extra: { default: {} as Extra } }
const withExtra = (tag: string): TagParseRule => ({ tag, getAttrs: element => ({ extra: extraOf(element) }) })

function blockOf(tag: string, spec: NodeSpec = {}): NodeSpec {
  return {
    group: 'block',
    ...spec,
    attrs: { ...extra, ...spec.attrs },
    parseDOM: [withExtra(tag)],
    toDOM: node => [tag, drawn(node.attrs), 0],
  }
}

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  // Without a tag of its own it is text that stands directly in its place.
  attrs: { tag: { default: '' }, ...extra },
  parseDOM: ['p', 'div'].map(tag => ({
    tag,
    getAttrs: (element: HTMLElement) => ({ tag, extra: extraOf(element) }),
  })),
  toDOM: ({ attrs }) => [attrs['tag'] === 'p' ? 'p' : 'div', drawn(attrs), 0],
}

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 2 }, ...extra },
  parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({
    tag: `h${level}`,
    getAttrs: (element: HTMLElement) => ({ level, extra: extraOf(element) }),
  })),
  toDOM: ({ attrs }) => [`h${String(attrs['level'])}`, drawn(attrs), 0],
}

const liquid: NodeSpec = {
  group: 'inline',
  inline: true,
  atom: true,
  attrs: { source: {} },
  parseDOM: [
    { tag: LIQUID_TAG, getAttrs: element => ({ source: element.getAttribute('data-source') ?? '' }) },
    {
      tag: 'span[data-liquid]',
      getAttrs: element => ({ source: element.getAttribute('data-liquid') ?? '' }),
      priority: 60,
    },
  ],
  toDOM: ({ attrs }) => chipOf(String(attrs['source'])),
  leafText: ({ attrs }) => String(attrs['source']),
}

/** A merge field or tag as a chip with its name. */
function chipOf(source: string): DOMOutputSpec {
  const field = fieldOf(source)
  return [
    'span',
    { 'data-liquid': source, title: source, class: field === undefined ? 'mail-tag' : 'mail-field' },
    field ?? source,
  ]
}

/** The name of a field that is put out: `first_name` of `{{ first_name | default: "there" }}`. */
export function fieldOf(source: string): string | undefined {
  return /^\{\{-?\s*([\w.]+)/.exec(source)?.[1]
}

const nodes = {
  doc: { content: 'block+' },
  paragraph,
  heading,
  blockquote: blockOf('blockquote', { content: 'block+' }),
  bullet_list: blockOf('ul', { content: 'list_item+' }),
  ordered_list: blockOf('ol', { content: 'list_item+' }),
  list_item: { ...blockOf('li', { content: 'paragraph block*', defining: true }), group: '' },
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  liquid,
} satisfies Record<string, NodeSpec>

/** `<strong>` and `<b>` mean the same; each stays as it was written. */
function markOf(tags: readonly string[], rules: TagParseRule[] = []): MarkSpec {
  const [first = ''] = tags
  return {
    attrs: { tag: { default: first }, ...extra },
    parseDOM: [
      ...tags.map(tag => ({ tag, getAttrs: (element: HTMLElement) => ({ tag, extra: extraOf(element) }) })),
      ...rules,
    ],
    toDOM: ({ attrs }) => [String(attrs['tag']), drawn(attrs), 0],
  }
}

const marks = {
  link: {
    attrs: { href: { default: '' }, ...extra },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a',
        getAttrs: element => ({ href: element.getAttribute('href') ?? '', extra: extraOf(element, ['href']) }),
      },
    ],
    // Without an address: nothing here leads away, and no address of a mail runs in this page.
    toDOM: ({ attrs }) => ['a', { ...drawn(attrs), title: String(attrs['href']) }, 0],
  },
  strong: markOf(['strong', 'b']),
  em: markOf(['em', 'i']),
  underline: markOf(['u']),
  inline: { ...markOf([...INLINE_TAGS]), excludes: '' },
} satisfies Record<string, MarkSpec>

/** Paragraphs, headings and lists. */
export const TEXT = new Schema({ nodes, marks })

/** One line: the label of a button. */
export const LINE = new Schema({ nodes: { ...nodes, doc: { content: 'paragraph' } }, marks })

export type TextSchema = typeof TEXT

/** The HTML tag and attributes of a mark. */
export function markTag(mark: Mark): { tag: string; attributes: Extra } {
  const attributes = mark.attrs['extra'] as Extra
  if (mark.type.name !== 'link') return { tag: String(mark.attrs['tag']), attributes }
  return { tag: 'a', attributes: { href: String(mark.attrs['href']), ...attributes } }
}

/** Those of a block; no tag where its text stands directly in its place. */
export function blockTag(node: Node): { tag: string; attributes: Extra } {
  const attributes = node.attrs['extra'] as Extra
  switch (node.type.name) {
    case 'paragraph':
      return { tag: String(node.attrs['tag']), attributes }
    case 'heading':
      return { tag: `h${String(node.attrs['level'])}`, attributes }
    case 'bullet_list':
      return { tag: 'ul', attributes }
    case 'ordered_list':
      return { tag: 'ol', attributes }
    case 'list_item':
      return { tag: 'li', attributes }
    default:
      return { tag: node.type.name, attributes }
  }
}

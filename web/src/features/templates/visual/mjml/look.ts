/** What an element looks like: its own attributes, those of its classes, of the head, and MJML's defaults. */
import { attributeOf, decoded } from './attributes.ts'
import { headOf } from './parse.ts'
import { blocksOf, type Container, type ElementNode } from './tree.ts'

/** MJML's own, of the elements that are drawn (https://documentation.mjml.io). */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mj-body': { width: '600px' },
  'mj-wrapper': { padding: '20px 0', 'text-align': 'center' },
  'mj-section': { padding: '20px 0', 'text-align': 'center', direction: 'ltr' },
  'mj-hero': { padding: '0px', 'background-color': '#ffffff' },
  'mj-column': { padding: '0', 'vertical-align': 'top' },
  'mj-text': {
    padding: '10px 25px',
    color: '#000000',
    'font-family': 'Ubuntu, Helvetica, Arial, sans-serif',
    'font-size': '13px',
    'line-height': '1',
    align: 'left',
  },
  'mj-button': {
    padding: '10px 25px',
    'inner-padding': '10px 25px',
    'background-color': '#414141',
    'border-radius': '3px',
    color: '#ffffff',
    'font-family': 'Ubuntu, Helvetica, Arial, sans-serif',
    'font-size': '13px',
    'font-weight': 'normal',
    'line-height': '120%',
    align: 'center',
  },
  'mj-image': { padding: '10px 25px', align: 'center', 'border-radius': '0' },
  'mj-divider': {
    padding: '10px 25px',
    'border-color': '#000000',
    'border-style': 'solid',
    'border-width': '4px',
    width: '100%',
    align: 'center',
  },
  'mj-spacer': { height: '20px', padding: '0' },
  'mj-social': {
    padding: '10px 25px',
    align: 'center',
    mode: 'horizontal',
    color: '#333333',
    'font-family': 'Ubuntu, Helvetica, Arial, sans-serif',
    'font-size': '13px',
    'line-height': '22px',
    'icon-size': '20px',
    'border-radius': '3px',
  },
}

/** What the head of a mail says of its elements. */
export interface Looks {
  all: Readonly<Record<string, string>>
  tags: Readonly<Record<string, Readonly<Record<string, string>>>>
  classes: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function looksOf(root: Container): Looks {
  return looksIn(headOf(root))
}

/** What a head says; nothing where there is none. */
export function looksIn(head: ElementNode | undefined): Looks {
  const lists = head
    ? blocksOf(head)
        .filter(isElement)
        .filter(({ tag }) => tag === 'mj-attributes')
    : []
  const entries = lists.flatMap(list => blocksOf(list)).filter(isElement)
  const merged = (nodes: readonly ElementNode[]) => Object.assign({}, ...nodes.map(ownOf)) as Record<string, string>
  const by = (nodes: readonly ElementNode[], key: (node: ElementNode) => string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(nodes, key)).map(([name, group]) => [name, merged(group ?? [])] as const),
    )
  return {
    all: merged(entries.filter(({ tag }) => tag === 'mj-all')),
    tags: by(entries, ({ tag }) => tag),
    classes: by(
      entries.filter(({ tag }) => tag === 'mj-class'),
      node => attributeOf(node, 'name') ?? '',
    ),
  }
}

function isElement(node: { kind: string }): node is ElementNode {
  return node.kind === 'element'
}

function ownOf(node: ElementNode): Record<string, string> {
  return Object.fromEntries(node.attributes.map(({ name, value }) => [name, decoded(value)]))
}

/** Every attribute that holds for an element. */
export function lookOf(node: ElementNode, looks: Looks): Readonly<Record<string, string>> {
  const classes = (attributeOf(node, 'mj-class') ?? '').split(/\s+/).filter(Boolean)
  return {
    ...DEFAULTS[node.tag],
    ...looks.all,
    ...looks.tags[node.tag],
    ...Object.assign({}, ...classes.map(name => looks.classes[name])),
    ...ownOf(node),
  }
}

/** A length such as `24px`; undefined where it is something else. */
export function pixelsOf(value: string | undefined): number | undefined {
  const found = /^\s*(\d{1,4}(?:\.\d{1,2})?)(?:px)?\s*$/.exec(value ?? '')
  return found?.[1] === undefined ? undefined : Number(found[1])
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** `padding`, with the sides that are set one by one. */
export function paddingOf(look: Readonly<Record<string, string>>, name = 'padding'): string {
  const parts = (look[name] ?? '0').trim().split(/\s+/)
  const [top = '0', right = top, bottom = top, left = right] = parts
  const all = { top, right, bottom, left }
  return SIDES.map(side => withUnit(look[`${name}-${side}`] ?? all[side])).join(' ')
}

function withUnit(length: string): string {
  return /^\d+(?:\.\d+)?$/.test(length) && length !== '0' ? `${length}px` : length
}

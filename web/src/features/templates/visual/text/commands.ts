/** What the buttons and keys of a text do. */
import { baseKeymap, chainCommands, exitCode, splitBlock, toggleMark } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Plugin, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { Attrs, MarkType, Node } from 'prosemirror-model'
import type { Extra, TextSchema } from './schema.ts'

/** Between paragraphs; the last one of a text has nothing below it. */
const BETWEEN = 'margin: 0 0 16px'
const LAST = 'margin: 0'

const schemaOf = (state: EditorState) => state.schema as TextSchema

export const toggleStrong: Command = (state, dispatch) => toggleMark(schemaOf(state).marks.strong)(state, dispatch)
export const toggleEm: Command = (state, dispatch) => toggleMark(schemaOf(state).marks.em)(state, dispatch)
export const toggleUnderline: Command = (state, dispatch) =>
  toggleMark(schemaOf(state).marks.underline)(state, dispatch)

/** Puts the lines of the selection into a list, or takes them out of it. */
export function toggleList(kind: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const { nodes } = schemaOf(state)
    if (isInList(state)) return liftListItem(nodes.list_item)(state, dispatch)
    return wrapInList(nodes[kind])(state, dispatch)
  }
}

export function isInList({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === 'list_item') return true
  return false
}

/** Whether all that is chosen, or what will be typed, has the mark. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

/** The link at the cursor, with the text that it goes over. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | undefined {
  const { link } = schemaOf(state).marks
  const { $from } = state.selection
  const at = $from.parent.childAfter($from.parentOffset)
  const before = $from.parent.childBefore($from.parentOffset)
  const node = [at, before].find(each => each.node && link.isInSet(each.node.marks))
  const mark = node?.node && link.isInSet(node.node.marks)
  if (!node || !mark) return undefined
  let [first, last] = [node.index, node.index]
  const { parent } = $from
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first--
  while (last < parent.childCount - 1 && mark.isInSet(parent.child(last + 1).marks)) last++
  let from = $from.start()
  for (let index = 0; index < first; index++) from += parent.child(index).nodeSize
  let to = from
  for (let index = first; index <= last; index++) to += parent.child(index).nodeSize
  return { href: String(mark.attrs['href']), from, to }
}

/** Makes the selection, or the link at the cursor, lead to an address; an empty one removes the link. */
export function setLink(href: string, color: string): Command {
  return (state, dispatch) => {
    const { link } = schemaOf(state).marks
    const present = linkAt(state)
    const { from, to } = present ?? state.selection
    const tr = state.tr
    const extra: Extra = present ? (linkExtra(state.doc, from, link) ?? {}) : { style: `color: ${color}` }
    if (href === '') tr.removeMark(from, to, link)
    else if (from === to) tr.insert(from, state.schema.text(href, [link.create({ href, extra })]))
    else tr.removeMark(from, to, link).addMark(from, to, link.create({ href, extra }))
    dispatch?.(tr)
    return true
  }
}

function linkExtra(doc: Node, from: number, type: MarkType): Extra | undefined {
  const mark = type.isInSet(doc.nodeAt(from)?.marks ?? [])
  return mark?.attrs['extra'] as Extra | undefined
}

/** The colour of the chosen text; undefined takes it away. */
export function setColor(color: string | undefined): Command {
  return (state, dispatch) => {
    const { inline } = schemaOf(state).marks
    const { from, to, empty } = state.selection
    if (empty) return false
    const tr = state.tr
    state.doc.nodesBetween(from, to, node => {
      for (const mark of node.marks) if (mark.type === inline && isColor(mark.attrs)) tr.removeMark(from, to, mark)
    })
    if (color !== undefined) tr.addMark(from, to, inline.create({ tag: 'span', extra: { style: `color: ${color}` } }))
    dispatch?.(tr)
    return true
  }
}

function isColor(attrs: Attrs): boolean {
  const { style, ...others } = attrs['extra'] as Extra
  return attrs['tag'] === 'span' && Object.keys(others).length === 0 && /^color:[^;]*;?$/.test((style ?? '').trim())
}

/** Puts a merge field in place of the selection. */
export function insertField(source: string): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const field = schemaOf(state).nodes.liquid.create({ source }, null, state.storedMarks ?? $from.marks())
    dispatch?.(state.tr.replaceSelectionWith(field, false).scrollIntoView())
    return true
  }
}

/** A new paragraph; those above have room below them. */
const newParagraph: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (
    $from.parent.type.name !== 'paragraph' ||
    state.schema.topNodeType.contentMatch.defaultType?.isTextblock !== true
  ) {
    return splitBlock(state, dispatch)
  }
  return splitBlock(state, dispatch && (tr => dispatch(spaced(tr, $from.before()))))
}

function spaced(tr: Transaction, first: number): Transaction {
  const above = tr.doc.nodeAt(first)
  const second = first + (above?.nodeSize ?? 0)
  const below = tr.doc.nodeAt(second)
  const style = styleOf(above)
  if (!above || !below || below.type.name !== 'paragraph' || (style !== '' && style !== LAST)) return tr
  const dressed = (node: Node, own: string) => ({ tag: 'p', extra: { ...(node.attrs['extra'] as Extra), style: own } })
  return tr.setNodeMarkup(first, null, dressed(above, BETWEEN)).setNodeMarkup(second, null, dressed(below, LAST))
}

function styleOf(node: Node | null): string {
  return (node?.attrs['extra'] as Extra | undefined)?.['style'] ?? ''
}

/** All of the text; what is typed in its place keeps the first paragraph. */
const selectText: Command = (state, dispatch) => {
  const { $from } = Selection.atStart(state.doc)
  const { $to } = Selection.atEnd(state.doc)
  dispatch?.(state.tr.setSelection(TextSelection.between($from, $to)))
  return true
}

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schemaOf(state).nodes.hard_break.create()).scrollIntoView())
  return true
}

interface TextKeys {
  isLine: boolean
  onLink: () => void
  onLeave: () => void
}

/** Plugins of a text: keys, and merge fields that become chips while they are typed. */
export function textPlugins({ isLine, onLink, onLeave }: TextKeys): Plugin[] {
  const list: Command = (state, dispatch) => splitListItem(schemaOf(state).nodes.list_item)(state, dispatch)
  const act =
    (run: () => void): Command =>
    () => {
      run()
      return true
    }
  return [
    keymap({
      'Mod-b': toggleStrong,
      'Mod-i': toggleEm,
      'Mod-u': toggleUnderline,
      'Mod-k': act(onLink),
      'Mod-a': selectText,
      Escape: act(onLeave),
      Enter: isLine ? () => true : chainCommands(list, newParagraph),
      'Shift-Enter': chainCommands(exitCode, lineBreak),
    }),
    keymap(baseKeymap),
    typedFields(),
  ]
}

const TYPED = /\{\{[^{}]{1,200}\}\}|\{%[^{}%]{1,200}%\}/

/** `{{ first_name }}` becomes a chip with its last brace. */
function typedFields(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, state) => {
      if (!transactions.some(each => each.docChanged)) return null
      let found: Transaction | null = null
      state.doc.descendants((node, at) => {
        const match = found === null && node.isText ? TYPED.exec(node.text ?? '') : null
        if (!match) return
        const from = at + match.index
        const chip = schemaOf(state).nodes.liquid.create({ source: match[0] }, null, node.marks)
        found = state.tr.replaceWith(from, from + match[0].length, chip)
      })
      return found
    },
  })
}

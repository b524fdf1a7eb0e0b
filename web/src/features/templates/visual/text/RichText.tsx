import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, Selection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import { type CSSProperties, useEffect, useRef } from 'react'
import { readText, writeText } from './codec.ts'
import { textPlugins } from './commands.ts'
import { maskStyles } from './mask-styles.ts'
import { fieldOf, LINE, type TextSchema, UNKNOWN } from './schema.ts'

/** Where writing begins: at a point of the screen, or at the end. */
export interface WritingStart {
  at?: { left: number; top: number }
}

export interface RichTextProps {
  html: string
  schema: TextSchema
  label: string
  style?: CSSProperties
  className?: string
  /** Set while writing is to begin. */
  start: WritingStart | undefined
  readOnly?: boolean
  /** Merge fields that no contact has. */
  unknown: ReadonlySet<string>
  onChange: (html: string) => void
  /** The editor that commands act on, after each of its changes; undefined once it is gone. */
  onView: (view: EditorView | undefined) => void
  onLink: () => void
  /** Escape. */
  onLeave: () => void
}

/** A text that is written in its place. */
export function RichText(props: RichTextProps) {
  const { html, schema, label, style, className, start, unknown } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  // What was written and has not come back yet, oldest first: a busy page is behind the keys.
  const written = useRef<readonly string[]>([html])
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!host.current) return
    const editor = createView(host.current, { schema, label, latest, written })
    view.current = editor
    latest.current.onView(editor)
    return () => {
      view.current = undefined
      editor.destroy()
      latest.current.onView(undefined)
    }
  }, [schema, label])
  useEffect(() => {
    // The change of somebody else: undone, or mended.
    const at = written.current.indexOf(html)
    if (at !== -1) {
      written.current = written.current.slice(at)
    } else if (view.current) {
      written.current = [html]
      takeOver(view.current, readText(html, schema))
    }
  }, [html, schema])
  useEffect(() => {
    // Nothing of the text has changed, only what is known of its fields.
    view.current?.updateState(view.current.state)
  }, [unknown])
  useEffect(() => {
    if (view.current && start) beginAt(view.current, start)
  }, [start])
  return <div ref={host} style={style} className={className} />
}

interface ViewOptions {
  schema: TextSchema
  label: string
  latest: { current: RichTextProps }
  written: { current: readonly string[] }
}

function createView(host: HTMLElement, { schema, label, latest, written }: ViewOptions): EditorView {
  const plugins = textPlugins({
    isLine: schema === LINE,
    onLink: () => latest.current.onLink(),
    onLeave: () => latest.current.onLeave(),
  })
  const editor: EditorView = new EditorView(host, {
    state: EditorState.create({ doc: readText(latest.current.html, schema), plugins }),
    // What is pasted takes the look of its place.
    transformPastedHTML: maskStyles,
    transformPasted: withoutLook,
    decorations: ({ doc }) => unknownChips(doc, latest.current.unknown),
    editable: () => latest.current.readOnly !== true,
    attributes: {
      'aria-label': label,
      role: 'textbox',
      'aria-multiline': schema === LINE ? 'false' : 'true',
      class: 'mail-text',
    },
    dispatchTransaction: (transaction: Transaction) => {
      editor.updateState(editor.state.apply(transaction))
      if (transaction.docChanged && transaction.getMeta(FROM_OUTSIDE) !== true) {
        const next = writeText(editor.state.doc)
        written.current = [...written.current, next]
        latest.current.onChange(next)
      }
      latest.current.onView(editor)
    },
  })
  return editor
}

function unknownChips(doc: Node, unknown: ReadonlySet<string>): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, at) => {
    const field = node.type.name === 'liquid' ? fieldOf(String(node.attrs['source'])) : undefined
    if (field !== undefined && unknown.has(field))
      found.push(Decoration.node(at, at + node.nodeSize, { class: UNKNOWN }))
  })
  return DecorationSet.create(doc, found)
}

/** Without the attributes that other programs bring; links keep their address. */
function withoutLook(slice: Slice): Slice {
  const plain = (fragment: Fragment): Fragment =>
    Fragment.fromArray(
      fragment.content.map(node => {
        const marks = node.marks.flatMap(mark =>
          mark.type.name === 'inline' ? [] : [mark.type.create({ ...mark.attrs, extra: {} })],
        )
        if (node.isText) return node.mark(marks)
        const attrs = 'extra' in node.attrs ? { ...node.attrs, extra: {} } : node.attrs
        return node.type.create(attrs, plain(node.content), marks)
      }),
    )
  return new Slice(plain(slice.content), slice.openStart, slice.openEnd)
}

const FROM_OUTSIDE = 'from outside'

/** The other text, with the cursor where it was: only what differs is replaced. */
function takeOver(view: EditorView, next: Node): void {
  const now = view.state.doc.content
  const start = now.findDiffStart(next.content)
  const end = now.findDiffEnd(next.content)
  if (start === null || !end) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const tr = view.state.tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  view.dispatch(tr.setMeta(FROM_OUTSIDE, true))
}

function beginAt(view: EditorView, { at }: WritingStart): void {
  const found = at && view.posAtCoords(at)
  const { doc } = view.state
  const selection = found ? Selection.near(doc.resolve(found.pos)) : Selection.atEnd(doc)
  view.dispatch(view.state.tr.setSelection(selection))
  view.focus()
}

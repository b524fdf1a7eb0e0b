import { redo, undo } from '@codemirror/commands'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { createEditor, type EditorOptions, type SourceKind } from './create-editor.ts'
import { handOver, takeOver } from './first-save.ts'
import type { FieldHint } from './liquid.ts'

/** Methods of the editor for the surrounding page. */
export interface CodeEditorHandle {
  /** Replaces the selection with text and puts the cursor after it. */
  insert: (text: string) => void
  /** Scrolls to a position and puts the cursor there. */
  goTo: (place: { line: number; column: number }) => void
  undo: () => void
  redo: () => void
}

export interface CodeEditorProps {
  value: string
  onChange: (value: string) => void
  onFocus: () => void
  label: string
  placeholder?: string
  kind: SourceKind
  fields: readonly FieldHint[]
  problems: readonly SourceProblem[]
  readOnly?: boolean
  ref?: Ref<CodeEditorHandle>
}

/** A text editor that supports merge fields, and HTML if it contains some, and underlines problems at their exact positions. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, label, problems, kind, placeholder = '', readOnly = false, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const before = takeOver(`${kind} ${label}`, latest.current.value)
    const options: EditorOptions = {
      parent: host.current,
      text: latest.current.value,
      before: before?.state,
      kind,
      label,
      placeholder,
      readOnly,
      fields: () => latest.current.fields,
      onChange: text => latest.current.onChange(text),
      onFocus: () => latest.current.onFocus(),
    }
    const editor = createEditor(options)
    view.current = editor
    if (before?.hasFocus) editor.focus()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [kind, label, placeholder, readOnly])

  // In a layout effect, while the element is still in the page and has the focus.
  useLayoutEffect(
    () => () => {
      if (view.current) handOver(`${kind} ${label}`, view.current)
    },
    [kind, label],
  )

  useEffect(() => {
    const current = view.current
    if (!current || current.state.doc.toString() === value) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const current = view.current
    if (!current) return
    current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, problems)))
  }, [problems])

  useImperativeHandle(ref, () => handleOf(view), [])
  return <div ref={host} dir="ltr" className={kind === 'line' ? 'min-w-0 flex-1' : 'size-full overflow-hidden'} />
}

function handleOf(view: { current: EditorView | null }): CodeEditorHandle {
  return {
    insert: text => {
      const current = view.current
      if (!current) return
      current.dispatch(current.state.replaceSelection(text), { scrollIntoView: true })
      current.focus()
    },
    goTo: place => {
      const current = view.current
      if (!current) return
      const anchor = offsetOf(current.state.doc, place)
      current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      current.focus()
    },
    undo: () => view.current && undo(view.current),
    redo: () => view.current && redo(view.current),
  }
}

export interface SourceProblem {
  severity: 'error' | 'warning'
  line: number
  column: number
  /** In the reader's language. */
  message: string
}

/** The offset of a position; the end of its line or text if it is beyond. */
export function offsetOf(text: Text, { line, column }: { line: number; column: number }): number {
  if (line > text.lines) return text.length
  const at = text.line(Math.max(1, line))
  return Math.min(at.from + column - 1, at.to)
}

/** The range to underline: a whole merge field or tag if one begins there, otherwise the next word, never an empty range. */
export function diagnosticsOf(text: Text, problems: readonly SourceProblem[]): Diagnostic[] {
  return problems.map(problem => {
    const from = offsetOf(text, problem)
    const rest = text.sliceString(from, text.lineAt(from).to)
    const piece = /^(?:\{\{.*?\}\}|\{%.*?%\}|<[^>]*>?|[\w.]+|\S+)/.exec(rest)?.[0] ?? ''
    const to = from + piece.length
    const isEmpty = to === from
    return { from: isEmpty ? Math.max(0, from - 1) : from, to, severity: problem.severity, message: problem.message }
  })
}

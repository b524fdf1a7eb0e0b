import { redo, undo } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { createEditor, type EditorOptions, type SourceKind } from './create-editor.ts'
import type { FieldHint } from './liquid.ts'
import { diagnosticsOf, offsetOf, type SourceProblem } from './source-places.ts'

/** What the page around may ask of the editor. */
export interface CodeEditorHandle {
  /** Puts text in place of the selection and goes on after it. */
  insert: (text: string) => void
  /** Shows a place and puts the cursor there. */
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
  ref?: Ref<CodeEditorHandle>
}

/** A text editor that knows merge fields, and HTML where there is some, and underlines problems at their exact places. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, label, problems, kind, placeholder = '', ref } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const options: EditorOptions = {
      parent: host.current,
      text: latest.current.value,
      kind,
      label,
      placeholder,
      fields: () => latest.current.fields,
      onChange: text => latest.current.onChange(text),
      onFocus: () => latest.current.onFocus(),
    }
    const editor = createEditor(options)
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [kind, label, placeholder])

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

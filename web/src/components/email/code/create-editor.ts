/** The editor itself: CodeMirror put together for a mail's HTML, and for one line of text with merge fields. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { documentTheme, htmlColours, lineTheme } from './editor-theme.ts'
import { type FieldHint, liquidCompletion, liquidMarks } from './liquid.ts'

/** HTML; plain text of many lines; one line without line breaks, with the look of an input. */
export type SourceKind = 'html' | 'text' | 'line'

export interface EditorOptions {
  parent: HTMLElement
  text: string
  kind: SourceKind
  label: string
  placeholder: string
  fields: () => readonly FieldHint[]
  onChange: (text: string) => void
  onFocus: () => void
}

/**
 * Opens an editor in a shadow root of its own: there its styles are constructed sheets, which a strict content policy
 * allows, while style elements in the page would be refused.
 */
export function createEditor(options: EditorOptions): EditorView {
  const root = options.parent.shadowRoot ?? options.parent.attachShadow({ mode: 'open' })
  const place = document.createElement('div')
  place.style.height = '100%'
  root.replaceChildren(place)
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      options.kind === 'line' ? lineExtensions() : documentExtensions(),
      options.kind === 'html' ? htmlExtensions() : [],
      shared(options),
      // Editable is focusable already; the attribute says so to whoever asks, axe for one.
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
    ],
  })
  return new EditorView({ state, parent: place, root })
}

function shared({ fields, onChange, onFocus, placeholder: hint }: EditorOptions): Extension {
  return [
    history(),
    drawSelection(),
    closeBrackets(),
    autocompletion({ icons: false }),
    liquidMarks,
    liquidCompletion(fields),
    placeholder(hint),
    // Tab is left to the page: it has to lead out of the editor.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(update => {
      if (update.docChanged) onChange(update.state.doc.toString())
      if (update.focusChanged && update.view.hasFocus) onFocus()
    }),
  ]
}

function documentExtensions(): Extension {
  return [
    documentTheme,
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorView.lineWrapping,
    lintGutter(),
  ]
}

function htmlExtensions(): Extension {
  return [
    htmlColours,
    bracketMatching(),
    indentOnInput(),
    html({ matchClosingTags: true, autoCloseTags: true }),
    keymap.of(foldKeymap),
  ]
}

/** Line breaks that are typed or pasted become spaces. */
function lineExtensions(): Extension {
  return [
    lineTheme,
    EditorState.transactionFilter.of(transaction => {
      if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
      const text = transaction.newDoc.toString().replace(/\s+/g, run => (run.includes('\n') ? ' ' : run))
      const changes = { from: 0, to: transaction.startState.doc.length, insert: text }
      return { changes, selection: { anchor: text.length }, sequential: true }
    }),
  ]
}

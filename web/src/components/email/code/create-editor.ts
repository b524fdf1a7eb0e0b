import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState, type EditorStateConfig, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type FieldHint, liquidCompletion, liquidMarks } from './liquid.ts'

/** State that an editor passes to its successor, in addition to text and cursor. */
const KEPT_FIELDS = { history: historyField }

/** `html`, `mjml`, `text` for multi-line plain text, and `line` for a single line that looks like an input. */
export type SourceKind = 'html' | 'mjml' | 'text' | 'line'

export interface EditorOptions {
  parent: HTMLElement
  text: string
  /** State of the previous editor with the same text, whose history and cursor are restored. */
  before?: EditorState | undefined
  kind: SourceKind
  label: string
  placeholder: string
  /** Readable and selectable, but not editable. */
  readOnly: boolean
  fields: () => readonly FieldHint[]
  onChange: (text: string) => void
  onFocus: () => void
}

/**
 * Opens an editor in its own shadow root: its styles are constructed sheets there, which a strict content security policy allows, while
 * style elements in the page would be refused.
 */
export function createEditor(options: EditorOptions): EditorView {
  const root = options.parent.shadowRoot ?? options.parent.attachShadow({ mode: 'open' })
  const place = document.createElement('div')
  place.style.height = '100%'
  root.replaceChildren(place)
  const { before } = options
  const config: EditorStateConfig = {
    extensions: [
      options.kind === 'line' ? lineExtensions() : documentExtensions(),
      options.kind === 'html' || options.kind === 'mjml' ? markupExtensions(options.kind === 'mjml') : [],
      shared(options),
      // Editable content is focusable anyway; the attribute tells tools such as axe.
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        tabindex: '0',
        ...(options.readOnly && { 'aria-readonly': 'true' }),
      }),
      EditorState.readOnly.of(options.readOnly),
    ],
  }
  const state = before
    ? EditorState.fromJSON(before.toJSON(KEPT_FIELDS), config, KEPT_FIELDS)
    : EditorState.create({ ...config, doc: options.text })
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
    // Tab is not bound, so that it leaves the editor.
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

/** MJML is HTML with self-closing tags. */
function markupExtensions(selfClosingTags: boolean): Extension {
  return [
    htmlColours,
    bracketMatching(),
    indentOnInput(),
    html({ matchClosingTags: true, autoCloseTags: true, selfClosingTags }),
    keymap.of(foldKeymap),
  ]
}

/** Replaces typed or pasted line breaks by spaces. */
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

/** The editor in the product's colours. Its shadow root inherits custom properties, so both themes work. */

const base = {
  '&': { color: 'var(--c-text)', backgroundColor: 'transparent', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--c-text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--c-accent-soft) !important',
  },
  '.cm-merge-field': {
    color: 'var(--c-accent-text) !important',
    backgroundColor: 'var(--c-accent-soft)',
    borderRadius: '3px',
    padding: '1px 0',
  },
  '.cm-merge-field *': { color: 'inherit !important' },
  '.cm-liquid-tag': { color: 'var(--c-lotus-text) !important' },
  '.cm-liquid-tag *': { color: 'inherit !important' },
  '.cm-lintRange-error': {
    textDecoration: 'underline wavy var(--c-danger) 1px',
    textUnderlineOffset: '3px',
    backgroundImage: 'none',
  },
  '.cm-lintRange-warning': {
    textDecoration: 'underline wavy var(--c-warning) 1px',
    textUnderlineOffset: '3px',
    backgroundImage: 'none',
  },
  '.cm-tooltip': {
    color: 'var(--c-text)',
    backgroundColor: 'var(--c-raised)',
    border: '1px solid var(--c-border)',
    borderRadius: '6px',
    boxShadow: 'var(--sh-2)',
    overflow: 'hidden',
    zIndex: '30',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--f-sans)', fontSize: '12px', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', lineHeight: '18px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--c-text)',
    backgroundColor: 'var(--c-selected)',
  },
  '.cm-completionDetail': { color: 'var(--c-text-muted)', fontStyle: 'normal', marginInlineStart: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--fw-semibold)' },
  '.cm-diagnostic': {
    fontFamily: 'var(--f-sans)',
    fontSize: '12px',
    lineHeight: '16px',
    padding: '6px 10px',
    borderLeft: 'none',
  },
  '.cm-diagnostic-error': { color: 'var(--c-danger-text)' },
  '.cm-diagnostic-warning': { color: 'var(--c-warning-text)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--c-neutral-soft)' },
  '.cm-placeholder': { color: 'var(--c-text-muted)' },
} as const

/** Theme for multi-line HTML, with line numbers. */
export const documentTheme: Extension = EditorView.theme({
  ...base,
  '.cm-scroller': { fontFamily: 'var(--f-mono)', fontSize: '12px', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--c-text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--c-text-muted)',
    border: 'none',
    paddingInlineStart: '4px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--c-hover)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '4px 0' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '4px', content: '""' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--c-danger)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--c-warning)' },
})

/** Theme for a single line, which looks like the product's inputs. */
export const lineTheme: Extension = EditorView.theme({
  ...base,
  '.cm-scroller': {
    fontFamily: 'var(--f-sans)',
    fontSize: '13px',
    lineHeight: '20px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
  '.cm-content': { padding: '0', caretColor: 'var(--c-text)' },
  '.cm-line': { padding: '0' },
})

/** Syntax colours for HTML. */
export const htmlColours: Extension = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.tagName, tags.angleBracket], color: 'var(--c-info-text)' },
    { tag: tags.attributeName, color: 'var(--c-warning-text)' },
    { tag: [tags.attributeValue, tags.string], color: 'var(--c-success-text)' },
    { tag: [tags.comment, tags.documentMeta], color: 'var(--c-text-muted)' },
    { tag: [tags.propertyName, tags.className, tags.keyword], color: 'var(--c-lotus-text)' },
    { tag: [tags.number, tags.unit, tags.color, tags.atom], color: 'var(--c-success-text)' },
  ]),
)

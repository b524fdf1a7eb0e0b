/** The editor in the colours of the product. Custom properties reach into its shadow root, so both themes work. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

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

/** Many lines of HTML, with numbers. */
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

/** One line of text, as the inputs of the product. */
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

/** Colours of HTML. */
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

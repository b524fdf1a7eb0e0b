/** Liquid in the editor: merge fields and tags are highlighted, and their names are completed while typing. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** A merge field, with an example value. */
export interface FieldHint {
  name: string
  sample: string | null
}

const decorator = new MatchDecorator({
  regexp: /\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}/g,
  decoration: match => Decoration.mark({ class: match[0].startsWith('{{') ? 'cm-merge-field' : 'cm-liquid-tag' }),
})

/** Highlights merge fields and tags in the visible part. */
export const liquidMarks: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations)
    }
  },
  { decorations: plugin => plugin.decorations },
)

const FILTERS = ['default', 'upcase', 'downcase', 'capitalize', 'date', 'truncate', 'round', 'replace']
const TAGS = [
  'if',
  'elsif',
  'else',
  'endif',
  'unless',
  'endunless',
  'for',
  'endfor',
  'case',
  'when',
  'endcase',
  'assign',
]

/** Completes fields after `{{`, filters after `|`, tags after `{%`. `fields` is called each time. */
export function liquidCompletion(fields: () => readonly FieldHint[]): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const filter = context.matchBefore(/\{\{[^{}\n]*\|\s*\w*/)
    if (filter) return offer(context, FILTERS.map(option))
    const field = context.matchBefore(/\{\{-?\s*[\w.]*/)
    if (field) return offer(context, fields().map(fieldOption))
    const tag = context.matchBefore(/\{%-?\s*\w*/)
    if (tag) return offer(context, TAGS.map(option))
    const inTag = context.matchBefore(/\{%-?\s*(?:if|elsif|unless|case|for \w+ in)\s+[\w.]*/)
    return inTag
      ? offer(
          context,
          fields().map(({ name, sample }) => ({ ...option(name), ...detail(sample) })),
        )
      : null
  }
  return EditorState.languageData.of(() => [{ autocomplete: complete }])
}

function offer(context: CompletionContext, options: Completion[]): CompletionResult {
  const word = context.matchBefore(/\w*/)
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ }
}

function option(label: string): Completion {
  return { label, type: 'keyword' }
}

function fieldOption({ name, sample }: FieldHint): Completion {
  return { label: name, type: 'variable', ...detail(sample), apply: applyField }
}

function detail(sample: string | null): Partial<Completion> {
  return sample === null ? {} : { detail: sample.length > 24 ? `${sample.slice(0, 23)}…` : sample }
}

/** Inserts the name with one space on either side, and closes open braces. */
function applyField(view: EditorView, completion: Completion, from: number, to: number): void {
  const { doc } = view.state
  const before = doc.sliceString(Math.max(0, from - 1), from)
  const line = doc.lineAt(to)
  const rest = doc.sliceString(to, line.to)
  const closing = /^\s*-?\}\}/.test(rest) || /^\s*\|/.test(rest)
  const lead = before === '{' ? ' ' : ''
  const tail = closing ? (rest.startsWith('}}') ? ' ' : '') : ' }}'
  const insert = lead + completion.label + tail
  const skip = closing ? (/^(\s*-?\}\})/.exec(rest)?.[1]?.length ?? 0) : 0
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length + (closing ? skip : 0) },
    annotations: pickedCompletion.of(completion),
  })
}

/**
 * What can be wrong with a template, told so that its author finds the place: every problem has a line and a column of the source.
 */
import type { Sentence } from '@notifly/contracts/sentences/sentence'

export type ProblemCode =
  | 'handlebars'
  | 'empty_subject'
  | 'image_only'
  | 'image_without_alt'
  /** An image without a source. */
  | 'image_without_source'
  /** An image whose source consists of empty fields. */
  | 'image_without_value'
  /** An MJML attribute with a value that it does not accept. */
  | 'invalid_value'
  /** MJML omits it from the HTML. */
  | 'left_out'
  | 'line_break'
  | 'long_subject'
  | 'low_contrast'
  | 'misplaced_element'
  | 'missing_unsubscribe'
  | 'mjml'
  | 'mjml_include'
  /** No text part can be made from the HTML. */
  | 'no_text'
  /** Text that its author meant to replace. */
  | 'placeholder'
  /** Found while values were filled in. */
  | 'render_error'
  | 'spam_words'
  | 'split_markup'
  | 'syntax'
  | 'tag_not_allowed'
  | 'too_large'
  | 'unknown_attribute'
  | 'unknown_element'
  | 'unknown_field'
  | 'unknown_filter'
  | 'unknown_tag'
  | 'unsafe_place'
  | 'unsafe_url'

/** Its text is a sentence of the catalogue. */
export interface Problem extends Sentence {
  severity: 'error' | 'warning'
  code: ProblemCode
  /** 1-based line of the source. */
  line: number
  /** 1-based column, in UTF-16 code units. */
  column: number
  /** The Liquid tag (`if`), or the foreign one as it was written (`#each`). */
  tag?: string
  field?: string
  suggestion?: string
}

/**
 * Tells whether a template with these problems may not be stored: it cannot be parsed, or would not be safe to render. Unknown fields do
 * not count, the import that brings them may still be to come.
 */
export function refusesSaving(problems: readonly Problem[]): boolean {
  return problems.some(problem => problem.severity === 'error' && problem.code !== 'unknown_field')
}

/** The last source: problems of one source are located one after the other. */
let lines: { source: string; starts: readonly number[] } = { source: '', starts: [0] }

/** Returns the 1-based line and column of an offset, lines ending at each line feed. */
export function positionAt(source: string, offset: number): { line: number; column: number } {
  if (lines.source !== source) lines = { source, starts: lineStarts(source) }
  const { starts } = lines
  let [first, last] = [0, starts.length - 1]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if ((starts[middle] ?? 0) <= offset) first = middle
    else last = middle - 1
  }
  return { line: first + 1, column: offset - (starts[first] ?? 0) + 1 }
}

/** Returns the offset of a line and column. */
export function offsetAt(source: string, { line, column }: { line: number; column: number }): number {
  let begin = 0
  for (let passed = 1; passed < line; passed++) begin = source.indexOf('\n', begin) + 1
  return begin + column - 1
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Sorts problems by their place in the source. */
export function byPosition(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column
}

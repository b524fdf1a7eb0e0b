/** From the places that the server names (line and column, both from 1) to ranges of the editor's text. */
import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'

export interface SourceProblem {
  severity: 'error' | 'warning'
  line: number
  column: number
  /** In the reader's language. */
  message: string
}

/** The offset of a place; the end of its line or text where it lies beyond. */
export function offsetOf(text: Text, { line, column }: { line: number; column: number }): number {
  if (line > text.lines) return text.length
  const at = text.line(Math.max(1, line))
  return Math.min(at.from + column - 1, at.to)
}

/** What to underline: a whole merge field or tag where one begins, else the next word, never nothing. */
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

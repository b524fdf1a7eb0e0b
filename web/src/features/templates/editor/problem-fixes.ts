/** Problems that one press mends, by changing the text at their place. */
import type { Problem } from '@notifly/contracts/templates/templates'
import type { EditorContent } from '../../../components/email/content.ts'

export type Fix = 'replace' | 'insertLink' | 'describe'

/** Which remedy a problem has, if any. */
export function fixOf({ code, suggestion, part }: Problem): Fix | undefined {
  if (code === 'unknown_field' && suggestion !== undefined) return 'replace'
  if (code === 'missing_unsubscribe' && (part === 'html' || part === 'mjml')) return 'insertLink'
  return code === 'image_without_alt' ? 'describe' : undefined
}

export interface FixedContent {
  content: Partial<EditorContent>
  /** Where to go on: inside the empty alternative text, say. */
  place?: { line: number; column: number }
}

/** The content with the problem mended. `linkWords` is the text of an unsubscribe link. */
export function applyFix(content: EditorContent, problem: Problem, linkWords: string): FixedContent {
  const source = content[problem.part] ?? ''
  const at = offsetIn(source, problem)
  switch (fixOf(problem)) {
    case 'replace': {
      const rest = source.slice(at).replace(problem.field ?? '', problem.suggestion ?? '')
      return { content: { [problem.part]: source.slice(0, at) + rest } }
    }
    case 'insertLink': {
      if (problem.part === 'mjml') return withUnsubscribe(source, linkWords)
      const end = source.search(/<\/body\s*>|<\/html\s*>/i)
      const where = end === -1 ? source.length : end
      const link = `<p style="margin:24px 0;font:12px/1.5 sans-serif;text-align:center"><a href="{{ unsubscribe_url }}" style="color:#5f6368">${linkWords}</a></p>\n`
      const html = source.slice(0, where) + link + source.slice(where)
      return { content: { html }, place: placeIn(html, where) }
    }
    case 'describe': {
      const after = at + (/^<[\w-]{1,40}/.exec(source.slice(at, at + 50))?.[0].length ?? 0)
      const text = `${source.slice(0, after)} alt=""${source.slice(after)}`
      return { content: { [problem.part]: text }, place: placeIn(text, after + ' alt="'.length) }
    }
    case undefined:
      return { content: {} }
  }
}

/** A last section of the MJML, with the link. */
function withUnsubscribe(source: string, linkWords: string): FixedContent {
  const end = source.lastIndexOf('</mj-body')
  const where = end === -1 ? source.length : end
  const link = `<a href="{{ unsubscribe_url }}" style="color: #5f6368">${linkWords}</a>`
  const text = `<mj-text align="center" font-size="12px" color="#5f6368">${link}</mj-text>`
  const section = `  <mj-section>\n      <mj-column>\n        ${text}\n      </mj-column>\n    </mj-section>\n  `
  const mjml = source.slice(0, where) + section + source.slice(where)
  return { content: { mjml }, place: placeIn(mjml, where) }
}

function offsetIn(source: string, { line, column }: { line: number; column: number }): number {
  let at = 0
  for (let passed = 1; passed < line; passed++) {
    const end = source.indexOf('\n', at)
    if (end === -1) break
    at = end + 1
  }
  return Math.min(at + column - 1, source.length)
}

function placeIn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

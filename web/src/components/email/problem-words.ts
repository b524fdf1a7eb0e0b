/** Problems of a template in the reader's language: what is wrong, and what to do. */
import type { Problem } from '@notifly/contracts/templates/templates'
import type { TFunction } from 'i18next'
import { translateSentence } from '../../locales/translate-sentence.ts'

const WORDED = [
  'handlebars',
  'image_without_alt',
  'line_break',
  'missing_unsubscribe',
  'placeholder',
  'split_markup',
  'tag_not_allowed',
  'too_large',
  'unknown_field',
  'unknown_filter',
  'unknown_tag',
  'unsafe_place',
  'unsafe_url',
] as const

export interface ProblemWords {
  title: string
  text: string
}

/** A syntax error of Liquid: its sentence alone would not say that the rest of the template cannot be parsed. */
function isSyntax({ code }: Problem): boolean {
  return code === 'syntax' || code === 'render_error'
}

/** `t` of the namespace templates. Kinds without their own texts show the server's sentence. */
export function problemWords(t: TFunction<'templates'>, problem: Problem): ProblemWords {
  const { code, suggestion } = problem
  const kind = WORDED.find(each => each === code)
  if (kind === undefined) {
    return isSyntax(problem)
      ? { title: t('problem.syntax'), text: translateSentence(problem) }
      : { title: translateSentence(problem), text: '' }
  }
  const name = nameOf(problem)
  const kindOfHint = code === 'handlebars' ? 'problem.instead' : 'problem.suggestion'
  const hint = suggestion === undefined ? '' : ` ${t(kindOfHint, { suggestion })}`
  return { title: t(`problem.${kind}.title`, { name }), text: t(`problem.${kind}.text`, { name }) + hint }
}

/** One line, for a tooltip in the editor. */
export function problemLine(t: TFunction<'templates'>, problem: Problem): string {
  const { title, text } = problemWords(t, problem)
  return `${title} ${text}`.trim()
}

/** The name as it is written in the source. */
function nameOf({ code, field, tag, values }: Problem): string {
  if (code === 'handlebars') return `{{${tag ?? ''}}}`
  if (field !== undefined) return field
  if (tag !== undefined) return `{% ${tag} %}`
  const word = values?.['filter'] ?? values?.['text']
  return typeof word === 'string' ? word : ''
}

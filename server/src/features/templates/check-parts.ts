/** Checks the Liquid sources of a message, part by part. Pure: it runs in a thread (template-work.ts). */
import type { EmailContent, Problem as Answered } from '@notifly/contracts/templates/templates'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { inWords } from '@notifly/contracts/sentences/english'
import { MAIL_FIELDS, SENDER_FIELDS } from '@notifly/contracts/templates/sender-fields'
import type { Source } from '../../channels/channel.ts'
import { inspectEmailHtml, inspectSubject } from '../../lib/email-html/inspect.ts'
import { checkTemplate } from '../../lib/liquid/check.ts'
import { placeholderProblems } from '../../lib/liquid/placeholders.ts'
import { type Problem, refusesSaving } from '../../lib/liquid/problem.ts'

type Part = PartProblem['part']
export type SourceProblem = Problem & { source: string }

const KINDS = { subject: 'subject', preheader: 'text', html: 'html', text: 'text' } as const

/** All problems of an email, in the order of its parts. `fields`: those that contacts have. */
export function checkParts(content: EmailContent, fields: readonly string[]): PartProblem[] {
  const known = fieldsKnownTo(fields)
  const inPart = (part: keyof typeof KINDS): PartProblem[] =>
    checkSource({ field: part, source: content[part] ?? '', kind: KINDS[part] }, known).map(problem => ({
      ...problem,
      part,
    }))
  return [...emptySubject(content), ...inPart('subject'), ...inPart('preheader'), ...inPart('html'), ...inPart('text')]
}

/** For a mail with a body: a campaign may still provide one. */
function emptySubject({ subject = '', html = '', mjml = '' }: EmailContent): PartProblem[] {
  if (subject.trim() !== '' || (html.trim() === '' && mjml.trim() === '')) return []
  const words = sentence('templates.subject.empty')
  return [{ severity: 'warning', code: 'empty_subject', ...words, part: 'subject', line: 1, column: 1 }]
}

/** With what the sender appends to a mail. */
export function fieldsKnownTo(fields: readonly string[]): string[] {
  return [...fields, ...MAIL_FIELDS]
}

/** The problems of the sources of any channel, each with the field of its source. */
export function checkSources(sources: readonly Source[], fields: readonly string[]): SourceProblem[] {
  const [ofMails, ofOthers] = [fieldsKnownTo(fields), [...fields, ...SENDER_FIELDS]]
  const knownIn = ({ field }: Source) => (field in KINDS ? ofMails : ofOthers)
  return sources.flatMap(source =>
    checkSource(source, knownIn(source)).map(problem => ({ ...problem, source: source.field })),
  )
}

function checkSource({ field, source, kind }: Source, fields: readonly string[]): Problem[] {
  const { problems } = checkTemplate(source, { fields, kind })
  if (source.trim() === '' || refusesSaving(problems)) return problems
  // Titles of notifications are parsed like subjects, but shown differently.
  const further = kind === 'html' ? inspectEmailHtml(source) : field === 'subject' ? inspectSubject(source) : []
  return [...problems, ...placeholderProblems(source, kind), ...further]
}

/** Whether a part cannot be rendered at all. */
export function isBroken(problems: readonly PartProblem[], part: Part): boolean {
  return refusesSaving(problems.filter(problem => problem.part === part))
}

/** A problem with the part of the message that has it. */
export interface PartProblem extends Problem {
  part: Answered['part']
  /** For a notification: its field. */
  place?: string
}

/** As the API returns them. */
export function presentProblems(problems: readonly PartProblem[]): Answered[] {
  return problems.map(problem => ({ ...problem, ...inWords(problem) }))
}

/** One person's mail, rendered as a campaign would complete it, but without tracking. */
import { type LinkTags, withLinkTags } from '@notifly/contracts/campaigns/utm'
import type { EmailContent } from '@notifly/contracts/templates/templates'
import { isDeepStrictEqual } from 'node:util'
import { freezeContent } from '../../channels/email/email.ts'
import { sentenceOf } from '../../lib/app-error.ts'
import { compileTemplate, render, TemplateInvalid } from '../../lib/liquid/compile.ts'
import { readConstructs } from '../../lib/liquid/constructs.ts'
import type { TemplateKind } from '../../lib/liquid/places.ts'
import { positionAt } from '../../lib/liquid/problem.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import type { PartProblem } from './check-parts.ts'

export interface RenderedContent {
  subject: string
  preheader: string
  html: string
  text: string
  /** The source of the text, before fields were filled in. */
  text_source: string
  /** Values that do not fit where the template uses them. */
  problems: PartProblem[]
}

/** Renders sources without syntax errors; a part that fails with these fields is empty and listed in `problems`. */
export function renderContent(content: EmailContent, fields: Fields, tags: LinkTags | null = null): RenderedContent {
  const problems: PartProblem[] = []
  const attempt = (part: PartProblem['part'], source: string, kind: TemplateKind, values: Fields): string => {
    try {
      return render(compileTemplate(source, kind), values)
    } catch (error) {
      problems.push(problemOf(error, part, content[part] ?? ''))
      return ''
    }
  }
  const { subject = '', preheader = '', html = '', text } = content
  const frozen = frozenOf({ subject, html, preheader, ...(text !== undefined && { text }) }, tags)
  if ('problem' in frozen) return { ...NOTHING, problems: [{ ...frozen.problem, part: 'html' }] }
  const tagged = (address: string) => (tags && /^https?:/i.test(address) ? withLinkTags(address, tags) : address)
  const links = frozen.links.map(link => [link.field, tagged(attempt('html', link.url, 'url', fields))] as const)
  const values = { ...fields, ...Object.fromEntries(links) }
  return {
    subject: attempt('subject', subject, 'subject', fields),
    preheader: attempt('preheader', preheader, 'text', fields),
    html: html.trim() === '' ? '' : attempt('html', frozen.content.html, 'html', values),
    text: attempt('text', frozen.content.text, 'text', fields),
    text_source: frozen.content.text,
    problems: withoutRepetition(problems),
  }
}

const NOTHING = { subject: '', preheader: '', html: '', text: '', text_source: '' }

/** Valid sources may fail with what we append: an unclosed script swallows the unsubscribe link. */
function frozenOf(content: Parameters<typeof freezeContent>[0], tags: LinkTags | null) {
  try {
    // The Message-ID is never used: a sent mail gets its own.
    return freezeContent(content, 'localhost', 0, tags)
  } catch (error) {
    const [problem] = error instanceof TemplateInvalid ? error.problems : []
    if (problem === undefined) throw error
    return { problem }
  }
}

function problemOf(error: unknown, part: PartProblem['part'], source: string): PartProblem {
  if (error instanceof TemplateInvalid) {
    const [first] = error.problems
    if (first !== undefined) return { ...first, part }
  }
  if (!(error instanceof RenderError)) throw error
  const { field, sentence } = error
  const construct = readConstructs(source).find(({ content }) => field !== '' && content.includes(field))
  const at = positionAt(source, construct?.begin ?? 0)
  return { severity: 'error', code: 'render_error', ...sentence, part, field, ...at }
}

/** A field that fails in the HTML also fails in the text that is made from it. */
function withoutRepetition(problems: readonly PartProblem[]): PartProblem[] {
  const isSame = (a: PartProblem, b: PartProblem): boolean => isDeepStrictEqual(sentenceOf(a), sentenceOf(b))
  return problems.filter((problem, index) => problems.findIndex(other => isSame(other, problem)) === index)
}

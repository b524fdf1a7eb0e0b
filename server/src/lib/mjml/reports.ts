/** Reports of MJML's validator as problems with their places. The validator only knows lines, and speaks English. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { MjmlReport } from 'mjml-browser'
import { positionAt, type Problem } from '../liquid/problem.ts'
import { closestMatch } from '../liquid/suggest.ts'
import { ELEMENTS } from './elements.ts'
import type { Masked } from './mask-liquid.ts'
import type { MjmlElement } from './read-mjml.ts'

interface Reported {
  source: string
  masked: Masked
  elements: readonly MjmlElement[]
  /** Whether a range of the source contains Liquid. */
  hasLiquid(begin: number, end: number): boolean
}

/** One translated report. */
interface Finding {
  severity: Problem['severity']
  code: Problem['code']
  words: Sentence
  suggestion?: string
  /** The attribute that it is about. */
  attribute?: string
  /** MJML calculates with the value. */
  isNumber?: boolean
}

const MOST_REPORTS = 100

export function problemsOfReports(reports: readonly MjmlReport[], read: Reported): Problem[] {
  const lines = linesOf(read)
  const seen = new Map<string, number>()
  return reports.slice(0, MOST_REPORTS).flatMap(report =>
    findingsOf(report).flatMap(finding => {
      const candidates = (lines.get(report.line) ?? []).filter(element => isAbout(element, report, finding))
      const key = JSON.stringify([report.line, report.tagName, finding])
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      return problemOf(finding, candidates[nth] ?? candidates.at(-1), report, read)
    }),
  )
}

/** The elements of each line as MJML counts lines: Liquid over several lines is one word to it. */
function linesOf({ masked, elements }: Reported): Map<number, MjmlElement[]> {
  const lines = new Map<number, MjmlElement[]>()
  for (const element of elements) {
    const { line } = positionAt(masked.text, masked.offsetOf(element.begin))
    const others = lines.get(line)
    if (others === undefined) lines.set(line, [element])
    else others.push(element)
  }
  return lines
}

function isAbout({ name, attributes }: MjmlElement, { tagName }: MjmlReport, { attribute }: Finding): boolean {
  return name === tagName.toLowerCase() && (attribute === undefined || attributes.some(a => a.name === attribute))
}

function problemOf(
  { words, attribute, isNumber, ...finding }: Finding,
  element: MjmlElement | undefined,
  { tagName: tag }: MjmlReport,
  { source, hasLiquid }: Reported,
): Problem[] {
  const place = positionAt(source, element?.begin ?? 0)
  const value = element?.attributes.find(({ name }) => name === attribute)
  const isField = finding.code === 'invalid_value' && value !== undefined && hasLiquid(value.begin, value.end)
  if (!isField) return [{ ...finding, ...words, ...place, tag }]
  // The value of a merge field is not known yet.
  if (isNumber !== true) return []
  return [{ ...finding, ...sentence('templates.mjml.field', { tag, name: attribute ?? '' }), ...place, tag }]
}

/** Recognizes reports by the wording of mjml-validator's rules. */
function findingsOf({ message, tagName: tag }: MjmlReport): Finding[] {
  const illegal = /^Attributes? (.+) (?:is|are) illegal$/.exec(message)?.[1]
  if (illegal !== undefined) {
    return illegal.split(', ').map(name => ({
      severity: 'warning',
      code: 'unknown_attribute',
      words: sentence('templates.mjml.attribute', { tag, name }),
      attribute: name.toLowerCase(),
    }))
  }
  if (/^Element \S+ doesn't exist/.test(message)) return [unknownElement(tag)]
  const [, parent, allowed] = /cannot be used inside (\S+), only inside: (.*)$/.exec(message) ?? []
  if (parent !== undefined && allowed !== undefined) {
    const words = sentence('templates.mjml.place', { tag, parent, allowed })
    return [{ severity: 'warning', code: 'misplaced_element', words }]
  }
  const value = /^Attribute (\S+) has invalid value: ([^]*?) for type (\w+)(?:, only accepts (.*))?$/.exec(
    message.trimEnd(),
  )
  if (value !== null) return [wrongValue(value, tag)]
  return [{ severity: 'warning', code: 'mjml', words: sentence('templates.mjml.failed', { reason: message }) }]
}

function unknownElement(tag: string): Finding {
  const suggestion = closestMatch(tag, ELEMENTS)
  const words =
    suggestion === undefined
      ? sentence('templates.mjml.element', { tag })
      : sentence('templates.mjml.elementBut', { tag, suggestion })
  return { severity: 'error', code: 'unknown_element', words, ...(suggestion !== undefined && { suggestion }) }
}

const LONGEST_VALUE = 60

function wrongValue([, name = '', whole = '', type = '', accepted]: RegExpExecArray, tag: string): Finding {
  const value = whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole
  const words =
    accepted === undefined
      ? sentence('templates.mjml.value', { tag, name, value })
      : sentence('templates.mjml.valueBut', {
          tag,
          name,
          value,
          allowed: /^\(([^)]*)\)/.exec(accepted)?.[1] ?? accepted,
        })
  const isNumber = type === 'Unit' || type === 'Integer'
  return { severity: 'warning', code: 'invalid_value', words, attribute: name.toLowerCase(), isNumber }
}
